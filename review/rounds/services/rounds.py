"""Validation rounds: opened in protocol order, one at a time, closed with a report."""

import math
import random
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from annotation.items.models.questions import QuestionRevision
from core.domain.texts import _
from core.errors import ChangedError, ConflictError, FieldProblem, InvalidInputError
from core.services import Actor, transition, transition_all
from projects.models import Project
from review.adjudication.domain.case_states import FINAL
from review.adjudication.models import Case
from review.adjudication.selectors.cases import cases_with_questions
from review.rounds.domain.round_states import OPEN
from review.rounds.models.rounds import ChecklistMark, Round, ValidationAssignment
from review.rounds.selectors.human_accuracy import human_accuracy
from review.rounds.selectors.rounds import (
    AWAITING,
    NOT_PASSED,
    cases_left_out,
    cases_passing_all_rounds,
    cases_unticked,
    current_revisions,
    current_round,
    is_round_complete,
    next_round,
    round_progress,
    verdict_counts,
)
from review.rounds.services.assignments import (
    create_validation_assignments,
    expire_validation_assignments,
    settle_round,
)
from review.rounds.services.notifications import (
    notify_annotators_of_checklist,
    notify_of_round,
    withdraw_round_notifications,
)


def open_round(*, project: Project, actor: Actor, automatic: bool = False) -> Round:
    """Open the next round for every decided item in its scope.

    Raises ConflictError while another round is open, or if none is left.
    """
    if current_round(project) is not None:
        raise ConflictError(_("Another round is open. Close it first."))
    step = next_round(project)
    protocol = project.current_protocol
    if step is None or protocol is None:
        raise ConflictError(_("All rounds are closed and no questions are left."))
    try:
        with transaction.atomic():
            opened = Round.objects.create(
                project=project,
                number=step.number,
                based_on=step.based_on,
                rules=step.rules.model_dump(mode="json"),
                protocol_version=protocol,
                automatic=automatic,
                seed=zlib.crc32(f"{project.slug}:{step.number}".encode()) >> 1,
            )
            transition(opened, "open", actor=actor)
            _take_in(opened, actor, AWAITING)
    except IntegrityError as error:
        raise ChangedError(_("Someone else has just opened a round.")) from error
    return opened


@transaction.atomic
def extend_round(*, of: Round, actor: Actor) -> int:
    """Include items decided since the round was opened. Returns how many.

    Raises ConflictError if the round is not open.
    """
    _require_open(of)
    cases = cases_left_out(of).count()
    if cases:
        _take_in(of, actor, (FINAL,))
    return cases


def _take_in(of: Round, actor: Actor, statuses: tuple[str, ...]) -> None:
    cases = Case.objects.filter(project=of.project_id, status__in=statuses)
    if of.rule.kind == "answer":
        create_validation_assignments(
            of=of, revisions=_questions_in_scope(of, statuses)
        )
        assignments = ValidationAssignment.objects.filter(round=of)
        cases = cases.filter(item__in=assignments.values("revision__question__item"))
    else:
        scope = _cases_in_scope(of, statuses)
        ChecklistMark.objects.bulk_create(
            [ChecklistMark(round=of, case_id=case) for case in sorted(scope)],
            batch_size=500,
        )
        cases = cases.filter(
            pk__in=ChecklistMark.objects.filter(round=of).values("case")
        )
    transition_all(
        [case for case in cases if case.status == FINAL],
        "ask",
        actor=actor,
        data=lambda _: {"round": of.number},
    )
    notify_of_round(of, actor=actor)


def _questions_in_scope(of: Round, statuses: tuple[str, ...]) -> list[QuestionRevision]:
    revisions = (
        current_revisions(of.project)
        .filter(question__item__case__status__in=statuses)
        .select_related("question")
        .order_by("question__item__number", "question__position")
    )
    if of.rule.scope == "all":
        return list(revisions)
    unpassed = {revision.pk for revision in revisions.filter(NOT_PASSED)}
    due = {
        revision.question.item_id for revision in revisions if revision.pk in unpassed
    }
    other_items = {revision.question.item_id for revision in revisions} - due
    drawn = _draw(of, other_items)
    return [
        revision
        for revision in revisions
        if revision.pk in unpassed or revision.question.item_id in drawn
    ]


def _cases_in_scope(of: Round, statuses: tuple[str, ...]) -> set[int]:
    decided = Case.objects.filter(project=of.project_id, status__in=statuses)
    cases = cases_with_questions(of.project, decided)
    everybody = set(cases.values_list("pk", flat=True))
    if of.rule.scope == "all":
        return everybody
    unticked = cases_unticked(of.project, of.based_on).values_list("pk", flat=True)
    due = set(unticked) & everybody
    return due | _draw(of, everybody - due)


def _draw(of: Round, other_items: set[int]) -> set[int]:
    """Return a random share of the others, the same for the same seed."""
    count = math.ceil(of.rule.share * len(other_items))
    drawn = random.Random(of.seed).sample(sorted(other_items), count)  # noqa: S311
    return set(drawn)


