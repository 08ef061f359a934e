"""Notifications to people, sent in the transaction of the event."""

from collections.abc import Iterable, Sequence

from django.utils import timezone

from annotation.items.domain.slot_states import OPEN
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Draft
from core.domain.machine import SYSTEM
from core.models import LedgerEntry
from projects.models import Project, User
from review.notifications.models import Notification, NotificationKind
from review.notifications.selectors import list_notifications


def send_notifications(
    *,
    people: Iterable[int],
    project: Project | None,
    kind: NotificationKind,
    item_id: int | None,
    subject_id: int,
    text: str = "",
) -> None:
    """Notify people (by key), except those with the same notification unread.

    ``project`` None: about their account, shown in every project.
    """
    Notification.objects.bulk_create(
        [
            Notification(
                project=project,
                person_id=person,
                kind=kind,
                item_id=item_id,
                subject_id=subject_id,
                text=text,
            )
            for person in sorted(set(people))
        ],
        ignore_conflicts=True,
    )


def mark_notifications_read(*, project: Project, person: User, up_to: int) -> int:
    """Mark the person's notifications up to ``up_to`` as read. Returns how many."""
    unread = list_notifications(project, person).filter(read_at=None, pk__lte=up_to)
    return unread.update(read_at=timezone.now())


def mark_notification_read(*, notice: Notification) -> Notification:
    """Mark one notification as read."""
    if notice.read_at is None:
        notice.read_at = timezone.now()
        notice.save(update_fields=["read_at"])
    return notice


def notify_of_returned_slots(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → returned: notify of rework or of an expired time limit."""
    for entry, slot in _slots(entries):
        if slot.person_id is None:
            continue
        if entry.action == "send_back":
            _tell_of_slot(
                slot, slot.person_id, NotificationKind.WORK_RETURNED, entry.reason
            )
        elif entry.role == SYSTEM and entry.action == "put_back":
            _tell_of_slot(slot, slot.person_id, NotificationKind.WORK_LAPSED)


def notify_of_lapsed_leases(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → open: tell a person with a draft that the time limit expired.

    The slot has no person any more, so the ledger tells who had it. The draft stays
    theirs.
    """
    for entry, slot in _slots(entries):
        if entry.action != "expire" or entry.role != SYSTEM or slot.status != OPEN:
            continue
        holder = entry.data.get("leased_by") or _last_actor(entry)
        typed = Draft.objects.filter(
            slot__item=slot.item_id, person=holder, version__gt=1
        )
        if holder is not None and typed.exists():
            _tell_of_slot(slot, holder, NotificationKind.WORK_LAPSED)


def _last_actor(entry: LedgerEntry) -> int | None:
    """Return the person who leased a slot again, which has an entry of its own."""
    earlier = LedgerEntry.objects.filter(
        machine=entry.machine, subject_id=entry.subject_id, version__lt=entry.version
    )
    people = earlier.exclude(actor=None).order_by("-version")
    return people.values_list("actor", flat=True).first()


def _slots(entries: Sequence[LedgerEntry]) -> list[tuple[LedgerEntry, Slot]]:
    slots = Slot.objects.select_related("project").in_bulk(
        [entry.subject_id for entry in entries]
    )
    return [(entry, slots[entry.subject_id]) for entry in entries]


def _tell_of_slot(
    slot: Slot, person: int, kind: NotificationKind, text: str = ""
) -> None:
    send_notifications(
        people=[person],
        project=slot.project,
        kind=kind,
        item_id=slot.item_id,
        subject_id=slot.pk,
        text=text,
    )
