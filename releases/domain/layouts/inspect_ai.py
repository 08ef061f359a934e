"""``inspect/<split>.jsonl``: samples as inspect_ai reads them without a mapping."""

from typing import Any

from releases.domain.frozen import (
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    field_values,
)
from releases.domain.writing import ReleaseFolder


def inspect_path(split: str) -> str:
    return f"inspect/{split}.jsonl"


def write_inspect(release: FrozenRelease, folder: ReleaseFolder) -> None:
    """Questions whose pictures the folder holds, for ``multiple_choice()``."""
    for split in release.filled_splits:
        samples = [
            _sample(item, question, release)
            for item, question in release.questions_in(split)
            if not item.withheld
        ]
        if samples:
            folder.lines(inspect_path(split), samples)


def _sample(
    item: FrozenItem, question: FrozenQuestion, release: FrozenRelease
) -> dict[str, Any]:
    pictures = [{"type": "image", "image": f"../{image.path}"} for image in item.images]
    return {
        "id": question.id,
        "input": [
            {
                "role": "user",
                "content": [*pictures, {"type": "text", "text": question.stem}],
            }
        ],
        "choices": list(question.options),
        "target": release.key_of(item, question) or "",
        "metadata": {
            "item_id": item.key,
            **dict(field_values(item, release.protocol)),
            "canary": release.canary,
        },
    }