def set_round_automatic(*, of: Round, actor: Actor, automatic: bool) -> Round:
    """Turn automatic extension and closing of an open round on or off.

    Raises ConflictError if the round is not open.
    """
    values = {"automatic": automatic}
    transition(of, "automate", actor=actor, changes=values, data=values)
    return of


def advance_automatic_rounds() -> int:
    """Extend automatic rounds, close complete ones and open the next.

    Returns how many were closed.
    """
    rounds = Round.objects.filter(
        status=OPEN, automatic=True, project__archived_at=None
    ).select_related("project")
    return sum(_advance(of) for of in rounds)


def _advance(of: Round) -> bool:
    actor = Actor.system()
    try:
        extend_round(of=of, actor=actor)
        if not is_round_complete(of):
            return False
        close_round(of=of, actor=actor)
        if next_round(of.project) is not None:
            open_round(project=of.project, actor=actor, automatic=True)
    except ConflictError:
        return False  # an organizer or another answer came first; the next call goes on
    return True


def waive_round(*, of: Round, actor: Actor, reason: str) -> Round:
    """Admit people who know an item, where too few are fresh; never its author.

    Raises ConflictError, and InvalidInputError without a reason, which the data card
    prints.
    """
    transition(of, "waive", actor=actor, reason=reason, changes={"waiver": reason})
    return of


def close_round(*, of: Round, actor: Actor) -> Round:
    """Close a round with its report; after the last round, validate what has passed.

    Raises ConflictError that says what is missing.
    """
    _require_open(of)
    expire_validation_assignments(project_id=of.project_id)
    settle_round(of)
    progress = round_progress(of)
    if progress.remaining_answers and of.rule.kind == "answer":
        raise ConflictError(
            _(
                "The round is not finished. Missing answers: {missing}, "
                "open questions: {questions_open}.",
                missing=progress.remaining_answers,
                questions_open=progress.questions_open,
            )
        )
    if progress.discussions_open:
        raise ConflictError(
            _(
                "The round is not finished. Discussions to settle: {discussions}.",
                discussions=progress.discussions_open,
            )
        )
    if progress.remaining_answers:
        raise ConflictError(
            _(
                "The round is not finished. Items to check: {missing}.",
                missing=progress.remaining_answers,
            )
        )
    with transaction.atomic():
        report = _report(of)
        transition(of, "close", actor=actor, changes={"report": report}, data=report)
        withdraw_round_notifications(of)
        if of.number >= len(of.project.protocol.review.rounds):
            ready = cases_passing_all_rounds(of.project)
            transition_all(
                ready,
                "validate",
                actor=Actor.system(),
                data=lambda _: {"round": of.number},
            )
    return of


def _require_open(of: Round) -> None:
    if of.status != OPEN:
        raise ConflictError(_("This round is not open."))


def _report(of: Round) -> Mapping[str, Any]:
    """Return the round's results; accuracy compares people with the correct answers."""
    if of.rule.kind == "checklist":
        marks = ChecklistMark.objects.filter(round=of)
        passed = marks.filter(passed=True).count()
        failed = marks.filter(passed=False).count()
        return {"asked": passed + failed, "passed": passed, "failed": failed}
    passed, failed = verdict_counts([of]).get(of.pk, (0, 0))
    humans = human_accuracy(of.project, of=of)
    places = ValidationAssignment.objects.filter(~Q(waived=""), round=of)
    return {
        "asked": passed + failed,
        "passed": passed,
        "failed": failed,
        "answers": humans.answered,
        "human_average": humans.mean,
        "human_best": humans.best,
        "people": len(humans.people),
        "waived": places.count(),
    }


@transaction.atomic
def mark_checklist(
    *, mark: ChecklistMark, actor: Actor, ticked: Sequence[str], note: str
) -> ChecklistMark:
    """Record which checklist points an item fulfils; a missing one sends it to rework.

    Its annotators then get the note as feedback.

    Raises InvalidInputError for an unknown point, or for a missing point without a
    note. Raises ConflictError if someone else has checked the item.
    """
    known = [reason.id for reason in mark.round.rule.checklist]
    problems = [
        FieldProblem(f"ticked.{at}", _("The checklist has no such point."))
        for at, point in enumerate(ticked)
        if point not in known
    ]
    missing = [point for point in known if point not in ticked]
    if missing and not note.strip():
        problems.append(FieldProblem("note", _("Please describe the problem.")))
    if problems:
        raise InvalidInputError(_("This checklist is not valid."), problems)
    if mark.round.status != OPEN or mark.case.status not in AWAITING:
        raise ConflictError(_("This item is not waiting for a check."))
    marked = {
        "person": actor.user,
        "ticked": [point for point in known if point in ticked],
        "passed": not missing,
        "note": note.strip(),
        "marked_at": timezone.now(),
    }
    if not ChecklistMark.objects.filter(pk=mark.pk, passed=None).update(**marked):
        raise ChangedError(_("Someone else has already checked this item."))
    mark.refresh_from_db()
    if missing:
        transition(
            mark.case,
            "fail",
            actor=actor,
            reason=note.strip(),
            data={"round": mark.round.number, "checklist": missing},
        )
        notify_annotators_of_checklist(mark)
    return mark
