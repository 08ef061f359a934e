"""Discussions of questions that passed although a validator chose another answer."""

from collections.abc import Sequence

from django.db.models import QuerySet

from core.services import Actor, transition, transition_all
from projects.access.selectors import active_people
from projects.roles import Role
from review.notifications.models import NotificationKind
from review.notifications.services.sending import send_notifications
from review.rounds.domain.thread_states import ANSWERED_THREAD, WAITING
from review.rounds.models.rounds import ValidationAssignment, Verdict
from review.rounds.models.threads import Thread, ThreadOrigin, ThreadPurpose


def open_dissent_discussion(
    verdict: Verdict, assignments: Sequence[ValidationAssignment]
) -> None:
    """Open the discussion that has to be settled before the question passes.

    The question's validators, its author and the organizers take part. The annotators
    among them are notified; organizers see it among their next steps.
    """
    project, question = verdict.round.project, verdict.revision.question
    thread = Thread.objects.create(
        project=project,
        item_id=question.item_id,
        question=question,
        purpose=ThreadPurpose.CONSENSUS,
        origin=ThreadOrigin.DISSENT,
    )
    transition(thread, "dissent", actor=Actor.system())
    verdict.discussion = thread
    verdict.save(update_fields=["discussion"])
    concerned = {assignment.person_id for assignment in assignments}
    concerned.add(verdict.revision.author_id)
    annotators = {person.pk for person in active_people(project, [Role.ANNOTATOR])}
    send_notifications(
        people=annotators & concerned,
        project=project,
        kind=NotificationKind.DISSENT,
        item_id=question.item_id,
        subject_id=thread.pk,
    )


def lapse_dissent_discussions(*, actor: Actor, threads: QuerySet[Thread]) -> None:
    """Close discussions whose question was changed or dropped before the outcome."""
    unsettled = threads.filter(
        origin=ThreadOrigin.DISSENT, status__in=(WAITING, ANSWERED_THREAD)
    )
    transition_all(unsettled, "lapse", actor=actor)
