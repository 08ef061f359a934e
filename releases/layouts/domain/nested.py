"""``nested/<split>.json``: II-Bench's format, one record per item, labels as titles.

It holds questions with one correct option; other questions are left out.
"""

from typing import Any

from releases.content.domain.frozen import (
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    field_values,
)
from releases.layouts.domain.release_folder import ReleaseFolder


def write_nested(release: FrozenRelease, folder: ReleaseFolder) -> None:
    for split in release.filled_splits:
        records = [
            _record(item, release)
            for item in release.items_in_split(split)
            if any(question.is_single_answer_choice for question in item.questions)
        ]
        folder.write_json(f"nested/{split}.json", records)


def _record(item: FrozenItem, release: FrozenRelease) -> dict[str, Any]:
    several = release.protocol.item.images > 1
    paths = [image.path for image in item.images]
    return {
        "local_path": paths if several else paths[0],
        "questions": [
            _question(item, question, release)
            for question in item.questions
            if question.is_single_answer_choice
        ],
        "meta_data": dict(field_values(item, release.protocol)),
        "canary": release.canary,
    }


def _question(
    item: FrozenItem, question: FrozenQuestion, release: FrozenRelease
) -> dict[str, Any]:
    """Return the question in II-Bench's format, without private answers."""
    content: dict[str, Any] = {
        "id": question.id,
        "question": question.stem,
        "options": list(question.options),
    }
    key = release.published_key_of(item, question)
    if key is None:
        return content
    return {**content, "correct_option": key.correct_option, "answer": key.letter}
