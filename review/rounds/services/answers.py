"""Validation: give questions to people who have not seen them, and keep answers."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotation.items.models.items import ItemImage
from annotation.onboarding.services.consent_and_practice import require_consent
from annotation.slots.services.people import person_of
from core.clock import database_now
from core.domain.texts import _
from core.errors import ChangedError, ConflictError, FieldProblem, InvalidInputError
from core.selectors import last_entry
from core.services import Actor, transition
from curation.images.models import Image
from projects.models import Project
from projects.roles import Role
from review.rounds.domain.round_states import ANSWERED, COUNTED, LEASED, OPEN
from review.rounds.domain.verdicts import draw_option_order
from review.rounds.models.rounds import ValidationAssignment
from review.rounds.selectors.freshness import (
    assignments_of_known_items,
    assignments_under_waiver,
    too_few_are_fresh,
    validation_assignments_for_fresh_people,
)
from review.rounds.services.assignments import (
    end_leases,
    expire_validation_assignments,
    settle_question,
)
from subtext_protocol.formats.registry import get_format

_LOOKED_AT = 24
"""Assignments considered at once. People start at different ones, to avoid collisions.
"""
_TRIES = 8
_LOADED_AHEAD = 2
"""Questions whose images are loaded ahead: others may take the first."""
_NO_ANSWER: dict[str, Any] = {
    "order": None,
    "chosen": None,
    "issues": [],
    "comment": "",
    "seconds": None,
    "answered_at": None,
}


def assign_next_validation(
    *, project: Project, actor: Actor
) -> ValidationAssignment | None:
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
    for _attempt in range(_TRIES):
        held = _held(project, user_id)
        if held is not None:
            until = _lease_end(project)
            own_place = ValidationAssignment.objects.filter(
                pk=held.pk, status=LEASED, person=user_id
            )
            if own_place.update(lease_until=until):
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
    raise ChangedError(_("Many people are working at once. Try again."))


def upcoming_images(*, place: ValidationAssignment, actor: Actor) -> list[Image]:
    """Return the images of the items that probably come after the person's question.

    Pages load them ahead. Another person may take one of these questions first.
    """
    following = islice(_candidates(place.project, actor), _LOADED_AHEAD)
    items = {candidate.revision.question.item_id for candidate, _waived in following}
    items.discard(place.revision.question.item_id)
    places = ItemImage.objects.filter(item__in=items).select_related("image")
    return [item_image.image for item_image in places]


def _candidates(
    project: Project, actor: Actor
) -> Iterator[tuple[ValidationAssignment, str]]:
    """Yield assignments in the order to try, each with its waiver or "".

    Organizers can see all correct answers, so they are never fresh.
    """
    user_id = person_of(actor).pk
    if actor.role == Role.ANNOTATOR:
        fresh = _spread(
            validation_assignments_for_fresh_people(project, user_id), user_id
        )
        if fresh:
            yield from ((place, "") for place in fresh)
            return
        for place in _spread(assignments_of_known_items(project, user_id), user_id):
            if too_few_are_fresh(place):
                yield place, "Too few people are left who have not seen this question."
    for place in _spread(assignments_under_waiver(project, user_id), user_id):
        if too_few_are_fresh(place):
            yield place, place.round.waiver


def _spread(
    places: QuerySet[ValidationAssignment], user_id: int
) -> list[ValidationAssignment]:
    """Return a few assignments, one a question; each person's first is another one."""
    ordered = places.select_related("round", "revision__question").order_by("pk")
    first: dict[int, ValidationAssignment] = {}
    for place in ordered[:_LOOKED_AT]:
        first.setdefault(place.revision_id, place)
    few = list(first.values())
    start = user_id % len(few) if few else 0
    return few[start:] + few[:start]


def _lease(
    place: ValidationAssignment, actor: Actor, until: datetime, waived: str
) -> bool:
    """Return whether the assignment was leased, and not taken by someone else first."""
    changes = {"person": actor.user, "lease_until": until, "waived": waived}
    try:
        with transaction.atomic():
            transition(place, "lease", actor=actor, changes=changes)
    except (ConflictError, IntegrityError):
        # IntegrityError: this person has just got an assignment in another window.
        return False
    return True


