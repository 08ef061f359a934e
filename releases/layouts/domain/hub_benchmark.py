"""``eval.yaml``: the benchmark's leaderboard on the Hugging Face Hub.

Each split is a task of inspect-ai, which reads the columns of the split's parquet file
(https://huggingface.co/docs/hub/eval-results). A task needs public correct answers, one
correct option per question and one image per item; a release without a split of this
kind has no ``eval.yaml``.
"""

from typing import Any

import yaml

from releases.content.domain.frozen import FrozenRelease
from releases.layouts.domain.release_folder import ReleaseFolder
from subtext_protocol.text import in_language

EVAL = "eval.yaml"


def leaderboard_splits(release: FrozenRelease) -> list[str]:
    """Return the splits that have a leaderboard on the Hub."""
    shots = {split.id for split in release.protocol.release.splits if split.shots}
    return [
        split
        for split in release.single_answer_splits
        if split not in shots
        and split not in release.private
        and release.protocol.item.images == 1
        and _same_options(release, split)
    ]


def task_id(release: FrozenRelease, split: str) -> str:
    """Return the id by which results on the Hub name a split."""
    return f"{release.project}_{split}".replace("-", "_")


def write_hub_benchmark(release: FrozenRelease, folder: ReleaseFolder) -> None:
    splits = leaderboard_splits(release)
    if not splits:
        return
    benchmark = {
        "name": release.name,
        "description": in_language(release.protocol.summary, release.language),
        "evaluation_framework": "inspect-ai",
        "tasks": [_task(release, split) for split in splits],
    }
    folder.write_text(
        EVAL, yaml.safe_dump(benchmark, allow_unicode=True, sort_keys=False)
    )


def _same_options(release: FrozenRelease, split: str) -> bool:
    """Return whether all questions have one correct option of the same number."""
    questions = [question for _, question in release.questions_in_split(split)]
    counts = {len(question.options) for question in questions}
    return len(counts) == 1 and all(
        question.is_single_answer_choice for question in questions
    )


def _task(release: FrozenRelease, split: str) -> dict[str, Any]:
    _, question = release.questions_in_split(split)[0]
    choices = [f"option{at}" for at in range(1, len(question.options) + 1)]
    return {
        "id": task_id(release, split),
        "config": "default",
        "split": split,
        "field_spec": {
            "input": "question",
            "input_image": "image",
            "target": "answer",
            "choices": choices,
            "metadata": ["id", "item_id", "canary"],
        },
        "solvers": [{"name": "multiple_choice"}],
        "scorers": [{"name": "choice"}],
    }
