"""Images of a release that are near-duplicates of images released by other projects."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from django.db.models import Q

from curation.images.models import Image
from curation.images.services.descriptions import DescriptionStore
from curation.near_duplicates.domain.proposal import DuplicateCandidate
from curation.near_duplicates.selectors.clusters import duplicate_parameters
from curation.near_duplicates.services.comparison import ProposedPair, compare_pairs
from projects.models import Project
from releases.gate.selectors.candidates import CandidateImage
from releases.records.models import FrozenRow
from releases.records.states import OUT

_RADIUS = 8
"""Maximum Hamming distance in bits to the images of other projects."""


def copies_in_other_projects(
    project: Project, images: Sequence[CandidateImage]
) -> Iterator[tuple[int, int]]:
    """Yield id pairs: an image and its near-duplicate released by another project."""
    rows = FrozenRow.objects.filter(release__status__in=OUT).exclude(
        release__project=project
    )
    foreign_images = list(
        Image.objects.filter(Q(place__item__in=rows.values("item")))
        .distinct()
        .order_by("pk")
        .only("pk", "phash", "published_sha256")
    )
    if not foreign_images or not images:
        return
    foreign_hashes = _hashes(foreign_images)
    near = [
        (own, foreign_images[position])
        for own, own_hash in zip(images, _hashes(images), strict=True)
        for position in np.flatnonzero(
            np.bitwise_count(foreign_hashes ^ own_hash) <= _RADIUS
        ).tolist()
    ]
    same = {
        (own.pk, foreign.pk)
        for own, foreign in near
        if own.frozen.sha256 == foreign.published_sha256
    }
    yield from same
    pairs = sorted({(own.pk, foreign.pk) for own, foreign in near} - same)
    store = DescriptionStore([image for pair in pairs for image in pair])
    least = duplicate_parameters(project).certainty
    proposed = [
        ProposedPair(own, DuplicateCandidate(foreign, mirrored=False))
        for own, foreign in pairs
        if store.has_files(own) and store.has_files(foreign)
    ]
    for pair, match in compare_pairs(proposed, store):
        if match.certainty >= least:
            yield pair.image, pair.candidate.key


def _hashes(images: Sequence[CandidateImage | Image]) -> npt.NDArray[np.uint64]:
    return np.array([int(image.phash, 16) for image in images], dtype=np.uint64)
