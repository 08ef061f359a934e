"""Export of the state of every image."""

from collections.abc import Iterator
from typing import Any

from curation.domain.hashing import distance, from_hex
from curation.domain.states import DUPLICATE, IMAGE, TOO_MUCH_TEXT
from curation.models.images import Image
from projects.models import Project
from workflow.selectors import last_reached

COLUMNS = (
    "original_path",
    "aliases",
    "sha256",
    "phash",
    "status",
    "duplicate_of",
    "distance",
    "text_area_ratio",
    "reason",
)
_CHUNK = 500


def curation_rows(project: Project) -> Iterator[dict[str, Any]]:
    """Yield one row per image in the order of import, with the keys of ``COLUMNS``.

    ``distance`` is the distance of the perceptual hashes in bits; ``reason`` is why the
    image is not kept.
    """
    images = (
        Image.objects.filter(project=project)
        .select_related("duplicate_of")
        .prefetch_related("aliases")
        .order_by("pk")
    )
    chunk: list[Image] = []
    for image in images.iterator(chunk_size=_CHUNK):
        chunk.append(image)
        if len(chunk) == _CHUNK:
            yield from _rows(chunk)
            chunk = []
    yield from _rows(chunk)


def _rows(images: list[Image]) -> Iterator[dict[str, Any]]:
    reasons = _reasons(images)
    for image in images:
        kept = image.duplicate_of
        apart = distance(from_hex(image.phash), from_hex(kept.phash)) if kept else None
        yield {
            "original_path": image.original_path,
            "aliases": sorted(alias.path for alias in image.aliases.all()),
            "sha256": image.sha256,
            "phash": image.phash,
            "status": image.status,
            "duplicate_of": kept.original_path if kept else None,
            "distance": apart,
            "text_area_ratio": image.text_area,
            "reason": reasons.get(image.pk),
        }


def _reasons(images: list[Image]) -> dict[int, str]:
    """Return why each of the excluded images is excluded, as text by id."""
    reasons: dict[int, str] = {}
    for state in ("duplicate", "too_much_text", "discarded", "withdrawn"):
        keys = [image.pk for image in images if image.status == state]
        for key, entry in last_reached(IMAGE.name, state, keys).items():
            data = entry.data
            if state == DUPLICATE:
                reasons[key] = (
                    f"duplicate: hash distance {data['distance']} within {data['radius']}, "
                    f"similarity {data['similarity']}"
                )
            elif state == TOO_MUCH_TEXT:
                reasons[key] = (
                    f"text area {data['text_area']:.4f} above {data['threshold']}"
                )
            else:
                reasons[key] = entry.reason
    return reasons
