"""Unsubmitted drafts of a person, and why each is not in progress."""

from typing import Literal, get_args

from django.db.models import (
    Case,
    CharField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)

from annotation.items.domain.slot_states import (
    CLOSED,
    DECLINED,
    LEASED,
    OPEN,
    RETURNED,
    VOIDED,
)
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation, Draft
from annotation.slots.selectors.eligibility import get_eligibility
from projects.models import Project, User

Why = Literal["skipped", "lapsed", "taken", "closed", "declined", "voided"]
"""Why a draft is not in progress. ``skipped``: the person put it off. ``lapsed``: the
lease expired and "next" returns it. ``taken``: it expired, and the others have all
slots or an organizer assigned it. ``closed``: the item was closed. ``declined``: the
person declined it. ``voided``: their submission was voided."""
REASONS = [(why, why) for why in get_args(Why)]


def unsubmitted_drafts(project: Project, person: User) -> QuerySet[Draft]:
    """Return the person's non-empty drafts that are neither submitted nor in progress.

    Each is annotated with ``why`` (Why), from the current state of its item. Leased and
    returned slots are left out: the person continues those. Callers order them by
    ``saved_at``.
    """
    beside = Slot.objects.filter(
        Q(purpose=OuterRef("slot__purpose")) | Q(purpose=Purpose.EXTRA),
        item=OuterRef("slot__item"),
        work_pass=OuterRef("slot__work_pass"),
    )
    own = beside.filter(person=person)
    submitted = Annotation.objects.filter(
        Q(slot__purpose=OuterRef("slot__purpose")) | Q(slot__purpose=Purpose.EXTRA),
        person=person,
        slot__item=OuterRef("slot__item"),
        slot__work_pass=OuterRef("slot__work_pass"),
        submitted_at__gte=OuterRef("saved_at"),
    )
    free = get_eligibility(project, person).keep_allowed_rows(
        beside.filter(status=OPEN, person=None), "item_id"
    )
    live = beside.exclude(status__in=(CLOSED, DECLINED, VOIDED))
    status = F("own_status")
    return (
        Draft.objects.filter(person=person, slot__project=project, version__gt=1)
        .exclude(Exists(own.filter(status__in=(LEASED, RETURNED))))
        .exclude(Exists(submitted))
        .annotate(
            own_status=Subquery(own.order_by("-moved_at").values("status")[:1]),
            put_off=Exists(own.filter(status=OPEN, lease_until__isnull=False)),
        )
        .annotate(
            why=Case(
                *(
                    When(own_status=ended, then=status)
                    for ended in (CLOSED, DECLINED, VOIDED)
                ),
                When(put_off=True, then=Value("skipped")),
                When(Exists(free) | Q(own_status=OPEN), then=Value("lapsed")),
                When(~Exists(live), then=Value("closed")),
                default=Value("taken"),
                output_field=CharField(),
            )
        )
        .select_related("slot__item")
        .prefetch_related("slot__item__places__image")
    )
