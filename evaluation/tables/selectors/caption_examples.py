"""Sheets of images with their captions (ImageMet, Figures 1, 6 and 10)."""

from collections.abc import Sequence

from evaluation.runs.domain.model_names import technique_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import (
    ReleasedRow,
    item_previews,
    released_items,
)
from evaluation.runs.selectors.runs import replies_of
from evaluation.runs.selectors.scored_runs import HAS_SCORES
from releases.records.models import Release
from reporting.charts import Example, ExampleSheet
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField
from subtext_protocol.publication import OpenTask
from subtext_protocol.text import Language, in_language

_SHOWN = 6


def caption_examples(release: Release, language: Language) -> ExampleSheet | None:
    """Return the first items of the splits that examples are taken from, with captions.

    Where such a split takes items of each value of a label, their values are named
    (ImageMet, Figure 6). None where the protocol asks for no caption or has no such split.
    """
    protocol = release.protocol
    example_splits = [split for split in protocol.release.splits if split.shots]
    if not protocol.sentences or not example_splits:
        return None
    splits = [split.id for split in example_splits]
    fields = [protocol.label(split.per) for split in example_splits if split.per]
    field = protocol.sentences[0].id
    items = [
        item
        for item in released_items(release, splits=splits)
        if item.written.get(field)
    ][:_SHOWN]
    previews = item_previews(item.item_id for item in items)
    examples = [
        Example(
            _heading(item, fields, language),
            previews[item.item_id][:1],
            item.written[field],
            (),
            "",
        )
        for item in items
    ]
    title = phrase("examples", language, name=release.name)
    return ExampleSheet(title, examples) if examples else None


def _heading(
    item: ReleasedRow, fields: Sequence[LabelField], language: Language
) -> str:
    """Return the key of an item with its values of these labels."""
    values = [
        in_language(choice.released_title, language)
        for field in fields
        for choice in field.choices
        if choice.id in item.labels.get(field.id, ())
    ]
    return f"{item.key} ({', '.join(values)})" if values else item.key


def output_example(release: Release, language: Language) -> ExampleSheet | None:
    """Return the captions of all models for one image, with its reference caption.

    It is the first item of the main split that they all have a caption of, in the first
    open task and the tasks that differ from it in technique. Of a model's runs the one
    that was chosen, or else the one with the lowest seed, stands for it. None where the
    keys are private or there is no such item.
    """
    tasks = _first_task_and_variants(release.protocol)
    main = next(
        split
        for split in release.protocol.release.splits
        if split.id == release.protocol.release.main_split
    )
    if not tasks or main.private:
        return None
    runs = _representative_runs(release, tasks)
    replies = {name: replies_of(run) for name, run in runs.items()}
    items = [
        item
        for item in released_items(release, splits=[main.id])
        if all(item.key in captions_by_item for captions_by_item in replies.values())
    ][:1]
    if not replies or not items:
        return None
    [item] = items
    captions = [
        f"{name}: {captions_by_item[item.key]}"
        for name, captions_by_item in replies.items()
    ]
    title = phrase(
        "outputs", language, task=in_language(tasks[0].title, language), item=item.key
    )
    reference = item.written.get(tasks[0].reference, "")
    preview = item_previews([item.item_id])[item.item_id][0]
    return ExampleSheet(title, [Example("", [preview], reference, captions, "")])


def _first_task_and_variants(protocol: Protocol) -> list[OpenTask]:
    """Return the first open task and those with its metrics and another technique."""
    tasks = protocol.evaluation.open_tasks
    return [
        task
        for at, task in enumerate(tasks)
        if at == 0 or (task.suffix and task.metrics == tasks[0].metrics)
    ]


def _representative_runs(release: Release, tasks: Sequence[OpenTask]) -> dict[str, Run]:
    suffixes = {task.id: task.suffix for task in tasks}
    runs = Run.objects.filter(
        HAS_SCORES, release=release, setting__in=suffixes
    ).order_by("chosen", "-seed", "pk")
    runs_by_name = {
        technique_name(run.model, suffixes[run.setting], run.parameters_label): run
        for run in runs
    }
    return dict(sorted(runs_by_name.items()))
