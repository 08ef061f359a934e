"""``nested/<split>.json``: II-Bench's own files, one record an item, labels as titles."""

from typing import Any

from releases.domain.frozen import (
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    field_values,
)
from releases.domain.writing import ReleaseFolder


def write_nested(release: FrozenRelease, folder: ReleaseFolder) -> None:
    for split in release.filled_splits:
        records = [_record(item, release) for item in release.items_in(split)]
        folder.json(f"nested/{split}.json", records)


def _record(item: FrozenItem, release: FrozenRelease) -> dict[str, Any]:
    several = release.protocol.item.images > 1
    paths = [image.path for image in item.images]
    return {
        "local_path": paths if several else paths[0],
        "questions": [_question(item, one, release) for one in item.questions],
        "meta_data": dict(field_values(item, release.protocol)),
        "canary": release.canary,
    }


def _question(
    item: FrozenItem, question: FrozenQuestion, release: FrozenRelease
) -> dict[str, Any]:
    """As published there: without its key, the key's fields are missing."""
    asked: dict[str, Any] = {
        "id": question.id,
        "question": question.stem,
        "options": list(question.options),
    }
    letter = release.key_of(item, question)
    if letter is None:
        return asked
    return {**asked, "correct_option": question.correct_option, "answer": letter}
