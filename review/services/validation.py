"""Validation: give questions to people who have not seen them, and keep answers."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from annotation.domain.formats.registry import format_of
from annotation.services.first_visit import require_consent
from annotation.services.people import person_of
from projects.models import Project, Role
from review.domain.states import ANSWERED, COUNTED, LEASED, OPEN
from review.domain.verdicts import shown_order
from review.models import ValidationAnswer, ValidationPlace
from review.selectors.freshness import (
    fresh_places,
    places_known_to,
    places_met_before,
    too_few_are_fresh,
)
from review.services.validation_assignments import (
    expire_validation_assignments,
    settle_question,
)
from workflow.clock import database_now
from workflow.errors import ConflictError, FieldProblem, InvalidInputError
from workflow.selectors import life_of
from workflow.services import Actor, transition

_LOOKED_AT = 24
"""Assignments considered at once. People start at different ones, to avoid collisions.
"""
_TRIES = 8


def validation_next(*, project: Project, actor: Actor) -> ValidationPlace | None:
    """Return the person's current question or a new one; None when done.

    1. An assignment that the person already holds stays theirs.
    2. Next come questions that are fresh to the person: item and question are unknown
       to them.
    3. Where fewer people than assignments are fresh, a question that they answered in
       an earlier form; under a waiver of the round, any that they did not write. The
       assignment records the waiver and its reason.

    Raises NotAllowedError for an annotator who has not given consent.
    """
    require_consent(project=project, actor=actor)
    user_id = person_of(actor).pk
    for _ in range(_TRIES):
        held = _held(project, user_id)
        if held is not None:
            until = _lease_end(project)
            mine = ValidationPlace.objects.filter(
                pk=held.pk, status=LEASED, person=user_id
            )
            if mine.update(lease_until=until):
                held.lease_until = until
                return held
            continue
        _expire(project)
        candidates = list(_candidates(project, actor))
        if not candidates:
            return None
        for place, waived in candidates:
            if _lease(place, actor, _lease_end(project), waived):
                return place
    raise ConflictError("Many people are working at once. Try again.")


def _candidates(
    project: Project, actor: Actor
) -> Iterator[tuple[ValidationPlace, str]]:
    """Yield assignments in the order to try, each with its waiver or "".

    Organizers can see all correct answers, so they are never fresh.
    """
    user_id = person_of(actor).pk
    if actor.role == Role.ANNOTATOR:
        fresh = _spread(fresh_places(project, user_id), user_id)
        if fresh:
            yield from ((place, "") for place in fresh)
            return
        for place in _spread(places_met_before(project, user_id), user_id):
            if too_few_are_fresh(place):
                yield place, "Too few people are left who have not seen this question."
    for place in _spread(places_known_to(project, user_id), user_id):
        if too_few_are_fresh(place):
            yield place, place.round.waiver


def _spread(places: QuerySet[ValidationPlace], user_id: int) -> list[ValidationPlace]:
    """Return a few assignments, one a question; each person's first is another one."""
    ordered = places.select_related("round", "revision__question").order_by("pk")
    first: dict[int, ValidationPlace] = {}
    for place in ordered[:_LOOKED_AT]:
        first.setdefault(place.revision_id, place)
    few = list(first.values())
    start = user_id % len(few) if few else 0
    return few[start:] + few[:start]


def _lease(place: ValidationPlace, actor: Actor, until: datetime, waived: str) -> bool:
    """Return whether the assignment was leased, and not taken by someone else first."""
    changes = {"person": actor.user, "lease_until": until, "waived": waived}
    data = {"waived": waived} if waived else {}
    try:
        with transaction.atomic():
            transition(place, "lease", actor=actor, changes=changes, data=data)
    except (ConflictError, IntegrityError):
        # IntegrityError: this person has just got an assignment in another window.
        return False
    return True


def _held(project: Project, user_id: int) -> ValidationPlace | None:
    return (
        ValidationPlace.objects.filter(project=project, person=user_id, status=LEASED)
        .select_related("round", "revision__question")
        .first()
    )


def _lease_end(project: Project) -> datetime:
    return database_now() + timedelta(minutes=project.protocol.annotation.lease_minutes)


