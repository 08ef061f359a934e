"""Solved examples before an open task (ImageMet, §4.2, "multishot")."""

import hashlib
from collections.abc import Mapping, Sequence

from core.domain.texts import _
from subtext_protocol.publication import PLACE_IN_TASK, OpenTask
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import PromptError
from subtext_runner.prompts import Prompt, image_reference
from subtext_runner.questions import ImageFile, Question, ReleasedItem


def first_prompt(
    benchmark: Benchmark, task: OpenTask, question: Question, *, seed: int
) -> Prompt:
    """Return the first prompt about an item: the examples, then the task's prompt.

    Images come first, those of the examples before the item's own, numbered in that
    order. The same seed draws the same examples for every item, but never the item
    itself or its own images. Raises PromptError where there are too few examples.
    """
    images: list[ImageFile] = []
    solved_examples = []
    for item in _draw_examples(benchmark, task, question, seed=seed):
        first = len(images) + 1
        images.extend(item.images)
        solved_examples.append(
            _fill_placeholders(task.example, _values(item, first, len(images)))
        )
    words = task.prompts[0]
    if task.shots:
        image_number = image_reference(
            len(images) + 1, len(images) + len(question.images)
        )
        words = words.replace("{picture}", image_number)
    return Prompt(
        (*images, *question.images),
        "\n\n".join([*solved_examples, words]),
        follow_ups=task.prompts[1:],
    )


def _draw_examples(
    benchmark: Benchmark, task: OpenTask, question: Question, *, seed: int
) -> Sequence[ReleasedItem]:
    if not task.shots:
        return ()
    splits = [split.id for split in benchmark.protocol.release.splits if split.shots]
    pool = sorted(
        (
            item
            for item in benchmark.items_in_splits(splits)
            if item.has_choices(task.only) and task.reference in item.written
        ),
        key=lambda item: hashlib.sha256(f"{seed}:{item.id}".encode()).digest(),
    )
    drawn: list[ReleasedItem] = []
    used_images = {image.sha256 for image in question.images}
    for item in pool:
        item_images = {image.sha256 for image in item.images}
        if (
            len(drawn) < task.shots
            and item.id != question.item_id
            and not item_images & used_images
        ):
            drawn.append(item)
            used_images |= item_images
    if len(drawn) < task.shots:
        raise PromptError(
            _(
                "{task}: needs {shots} examples for {id}, "
                "{splits} has {count} about other images",
                task=task.id,
                shots=task.shots,
                id=question.id,
                splits=", ".join(splits),
                count=len(drawn),
            )
        )
    return drawn


def _values(item: ReleasedItem, first: int, last: int) -> Mapping[str, str]:
    slots = {
        f"{field}.{slot}": text
        for field, texts in item.slots.items()
        for slot, text in texts.items()
    }
    return {**item.written, **slots, "picture": image_reference(first, last)}


def _fill_placeholders(template: str, values: Mapping[str, str]) -> str:
    """Fill a template in one pass, so that braces inside a text are kept."""
    return PLACE_IN_TASK.sub(lambda match: values.get(match[1], ""), template).strip(
        "\n"
    )
