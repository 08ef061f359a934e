"""What would become of a person's work if it did not count any more."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from annotation.domain.states import OPEN, RETURNED, SUBMITTED, VOIDED
from annotation.models import Purpose, Slot
from projects.models import Project
from review.domain.states import COMPARING, VALIDATED
from review.models import Case
from review.selectors.cases import DECIDED, UNDECIDED
from workflow.selectors import get_or_missing


@dataclass(frozen=True)
class VoidPreview:
    """What would follow. ``decided`` is touched only where it is confirmed."""

    name: str
    handed_in: int
    """Annotations that count now."""
    undecided: int
    """Items that go back to comparing: no decision is lost."""
    voided: int
    """Annotations that were voided and could count again: nobody has taken over."""
    decided: Sequence[Case]
    """What was decided on it, the validated first."""


def voidable_slots(project: Project, person_id: int) -> list[Slot]:
    """Where the person's work counts, in the order of the items."""
    slots = Slot.objects.filter(
        project=project,
        person=person_id,
        purpose=Purpose.WORK,
        status__in=(SUBMITTED, RETURNED),
    )
    return list(slots.select_related("item").order_by("item__number"))


def unvoidable_slots(project: Project, person_id: int) -> list[Slot]:
    """Where voided work could count again, in the order of the items.

    The place that was made instead is still free, and nothing was decided.
    """
    free = Slot.objects.filter(item=OuterRef("item"), purpose=Purpose.WORK, status=OPEN)
    slots = Slot.objects.filter(
        Exists(free),
        project=project,
        person=person_id,
        purpose=Purpose.WORK,
        status=VOIDED,
        item__case__status=COMPARING,
    )
    return list(slots.select_related("item").order_by("item__number"))


def void_preview(project: Project, person_id: int) -> VoidPreview:
    """Raises Missing for somebody who never took part."""
    member = get_or_missing(
        project.memberships.filter(user=person_id).select_related("user"),
        "There is no such person.",
    )
    slots = voidable_slots(project, person_id)
    theirs = Slot.objects.filter(pk__in=[slot.pk for slot in slots]).values("item_id")
    cases = Case.objects.filter(project=project, item__in=theirs)
    decided = (
        cases.filter(status__in=DECIDED)
        .select_related("item")
        .prefetch_related("item__places__image")
        .order_by("item__number")
    )
    return VoidPreview(
        name=member.user.shown_name,
        handed_in=len(slots),
        voided=len(unvoidable_slots(project, person_id)),
        undecided=cases.filter(status__in=UNDECIDED).count(),
        decided=sorted(decided, key=lambda case: case.status != VALIDATED),
    )
