"""Notifications of messages in discussions and of their outcomes."""

from django.db.models import Max, QuerySet

from annotation.items.models.questions import QuestionRevision
from projects.access.selectors import active_people
from projects.models import User
from projects.roles import ORGANIZERS, Role
from review.notifications.models import Notification, NotificationKind
from review.notifications.services.sending import send_notifications
from review.rounds.models.rounds import ValidationAssignment
from review.rounds.models.threads import Message, Thread, ThreadOrigin

_OF_THREADS = (
    NotificationKind.DISSENT,
    NotificationKind.ASKED,
    NotificationKind.ANSWERED,
    NotificationKind.THREAD_CLOSED,
)
"""Kinds whose subject is a discussion."""


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
