"""``questions/<split>.jsonl``: one question per line, labels by id."""

from typing import Any

from releases.content.domain.frozen import (
    FrozenImage,
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
)
from releases.layouts.domain.release_folder import ReleaseFolder


def write_questions(release: FrozenRelease, folder: ReleaseFolder) -> None:
    for split in release.filled_splits:
        pairs = release.questions_in_split(split)
        lines = (_line(item, question, release) for item, question in pairs)
        folder.write_json_lines(f"questions/{split}.jsonl", lines)


def _line(
    item: FrozenItem, question: FrozenQuestion, release: FrozenRelease
) -> dict[str, Any]:
    key = release.published_key_of(item, question)
    return {
        "id": question.id,
        "item_id": item.key,
        "split": item.split,
        "images": [_image_entry(image) for image in item.images],
        "format": question.format,
        "language": release.language,
        "stem": question.stem,
        "options": list(question.options),
        "answer": key.answer if key else None,
        "labels": {field: list(choices) for field, choices in item.labels.items()},
        "texts": dict(item.texts),
        **({"sentences": item.sentences} if item.sentences else {}),
        "added_in": question.added_in,
        "changed_in": question.changed_in,
        "canary": release.canary,
    }


def _image_entry(image: FrozenImage) -> dict[str, Any]:
    entry: dict[str, Any] = {"path": image.path, "sha256": image.sha256}
    if image.ground:
        entry["ground"] = image.ground
    if image.withheld:
        entry |= {
            "withheld": True,
            "address": image.address,
            "licence": image.licence,
        }
    return entry