def _held(project: Project, user_id: int) -> ValidationAssignment | None:
    return (
        ValidationAssignment.objects.filter(
            project=project, person=user_id, status=LEASED
        )
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
    place: ValidationAssignment,
    actor: Actor,
    chosen: Any,
    issues: Sequence[str],
    comment: str,
    seconds: float | None,
) -> None:
    """Store an answer in the form of the question's format.

    ``chosen`` counts the options in the order that this person was shown. Sending the
    same answer again changes nothing. An answer after the time limit is kept if nobody
    else has the assignment. Raises InvalidInputError, ConflictError.
    """
    user_id = person_of(actor).pk
    revision = place.revision
    order = draw_option_order(
        len(revision.options),
        revision=revision.pk,
        person=user_id,
        seed=place.round.seed,
    )
    _require_answer(place, chosen, issues)
    kind = get_format(revision.question.format)
    unshuffled = None if chosen is None else kind.restore_option_order(chosen, order)
    if place.status in (ANSWERED, COUNTED) and place.person_id == user_id:
        if (place.chosen, sorted(place.issues)) == (unshuffled, sorted(issues)):
            return
        raise ConflictError(
            _("You have already answered this question. Undo that answer first.")
        )
    changes = {
        "person": actor.user,
        "lease_until": None,
        "waived": _require_place(place, user_id),
        "order": order,
        "chosen": unshuffled,
        "issues": sorted(issues),
        "comment": comment.strip(),
        "seconds": seconds,
        "answered_at": timezone.now(),
    }
    transition(place, "answer", actor=actor, changes=changes)
    # After the commit: of two simultaneous last answers, the later one sees both.
    settle_question(of=place.round, revision_id=revision.pk)


def _require_answer(
    place: ValidationAssignment, chosen: Any, issues: Sequence[str]
) -> None:
    known = {issue.id for issue in place.project.protocol.review.issues}
    problems = [
        FieldProblem(f"issues.{at}", _("The protocol has no such problem to report."))
        for at, issue in enumerate(issues)
        if issue not in known
    ]
    kind = get_format(place.revision.question.format)
    if chosen is None and not issues:
        problems.append(
            FieldProblem("chosen", _("Choose an answer or report a problem."))
        )
    elif chosen is not None:
        wrong = kind.validate_answer(place.revision.options, chosen)
        if wrong is not None:
            problems.append(FieldProblem("chosen", wrong))
    if problems:
        raise InvalidInputError(_("This answer is not valid."), problems)


def _require_place(place: ValidationAssignment, user_id: int) -> str:
    """Return the waiver under which the person has, or had last, the assignment.

    Raises ConflictError if another person has it.
    """
    if place.status == LEASED and place.person_id == user_id:
        return place.waived
    if place.status == OPEN:
        last = last_entry(place)
        if (
            last is not None
            and last.action == "expire"
            and last.data.get("person") == user_id
        ):
            waived: str = last.data["waived"]
            return waived
    raise ConflictError(_("This question is no longer waiting for your answer."))


@transaction.atomic
def undo_answer(*, project: Project, actor: Actor) -> ValidationAssignment:
    """Undo the person's last answer and return them to that question.

    An assignment that they have got since is freed. Raises ConflictError if there is no
    answer, or if it is already counted.
    """
    user_id = person_of(actor).pk
    last = (
        ValidationAssignment.objects.filter(
            project=project, person=user_id, status__in=(ANSWERED, COUNTED)
        )
        .select_related("round", "revision__question")
        .order_by("-answered_at", "-pk")
        .first()
    )
    if last is None:
        raise ConflictError(_("There is no answer to undo."))
    if last.status == COUNTED:
        raise ConflictError(
            _("This question is already counted: everyone has answered it.")
        )
    held = _held(project, user_id)
    if held is not None:
        end_leases([held], actor=actor)
    taken_back = {name: getattr(last, name) for name in _NO_ANSWER}
    transition(
        last,
        "reopen",
        actor=actor,
        changes={"lease_until": _lease_end(project), **_NO_ANSWER},
        data={"taken_back": {**taken_back, "answered_at": str(last.answered_at)}},
    )
    return last
