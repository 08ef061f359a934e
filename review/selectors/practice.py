"""What a newcomer learns from the item that they practised on."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from annotation.domain.states import SUBMITTED
from annotation.models import Annotation, Item, Purpose
from annotation.selectors import items_of
from projects.models import Project, User
from review.domain.likeness import FieldLikeness, labels_alike
from review.selectors.cases import FinalRecord, case_of_item, final_record
from workflow.errors import Missing


class PracticeFeedback(NamedTuple):
    """One's own record of the practice item beside the final one."""

    item: Item
    mine: Mapping[str, Any]
    record: FinalRecord
    fields: Sequence[FieldLikeness]


def practice_feedback(project: Project, person: User) -> PracticeFeedback:
    """What the person said and what was decided. Raises Missing before it is in."""
    annotation = (
        Annotation.objects.filter(
            slot__project=project,
            slot__purpose=Purpose.PRACTICE,
            slot__status=SUBMITTED,
            person=person,
        )
        .select_related("slot")
        .last()
    )
    if annotation is None:
        raise Missing("You have not practised yet.")
    case = case_of_item(project, annotation.slot.item_id)
    record = final_record(case)
    mine = annotation.content
    return PracticeFeedback(
        items_of(project).get(pk=case.item_id),
        mine,
        record,
        labels_alike(project.protocol, mine["labels"], record.labels),
    )
