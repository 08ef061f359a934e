"""Annotated items, created through the services."""

from collections.abc import Mapping, Sequence

from annotation.assignment.services.next_slot import lease_next_slot
from annotation.drafts.services.submissions import submit_annotation
from annotation.items.models.submissions import Annotation
from projects.models import User
from tests.support.cast import Cast
from tests.support.images import accepted_images
from tests.support.writing import finished_record

Labels = Mapping[str, Sequence[str]]


def submit_record(
    cast: Cast, person: User, *, labels: Labels | None = None, questions: int = 1
) -> Annotation:
    """Submit the person's next item with the first choices, except for ``labels``."""
    actor = cast.actor(person)
    slot = lease_next_slot(project=cast.project, actor=actor)
    assert slot is not None
    mark = f"by {person.username.rpartition('-')[2]} on {slot.item.number}"
    record = finished_record(cast.project.protocol, mark=mark, questions=questions)
    record["labels"].update({field: list(v) for field, v in (labels or {}).items()})
    return submit_annotation(slot=slot, actor=actor, content=record, seconds=90.0)


def annotated_items(
    cast: Cast, n: int = 1, *, labels: Sequence[Labels] = (), questions: int = 1
) -> None:
    """Create ``n`` items, annotated by the cast's first annotators.

    ``labels`` are those of each annotator, in order.
    """
    protocol = cast.project.protocol
    accepted_images(cast.project, n * protocol.item.images)
    for _ in range(n):
        for at, person in enumerate(cast.annotators[: protocol.annotation.people]):
            person_labels = labels[at] if at < len(labels) else None
            submit_record(cast, person, labels=person_labels, questions=questions)
