"""Material shown to raters, and the findings shown once rating is complete."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from evaluation.marking.models.ratings import RatingTask
from evaluation.marking.selectors.blind_marks import own_mark
from evaluation.marking.selectors.correlations import MetricCorrelation, correlations
from evaluation.marking.selectors.generated_images import means_by_set, similes_of
from evaluation.marking.selectors.joint_ratings import (
    joint_means,
    samples_beside,
    tasks_beside,
)
from evaluation.marking.selectors.ratings import (
    RatingFindings,
    rating_findings,
)
from evaluation.runs.selectors.released_questions import item_images, released_items
from evaluation.runs.selectors.runs import replies_of
from projects.models import User

_SIMILE = {"en": "Simile", "zh": "比喻句"}


@dataclass(frozen=True)
class Reply:
    """One of several responses about an item, without its model."""

    text: str
    mine: Mapping[str, int] | None
    """The marks of the person who sees it, by scale; None before that."""


class Material(NamedTuple):
    """One sampled entry to rate, without its model or its set."""

    images: Sequence[int]
    written: Sequence[Mapping[str, Any]]
    """Texts with their titles."""
    reply: str | None = None
    replies: Sequence[Reply] = ()
    """Responses of several runs in the order shown, in place of ``reply``."""


def material_of(
    task: RatingTask, keys: Collection[str], person: User
) -> dict[str, Material]:
    """Return the material of some sampled entries of ``task``, by sample key.

    Where responses are rated beside each other, it has the marks of ``person``.
    """
    rating = task.rubric
    if task.release is None:
        return {
            key: Material(
                [image] if rating.images else [],
                [{"id": "simile", "title": _SIMILE, "text": text}],
            )
            for key, (image, text) in similes_of(keys).items()
        }
    fields = {field.id: field for field in task.protocol.fields}
    items = released_items(task.release, keys=keys)
    images = item_images(item.item_id for item in items) if rating.images else {}
    tasks = tasks_beside(task)
    texts = {
        rated_task.pk: replies_of(rated_task.run, keys) if rated_task.run else {}
        for rated_task in tasks
    }
    beside = samples_beside(task, keys) if len(tasks) > 1 else {}
    return {
        item.key: Material(
            images.get(item.item_id, []),
            [
                {"id": name, "title": fields[name].title, "text": item.written[name]}
                for name in rating.shown
                if name in item.written
            ],
            None if beside else texts[task.pk].get(item.key),
            [
                Reply(
                    texts[row.task_id].get(item.key, ""),
                    mark.marks if (mark := own_mark(row, person.pk)) else None,
                )
                for row in beside.get(item.key, ())
            ],
        )
        for item in items
    }


@dataclass(frozen=True)
class SetMean:
    """Mean of one set, drawn or published, on one scale."""

    set: str
    scale: str
    n: int | None
    """None: as published."""
    mean: float | None


@dataclass(frozen=True)
class VisibleFindings(RatingFindings):
    """Findings of a task: means, agreement, judges, metrics and sets."""

    correlations: Sequence[MetricCorrelation]
    """Empty where neither metrics nor judges measured captions."""
    sets: Sequence[SetMean]
    """Of candidates or of runs, and what was published of other sets."""


def visible_findings(task: RatingTask) -> VisibleFindings:
    """Return the findings of ``task`` with those of the tasks beside it."""
    tasks = tasks_beside(task)
    joint = joint_means(task) if len(tasks) > 1 else {}
    means = [*joint.items(), *means_by_set(task).items()]
    sets = [
        SetMean(name, scale, mean.n, mean.mean)
        for name, by_scale in means
        for scale, mean in by_scale.items()
    ]
    published = [
        SetMean(mean.set, mean.scale, None, mean.mean) for mean in task.rubric.published
    ]
    return VisibleFindings(
        **vars(rating_findings(task)),
        correlations=correlations(tasks),
        sets=[*sets, *published],
    )
