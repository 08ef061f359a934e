"""What whoever marks is shown, and what is shown once everything is marked."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from evaluation.models import RatingTask
from evaluation.selectors.correlations import correlations
from evaluation.selectors.generated_images import marks_by_set, similes_of
from evaluation.selectors.questions import item_images, released_items
from evaluation.selectors.ratings import rating_findings, rating_of
from evaluation.selectors.runs import replies_of

_SIMILE = {"en": "Simile", "zh": "比喻句"}


class Material(NamedTuple):
    """One of a sample, without who said it or which set it is of."""

    images: Sequence[int]
    written: Sequence[Mapping[str, Any]]
    """Texts with their titles."""
    reply: str | None = None


def material_of(task: RatingTask) -> dict[str, Material]:
    """Everything of a task that may be marked, by its name in the sample."""
    rating = rating_of(task)
    if task.release is None:
        return {
            key: Material(
                [image] if rating.images else [],
                [{"id": "simile", "title": _SIMILE, "text": text}],
            )
            for key, (image, text) in similes_of(task).items()
        }
    fields = {one.id: one for one in task.protocol.fields}
    items = released_items(task.release)
    images = item_images(item.item_id for item in items) if rating.images else {}
    replies = replies_of(task.run) if task.run else {}
    return {
        item.key: Material(
            images.get(item.item_id, []),
            [
                {"id": name, "title": fields[name].title, "text": item.written[name]}
                for name in rating.shown
                if name in item.written
            ],
            replies.get(item.key),
        )
        for item in items
    }


def findings_shown(task: RatingTask) -> dict[str, Any]:
    """What came of a task: means, agreement, judges, metrics, other sets."""
    ours = [
        {"set": name, "scale": scale, "n": one.n, "mean": one.mean}
        for name, scales in marks_by_set(task).items()
        for scale, one in scales.items()
    ]
    published = [
        {"set": one.set, "scale": one.scale, "n": None, "mean": one.mean}
        for one in rating_of(task).published
    ]
    return {
        **vars(rating_findings(task)),
        "correlations": correlations([task]),
        "sets": [*ours, *published],
    }
