"""Solved examples before an open task (ImageMet, §4.2, "multishot")."""

import hashlib
from collections.abc import Mapping, Sequence

from evaluation.runner.benchmark import Benchmark
from evaluation.runner.errors import PromptError
from evaluation.runner.prompts import Prompt, picture_numbers
from evaluation.runner.questions import ImageFile, Question, ReleasedItem
from projects.domain.protocol.publication import PLACE_IN_TASK, OpenTask


def first_prompt(
    benchmark: Benchmark, task: OpenTask, asked: Question, *, seed: int
) -> Prompt:
    """Return the first prompt about an item: the examples, then the task's prompt.

    Images come first, those of the examples before the item's own, numbered in that
    order. The same seed draws the same examples for every item, but never the item
    itself or its own images. Raises PromptError where there are too few examples.
    """
    images: list[ImageFile] = []
    said = []
    for item in _drawn(benchmark, task, asked, seed=seed):
        first = len(images) + 1
        images.extend(item.images)
        said.append(_filled(task.example, _values(item, first, len(images))))
    words = task.prompts[0]
    if task.shots:
        own = picture_numbers(len(images) + 1, len(images) + len(asked.images))
        words = words.replace("{picture}", own)
    return Prompt((*images, *asked.images), "\n\n".join([*said, words]))


def _drawn(
    benchmark: Benchmark, task: OpenTask, asked: Question, *, seed: int
) -> Sequence[ReleasedItem]:
    if not task.shots:
        return ()
    splits = [split.id for split in benchmark.protocol.release.splits if split.shots]
    pool = sorted(
        (
            item
            for item in benchmark.items_in(splits)
            if item.within(task.only) and task.reference in item.written
        ),
        key=lambda item: hashlib.sha256(f"{seed}:{item.id}".encode()).digest(),
    )
    shown: list[ReleasedItem] = []
    taken = {image.sha256 for image in asked.images}
    for item in pool:
        own = {image.sha256 for image in item.images}
        if len(shown) < task.shots and item.id != asked.item_id and not own & taken:
            shown.append(item)
            taken |= own
    if len(shown) < task.shots:
        raise PromptError(
            f"{task.id}: needs {task.shots} examples for {asked.id}, "
            f"{', '.join(splits)} has {len(shown)} about other images"
        )
    return shown


def _values(item: ReleasedItem, first: int, last: int) -> Mapping[str, str]:
    slots = {
        f"{field}.{slot}": text
        for field, given in item.slots.items()
        for slot, text in given.items()
    }
    return {**item.written, **slots, "picture": picture_numbers(first, last)}


def _filled(template: str, values: Mapping[str, str]) -> str:
    """Fill a template in one pass, so that braces inside a text are kept."""
    return PLACE_IN_TASK.sub(lambda match: values.get(match[1], ""), template).strip(
        "\n"
    )
