"""Assignments of a validation round: created first, counted when all are answered."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import F

from annotation.items.models.questions import Question, QuestionRevision
from core.clock import database_now
from core.domain.texts import _
from core.errors import ConflictError
from core.services import Actor, transition, transition_all
from review.adjudication.domain.case_states import IN_VALIDATION, VALIDATED
from review.adjudication.models import Case
from review.rounds.domain.round_states import ANSWERED, LEASED, OPEN, WITHDRAWN
from review.rounds.domain.round_states import OPEN as OPEN_ROUND
from review.rounds.domain.verdicts import ValidatorAnswer, judge_answers
from review.rounds.models.rounds import Round, ValidationAssignment, Verdict
from review.rounds.models.threads import Thread
from review.rounds.services.dissent import (
    lapse_dissent_discussions,
    open_dissent_discussion,
)
from review.rounds.services.notifications import notify_author_of_failure
from subtext_protocol.formats.registry import get_format


def create_validation_assignments(
    *, of: Round, revisions: Sequence[QuestionRevision]
) -> int:
    """Create the round's number of assignments for each revision without any.

    Returns how many were created.
    """
    there = set(
        ValidationAssignment.objects.filter(round=of).values_list(
            "revision_id", flat=True
        )
    )
    places = [
        ValidationAssignment(
            project_id=of.project_id, round=of, revision=revision, number=number
        )
        for revision in revisions
        if revision.pk not in there
        for number in range(1, of.rule.people + 1)
    ]
    ValidationAssignment.objects.bulk_create(places, batch_size=500)
    return len(places)


def withdraw_validation_assignments(
    *, actor: Actor, case: Case | None = None, question: Question | None = None
) -> None:
    """Withdraw the assignments of a case or a question; answers are kept.

    Discussions of its dissent end with it.
    """
    places = ValidationAssignment.objects.filter(status__in=(OPEN, LEASED, ANSWERED))
    threads = Thread.objects.all()
    if case is not None:
        places = places.filter(revision__question__item=case.item_id)
        threads = threads.filter(item=case.item_id)
    if question is not None:
        places = places.filter(revision__question=question)
        threads = threads.filter(question=question)
    lapse_dissent_discussions(actor=actor, threads=threads)
    transition_all(places, "withdraw", actor=actor, changes={"lease_until": None})


def expire_validation_assignments(*, project_id: int) -> None:
    """Free assignments past their time limit.

    Raises ConflictError if one is being answered at this moment.
    """
    over = ValidationAssignment.objects.filter(
        project_id=project_id, status=LEASED, lease_until__lt=database_now()
    )
    end_leases(over, actor=Actor.system())


def end_leases(
    places: Iterable[ValidationAssignment], *, actor: Actor, action: str = "expire"
) -> None:
    """Free leased assignments; the ledger keeps whose they were and under what waiver.

    A late answer is accepted after ``expire``, and not after ``vacate``.

    Raises ConflictError if one has changed since it was read.
    """
    transition_all(
        places,
        action,
        actor=actor,
        data=lambda place: {"person": place.person_id, "waived": place.waived},
        changes={"lease_until": None, "person": None, "waived": ""},
    )


_TRIES = 5


def settle_question(*, of: Round, revision_id: int) -> Verdict | None:
    """Return the round's verdict on a question once all have answered, else None.

    It may be called at any time and concurrently. Each answer is counted by a
    transition of its assignment, so only one caller succeeds and no withdrawn answer is
    counted. A failed question sends its item to rework.
    """
    for _attempt in range(_TRIES):
        places = list(
            ValidationAssignment.objects.filter(round=of, revision=revision_id)
            .exclude(status=WITHDRAWN)
            .select_related("revision__question")
        )
        if not places or any(place.status != ANSWERED for place in places):
            return None
        try:
            return _settle(of, places)
        except ConflictError:
            continue  # an assignment or the case has changed: try again
    return None


def settle_round(of: Round) -> None:
    """Settle questions that a failed worker left, so that a round can be closed."""
    answered = ValidationAssignment.objects.filter(round=of, status=ANSWERED)
    for revision_id in set(answered.values_list("revision_id", flat=True)):
        settle_question(of=of, revision_id=revision_id)


@transaction.atomic
def _settle(of: Round, places: list[ValidationAssignment]) -> Verdict:
    transition_all(places, "count", actor=Actor.system())
    revision = places[0].revision
    answers = [
        ValidatorAnswer(place.chosen, place.issues, place.comment) for place in places
    ]
    kind = get_format(revision.question.format)
    judgement = judge_answers(
        answers,
        agrees=lambda response: (
            revision.answer is not None and kind.equals_key(revision.answer, response)
        ),
        needed=of.rule.agree,
    )
    verdict = Verdict.objects.create(
        round=of,
        revision=revision,
        passed=judgement.passed,
        agreed=judgement.agreed,
        asked=judgement.asked,
        reasons=judgement.reasons,
    )
    if not judgement.passed:
        _send_to_rework(verdict)
    elif of.rule.discuss_dissent and judgement.agreed < judgement.asked:
        open_dissent_discussion(verdict, places)
    return verdict


def fail_discussed_question(*, thread: Thread, outcome: str) -> None:
    """Fail a question after the discussion of a dissent, and send it to rework.

    Raises ConflictError if the discussion holds up no question: it is about something
    else, its round is closed, or its question has changed or failed since.
    """
    held_up = Verdict.objects.filter(
        discussion=thread,
        passed=True,
        round__status=OPEN_ROUND,
        revision__question__live=True,
        revision__number=F("revision__question__current_number"),
    )
    verdict = held_up.select_related("round", "revision__question").first()
    if verdict is None:
        raise ConflictError(
            _("This discussion does not block a question of an open round.")
        )
    verdict.passed = False
    verdict.reasons = [*verdict.reasons, {"kind": "discussion", "text": outcome}]
    verdict.save(update_fields=["passed", "reasons"])
    _send_to_rework(verdict)


def _send_to_rework(verdict: Verdict) -> None:
    of, revision = verdict.round, verdict.revision
    question = revision.question
    if not question.live or question.current_number != revision.number:
        return
    case = Case.objects.get(item=question.item_id)
    notify_author_of_failure(case=case, revision=revision)
    if case.status in (IN_VALIDATION, VALIDATED):
        transition(
            case,
            "fail",
            actor=Actor.system(),
            reason=_(
                "Question {position} did not pass round {number}.",
                position=question.position,
                number=of.number,
            ),
            data={
                "round": of.number,
                "question": question.uid,
                "reasons": verdict.reasons,
            },
        )
