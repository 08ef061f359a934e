"""Notifications to people, sent in the transaction of the event."""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import Max, QuerySet
from django.utils import timezone

from annotation.domain.states import OPEN
from annotation.models import Draft, QuestionRevision, Slot
from projects.domain.states import MEMBER
from projects.models import Membership, Project, Role, User
from projects.selectors import ORGANIZERS, active_people
from review.models import (
    Case,
    ChecklistMark,
    Message,
    Notification,
    NotificationKind,
    Round,
    Thread,
    ThreadOrigin,
    ValidationAssignment,
)
from review.selectors.freshness import people_with_fresh_questions
from review.selectors.notices import notifications_of
from workflow.domain.machine import SYSTEM
from workflow.models import LedgerEntry
from workflow.services import Actor

_OF_THREADS = (
    NotificationKind.DISSENT,
    NotificationKind.ASKED,
    NotificationKind.ANSWERED,
    NotificationKind.THREAD_CLOSED,
)
"""Kinds whose subject is a discussion."""
_OF_ROUNDS = (NotificationKind.ROUND_OPENED, NotificationKind.CHECKLIST_OPENED)
"""Kinds whose subject is a validation round."""


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
    unread = notifications_of(project, person).filter(read_at=None, pk__lte=up_to)
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


def notify_author_of_failure(*, case: Case, revision: QuestionRevision) -> None:
    """Notify the author of a failed question, if they may change it."""
    send_notifications(
        people=_annotators_among(case, [revision.author_id]),
        project=case.project,
        kind=NotificationKind.QUESTION_RETURNED,
        item_id=case.item_id,
        subject_id=case.pk,
    )


def notify_annotators_of_checklist(mark: ChecklistMark) -> None:
    """Send the note of a failed checklist to those whose annotations were compared.

    Organizers rework the item, so the notification is feedback.
    """
    case = mark.case
    send_notifications(
        people=_annotators_among(case, case.comparison.get("people", ())),
        project=case.project,
        kind=NotificationKind.CHECKLIST_FAILED,
        item_id=case.item_id,
        subject_id=mark.pk,
        text=mark.note,
    )


def _annotators_among(case: Case, people: Collection[int]) -> QuerySet[Membership, int]:
    """Return those of ``people`` who are annotators of the case's project now."""
    annotators = Membership.objects.filter(
        project=case.project_id, user__in=people, role=Role.ANNOTATOR, status=MEMBER
    )
    return annotators.values_list("user", flat=True)


def notify_of_message(message: Message) -> None:
    """Notify organizers of an annotator's message, and participants of any message.

    Organizers read the message in the notification too, such as why an item was
    declined.
    """
    thread = message.thread
    organizers = {
        organizer.pk for organizer in active_people(thread.project, ORGANIZERS)
    }
    recipients = {NotificationKind.ANSWERED: _listeners(thread) - organizers}
    if message.role == Role.ANNOTATOR:
        recipients[NotificationKind.ASKED] = organizers
    for kind, people in recipients.items():
        send_notifications(
            people=people - {message.author_id},
            project=thread.project,
            kind=kind,
            item_id=thread.item_id,
            subject_id=thread.pk,
            text=message.text if kind == NotificationKind.ASKED else "",
        )


def notify_of_closing(thread: Thread, *, by: User) -> None:
    """Notify a discussion's participants of its outcome.

    It replaces what they have not read about the discussion.
    """
    people = _listeners(thread) - {by.pk}
    Notification.objects.filter(
        person__in=people, kind__in=_OF_THREADS, subject_id=thread.pk, read_at=None
    ).delete()
    send_notifications(
        people=people,
        project=thread.project,
        kind=NotificationKind.THREAD_CLOSED,
        item_id=thread.item_id,
        subject_id=thread.pk,
        text=thread.resolution,
    )


def notify_of_round(of: Round, *, actor: Actor) -> None:
    """Notify the people who can work on a round, each once per round.

    Of answers those to whom a question is fresh, of a checklist the organizers.
    """
    answers = of.rule.kind == "answer"
    kind = (
        NotificationKind.ROUND_OPENED if answers else NotificationKind.CHECKLIST_OPENED
    )
    roles = [Role.ANNOTATOR] if answers else ORGANIZERS
    notified = Notification.objects.filter(
        project=of.project_id, kind=kind, subject_id=of.pk
    ).values_list("person", flat=True)
    people = {person.pk for person in active_people(of.project, roles)} - {*notified}
    if actor.user:
        people.discard(actor.user.pk)
    if people and answers:
        people &= people_with_fresh_questions(of)
    send_notifications(
        people=people,
        project=of.project,
        kind=kind,
        item_id=None,
        subject_id=of.pk,
    )


def withdraw_round_notifications(of: Round) -> None:
    """Delete what people have not read about a round, because it is closed."""
    Notification.objects.filter(
        project=of.project_id, kind__in=_OF_ROUNDS, subject_id=of.pk, read_at=None
    ).delete()


def _listeners(thread: Thread) -> set[int]:
    """Return a discussion's writers; in a consensus on a question, also its author.

    Of a dissent also the validators.
    """
    people = set(thread.messages.values_list("author", flat=True))
    if thread.question is not None and thread.purpose == "consensus":
        people |= set(_author(thread))
    if thread.origin == ThreadOrigin.DISSENT:
        answers = ValidationAssignment.objects.filter(
            round__verdicts__discussion=thread,
            revision__verdicts__discussion=thread,
            person__isnull=False,
        )
        people |= set(answers.values_list("person", flat=True))
    return people


def _author(thread: Thread) -> QuerySet[QuestionRevision, int]:
    revisions = QuestionRevision.objects.filter(question=thread.question_id)
    newest = revisions.aggregate(number=Max("number"))["number"]
    return revisions.filter(number=newest).values_list("author", flat=True)


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
