"""Assignments of a validation round: created first, counted when all are answered."""

from collections.abc import Sequence

from django.db import transaction

from annotation.domain.formats.registry import format_of
from annotation.models import Question, QuestionRevision
from review.domain.states import (
    ANSWERED,
    IN_VALIDATION,
    LEASED,
    OPEN,
    VALIDATED,
    WITHDRAWN,
)
from review.domain.verdicts import Answer, Judgement, judge
from review.models import Case, Round, ValidationPlace, Verdict
from review.services.notices import author_told_of_failure
from workflow.clock import database_now
from workflow.errors import ConflictError
from workflow.services import Actor, transition, transition_all


def create_validation_assignments(
    *, of: Round, revisions: Sequence[QuestionRevision]
) -> int:
    """Create the round's number of assignments for each revision without any.

    Returns how many were created.
    """
    there = set(
        ValidationPlace.objects.filter(round=of).values_list("revision_id", flat=True)
    )
    places = [
        ValidationPlace(
            project_id=of.project_id, round=of, revision=revision, number=number
        )
        for revision in revisions
        if revision.pk not in there
        for number in range(1, of.rule.people + 1)
    ]
    ValidationPlace.objects.bulk_create(places, batch_size=500)
    return len(places)


def withdraw_validation_assignments(
    *, actor: Actor, case: Case | None = None, question: Question | None = None
) -> None:
    """Withdraw the assignments of a case or a question; answers are kept."""
    places = ValidationPlace.objects.filter(status__in=(OPEN, LEASED, ANSWERED))
    if case is not None:
        places = places.filter(revision__question__item=case.item_id)
    if question is not None:
        places = places.filter(revision__question=question)
    transition_all(places, "withdraw", actor=actor, changes={"lease_until": None})


def expire_validation_assignments(*, project_id: int) -> None:
    """Free assignments past their time limit.

    Raises ConflictError if one is being answered at this moment.
    """
    over = ValidationPlace.objects.filter(
        project_id=project_id, status=LEASED, lease_until__lt=database_now()
    )
    transition_all(
        over,
        "expire",
        actor=Actor.system(),
        changes={"lease_until": None, "person": None, "waived": ""},
    )


_TRIES = 5


def settle_question(*, of: Round, revision_id: int) -> Verdict | None:
    """Return the round's verdict on a question once all have answered, else None.

    It may be called at any time and concurrently. Each answer is counted by a
    transition of its assignment, so only one caller succeeds and no withdrawn answer is
    counted. A failed question sends its item to rework.
    """
    for _ in range(_TRIES):
        places = list(
            ValidationPlace.objects.filter(round=of, revision=revision_id)
            .exclude(status=WITHDRAWN)
            .select_related("answer", "revision__question")
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
    answered = ValidationPlace.objects.filter(round=of, status=ANSWERED)
    for revision_id in set(answered.values_list("revision_id", flat=True)):
        settle_question(of=of, revision_id=revision_id)


@transaction.atomic
def _settle(of: Round, places: list[ValidationPlace]) -> Verdict:
    transition_all(places, "count", actor=Actor.system())
    revision = places[0].revision
    answers = [
        Answer(place.answer.chosen, place.answer.issues, place.answer.comment)
        for place in places
    ]
    kind = format_of(revision.question.format)
    found = judge(
        answers,
        agrees=lambda given: (
            revision.answer is not None and kind.agrees(revision.answer, given)
        ),
        needed=of.rule.agree,
    )
    verdict = Verdict.objects.create(
        round=of,
        revision=revision,
        passed=found.passed,
        agreed=found.agreed,
        asked=found.asked,
        reasons=found.reasons,
    )
    if not found.passed:
        _send_to_rework(of, places[0], found)
    return verdict


def _send_to_rework(of: Round, place: ValidationPlace, found: Judgement) -> None:
    question = place.revision.question
    if not question.live or question.current_number != place.revision.number:
        return
    case = Case.objects.get(item=question.item_id)
    author_told_of_failure(case=case, revision=place.revision)
    if case.status in (IN_VALIDATION, VALIDATED):
        transition(
            case,
            "fail",
            actor=Actor.system(),
            reason=f"Question {question.position} did not pass round {of.number}.",
            data={
                "round": of.number,
                "question": question.uid,
                "reasons": found.reasons,
            },
        )
