"""Notifications of validation rounds, and of what did not pass them."""

from collections.abc import Collection

from django.db.models import QuerySet

from annotation.items.models.questions import QuestionRevision
from core.services import Actor
from projects.access.selectors import active_people
from projects.models import Membership
from projects.roles import ORGANIZERS, Role
from projects.states import MEMBER
from review.adjudication.models import Case
from review.notifications.models import Notification, NotificationKind
from review.notifications.services.sending import send_notifications
from review.rounds.models.rounds import ChecklistMark, Round
from review.rounds.selectors.freshness import people_with_fresh_questions

_OF_ROUNDS = (NotificationKind.ROUND_OPENED, NotificationKind.CHECKLIST_OPENED)
"""Kinds whose subject is a validation round."""


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
