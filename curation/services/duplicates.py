"""Stage 1: copies and close variants go, the best of each stays (II-Bench §3.2)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import version
from itertools import groupby

from django.core.files.storage import default_storage
from django.db import transaction

from curation.domain.candidates import (
    Candidate,
    Hashed,
    candidates_between,
    candidates_within,
)
from curation.domain.confirming import Prepared, confirm, prepare
from curation.domain.decoding import decode
from curation.domain.hashing import VERSION, Fingerprint, fingerprint
from curation.domain.states import WITHDRAWN
from curation.models import (
    CopyPair,
    FilterRun,
    Image,
    ImageFingerprint,
    Measurement,
)
from curation.selectors.duplicates import measured_under

Progress = Callable[[int, int], None]
_CHUNK = 200
PREPARED_KEPT = 4_000
"""Thumbs kept ready for comparing: some 25 KB each."""


def duplicates_tools() -> dict[str, str]:
    """What the verdicts of this stage depend on besides its parameters."""
    packages = ("pillow", "numpy", "opencv-python-headless")
    return {"fingerprint": str(VERSION), **{name: version(name) for name in packages}}


def duplicates_measure(*, run: FilterRun, progress: Progress) -> dict[str, int]:
    """Compare every image that has not been compared yet with all others.

    Confirmed pairs and a measurement an image are written as it goes, so a killed run
    continues. Returns how many images, candidates and confirmed pairs there were.
    """
    images = Image.objects.filter(project=run.project).exclude(status=WITHDRAWN)
    done = measured_under(run).values("image_id")
    new = list(images.exclude(pk__in=done).order_by("pk").values_list("pk", flat=True))
    old = list(images.filter(pk__in=done).order_by("pk").values_list("pk", flat=True))
    progress(0, len(new))
    found = sorted(_candidates(run, new, old))
    by_image = {key: list(group) for key, group in groupby(found, lambda one: one[0])}
    thumbs = lru_cache(maxsize=PREPARED_KEPT)(prepared_of)
    pairs = 0
    for start in range(0, len(new), _CHUNK):
        chunk = new[start : start + _CHUNK]
        confirmed = list(_confirmed(run, chunk, by_image, thumbs))
        pairs += len(confirmed)
        with transaction.atomic():
            CopyPair.objects.bulk_create(confirmed, ignore_conflicts=True)
            Measurement.objects.bulk_create(
                [
                    Measurement(
                        run=run,
                        image_id=key,
                        threshold=run.parameters["radius"],
                        excluded=False,
                    )
                    for key in chunk
                ],
                ignore_conflicts=True,
            )
        progress(start + len(chunk), len(new))
    return {"measured": len(new), "candidates": len(found), "pairs": pairs}


def _candidates(
    run: FilterRun, new: Sequence[int], old: Sequence[int]
) -> Iterator[tuple[int, int, bool, int]]:
    """(new image, other image, mirrored, hash distance) of what is worth comparing."""
    radius = run.parameters["radius"]
    fresh, known = hashed_of(new), hashed_of(old)

    def named(
        found: Iterable[Candidate], others: Sequence[int]
    ) -> Iterator[tuple[int, int, bool, int]]:
        for one in found:
            yield new[one.left], others[one.right], one.mirrored, one.distance

    yield from named(candidates_within(fresh, phash_radius=radius), new)
    yield from named(candidates_between(fresh, known, phash_radius=radius), old)


def hashed_of(keys: Sequence[int]) -> Hashed:
    """The hashes of images in the order of ``keys``, which is that of their ids."""
    return Hashed.of(
        _unpacked(image_id, bytes(packed))
        for start in range(0, len(keys), _CHUNK)
        for image_id, packed in ImageFingerprint.objects.filter(
            image_id__in=keys[start : start + _CHUNK]
        )
        .order_by("image_id")
        .values_list("image_id", "packed")
    )


def prepared_of(image_id: int) -> Prepared:
    """The image, ready to be compared."""
    return prepare(fingerprint_of(image_id))


def fingerprint_of(image_id: int) -> Fingerprint:
    """By what the image is compared with others."""
    packed = ImageFingerprint.objects.get(pk=image_id).packed
    return _unpacked(image_id, bytes(packed))


def _unpacked(image_id: int, packed: bytes) -> Fingerprint:
    """A stored fingerprint; one of an earlier version is made anew from the file."""
    if Fingerprint.is_current(packed):
        return Fingerprint.unpack(packed)
    image = Image.objects.get(pk=image_id)
    with default_storage.open(image.original) as file:
        made = fingerprint(decode(file.read()).image)
    ImageFingerprint.objects.filter(pk=image_id).update(packed=made.pack())
    return made


def _confirmed(
    run: FilterRun,
    chunk: Sequence[int],
    candidates: Mapping[int, Sequence[tuple[int, int, bool, int]]],
    thumbs: Callable[[int], Prepared],
) -> Iterator[CopyPair]:
    for key in chunk:
        copies: set[int] = set()
        for _, other, mirrored, distance in candidates.get(key, ()):
            if other in copies:
                continue
            left, right = sorted((key, other))
            outcome = confirm(thumbs(left), thumbs(right), mirrored=mirrored)
            if outcome.is_copy:
                copies.add(other)
                yield CopyPair(
                    run=run,
                    left_id=left,
                    right_id=right,
                    distance=distance,
                    confirmation=outcome._asdict(),
                )
