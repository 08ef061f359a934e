"""Asking people who have not seen a question for its answer."""

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
"""Places looked at in one go; people begin at different ones so as not to collide."""
_TRIES = 8


def validation_next(*, project: Project, actor: Actor) -> ValidationPlace | None:
    """A question for this person to answer, or the one they are at; None when done.

    1. Who holds a place keeps it.
    2. A question of an item that they never had to do with, and never answered before.
    3. Where fewer people than places are fresh, one that they answered in an earlier
       form; where the round has a waiver, any that they did not write. The place says
       that it was waived and why.

    Raises NotAllowed for an annotator who has not agreed to what the work is.
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
    """Places in the order in which they are tried, each with its waiver if it has one.

    Organizers can see every key, so they are never fresh.
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
    """The first few, each question once, begun at a different one by each person."""
    ordered = places.select_related("round", "revision__question").order_by("pk")
    first: dict[int, ValidationPlace] = {}
    for place in ordered[:_LOOKED_AT]:
        first.setdefault(place.revision_id, place)
    few = list(first.values())
    start = user_id % len(few) if few else 0
    return few[start:] + few[:start]


def _lease(place: ValidationPlace, actor: Actor, until: datetime, waived: str) -> bool:
    """Whether the place is now this person's; no when somebody was faster."""
    changes = {"person": actor.user, "lease_until": until, "waived": waived}
    data = {"waived": waived} if waived else {}
    try:
        with transaction.atomic():
            transition(place, "lease", actor=actor, changes=changes, data=data)
    except (ConflictError, IntegrityError):
        # IntegrityError: this person just got a place in another window.
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
        return  # somebody is just answering after all; the rest waits for the next call


def answer_question(
    *,
    place: ValidationPlace,
    actor: Actor,
    chosen: Any,
    issues: Sequence[str],
    comment: str,
    seconds: float | None,
) -> ValidationAnswer:
    """Keep an answer in the form of the question's format.

    ``chosen`` counts the options as this person was shown them.

    Sending the same again changes nothing. An answer after the lease ran out is kept
    when nobody else has the place. Raises InvalidInputError, ConflictError.
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
    # After the commit: of two last answers at once, the later one sees both.
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
    """Take one's last answer back and be at that question again.

    The place that one has got since goes back. Raises ConflictError when there is no answer
    or it has been counted.
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
