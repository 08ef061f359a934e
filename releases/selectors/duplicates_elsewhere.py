"""Images of a release that are near-duplicates of images released by other projects."""

from collections.abc import Iterator, Sequence

import numpy as np
from django.db.models import Q

from curation.domain.hamming_join import pairs_between
from curation.domain.hashing import from_hex
from curation.models.images import Image, ImageFingerprint
from curation.services.duplicates import Near, confirmed_copies
from projects.models import Project
from releases.domain.states import OUT
from releases.models import FrozenRow
from releases.selectors.candidates import CandidateImage

_RADIUS = 8
"""Maximum Hamming distance in bits to the images of other projects."""


def copies_elsewhere(
    project: Project, images: Sequence[CandidateImage]
) -> Iterator[tuple[int, int]]:
    """Yield id pairs: an image and its near-duplicate released by another project."""
    rows = FrozenRow.objects.filter(release__status__in=OUT).exclude(
        release__project=project
    )
    others = list(
        Image.objects.filter(Q(place__item__in=rows.values("item")))
        .distinct()
        .order_by("pk")
        .only("pk", "phash", "published_sha256")
    )
    if not others or not images:
        return
    mine = np.array([from_hex(image.phash) for image in images], dtype=np.uint64)
    theirs = np.array([from_hex(image.phash) for image in others], dtype=np.uint64)
    near = [
        (images[left], others[right])
        for block in pairs_between(mine, theirs, _RADIUS)
        for left, right in zip(block.left.tolist(), block.right.tolist(), strict=True)
    ]
    same = {
        (one.pk, other.pk)
        for one, other in near
        if one.frozen.sha256 == other.published_sha256
    }
    yield from same
    pairs = sorted({(one.pk, other.pk) for one, other in near} - same)
    hashed = _with_fingerprint({image for pair in pairs for image in pair})
    candidates = [Near(*pair, mirrored=False) for pair in pairs if hashed >= {*pair}]
    for found, _ in confirmed_copies(candidates):
        yield found.image, found.other


def _with_fingerprint(image_ids: set[int]) -> set[int]:
    known = ImageFingerprint.objects.filter(pk__in=image_ids)
    return set(known.values_list("pk", flat=True))