def _expire(project: Project) -> None:
    try:
        expire_validation_assignments(project_id=project.pk)
    except ConflictError:
        return  # one is being answered; the next call expires the rest


def answer_question(
    *,
    place: ValidationPlace,
    actor: Actor,
    chosen: Any,
    issues: Sequence[str],
    comment: str,
    seconds: float | None,
) -> ValidationAnswer:
    """Store an answer in the form of the question's format.

    ``chosen`` counts the options in the order that this person was shown. Sending the
    same answer again changes nothing. An answer after the time limit is kept if nobody
    else has the assignment. Raises InvalidInputError, ConflictError.
    """
    user_id = person_of(actor).pk
    revision = place.revision
    order = shown_order(
        len(revision.options),
        revision=revision.pk,
        person=user_id,
        seed=place.round.seed,
    )
    _require_answer(place, chosen, issues)
    kind = format_of(revision.question.format)
    given = None if chosen is None else kind.restore_option_order(chosen, order)
    if place.status in (ANSWERED, COUNTED) and place.person_id == user_id:
        kept = place.answer
        if (kept.chosen, sorted(kept.issues)) == (given, sorted(issues)):
            return kept
        raise ConflictError(
            "You have already answered this question. Undo that answer first."
        )
    _require_place(place, user_id)
    changes = {"person": actor.user, "lease_until": None}
    with transaction.atomic():
        transition(place, "answer", actor=actor, changes=changes)
        answer = ValidationAnswer.objects.create(
            place=place,
            order=order,
            chosen=given,
            issues=sorted(issues),
            comment=comment.strip(),
            seconds=seconds,
        )
    # After the commit: of two simultaneous last answers, the later one sees both.
    settle_question(of=place.round, revision_id=revision.pk)
    return answer


def _require_answer(place: ValidationPlace, chosen: Any, issues: Sequence[str]) -> None:
    known = {issue.id for issue in place.project.protocol.review.issues}
    problems = [
        FieldProblem(f"issues.{at}", "The protocol has no such problem to report.")
        for at, issue in enumerate(issues)
        if issue not in known
    ]
    kind = format_of(place.revision.question.format)
    if chosen is None and not issues:
        problems.append(FieldProblem("chosen", "Choose an answer or report a problem."))
    elif chosen is not None:
        wrong = kind.validate_answer(place.revision.options, chosen)
        if wrong is not None:
            problems.append(FieldProblem("chosen", wrong))
    if problems:
        raise InvalidInputError("This answer is not valid.", problems)


def _require_place(place: ValidationPlace, user_id: int) -> None:
    if place.status == LEASED and place.person_id == user_id:
        return
    if place.status == OPEN:
        last = life_of(place).filter(action="lease").last()
        if last is not None and last.actor_id == user_id:
            return
    raise ConflictError("This question is no longer waiting for your answer.")


@transaction.atomic
def undo_answer(*, project: Project, actor: Actor) -> ValidationPlace:
    """Undo the person's last answer and return them to that question.

    An assignment that they have got since is freed. Raises ConflictError if there is no
    answer, or if it is already counted.
    """
    user_id = person_of(actor).pk
    last = (
        ValidationPlace.objects.filter(
            project=project, person=user_id, status__in=(ANSWERED, COUNTED)
        )
        .select_related("answer", "round", "revision__question")
        .order_by("-answer__answered_at", "-pk")
        .first()
    )
    if last is None:
        raise ConflictError("There is no answer to undo.")
    if last.status == COUNTED:
        raise ConflictError(
            "This question is already counted: everyone has answered it."
        )
    held = _held(project, user_id)
    if held is not None:
        back = {"person": None, "lease_until": None, "waived": ""}
        transition(held, "expire", actor=actor, changes=back)
    taken_back = {
        "chosen": last.answer.chosen,
        "issues": last.answer.issues,
        "comment": last.answer.comment,
    }
    transition(
        last,
        "reopen",
        actor=actor,
        changes={"lease_until": _lease_end(project)},
        data={"taken_back": taken_back},
    )
    ValidationAnswer.objects.filter(place=last).delete()
    return last
