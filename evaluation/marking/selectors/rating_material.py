"""Material shown to raters, and the findings shown once rating is complete."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.marking.models.ratings import RatingTask
from evaluation.marking.selectors.correlations import correlations
from evaluation.marking.selectors.generated_images import marks_by_set, similes_of
from evaluation.marking.selectors.joint_ratings import (
    joint_means,
    samples_beside,
    tasks_beside,
)
from evaluation.marking.selectors.ratings import rating_findings, rating_of
from evaluation.runs.selectors.released_questions import item_images, released_items
from evaluation.runs.selectors.runs import replies_of
from projects.models import User

_SIMILE = {"en": "Simile", "zh": "比喻句"}


class Reply(NamedTuple):
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
    rating = rating_of(task)
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
                    next(
                        (
                            mark.marks
                            for mark in row.marks.all()
                            if mark.person_id == person.pk
                        ),
                        None,
                    ),
                )
                for row in beside.get(item.key, ())
            ],
        )
        for item in items
    }


def visible_findings(task: RatingTask) -> dict[str, Any]:
    """Return the findings of ``task``: means, agreement, judges, metrics and sets."""
    tasks = tasks_beside(task)
    beside = [
        {"set": name, "scale": scale, "n": n, "mean": mean}
        for name, scales in joint_means(task).items()
        for scale, (n, mean) in scales.items()
        if len(tasks) > 1
    ]
    ours = [
        {"set": name, "scale": scale, "n": mean_mark.n, "mean": mean_mark.mean}
        for name, scales in marks_by_set(task).items()
        for scale, mean_mark in scales.items()
    ]
    published = [
        {
            "set": published.set,
            "scale": published.scale,
            "n": None,
            "mean": published.mean,
        }
        for published in rating_of(task).published
    ]
    return {
        **vars(rating_findings(task)),
        "correlations": correlations(tasks),
        "sets": [*beside, *ours, *published],
    }
