"""Validation rounds: past, open and planned ones, and what they still lack."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery

from annotation.items.models.questions import QuestionRevision
from core.domain.texts import _
from core.selectors import get_or_missing
from curation.images.domain.states import IMPORTED, IN_SCREENING
from curation.images.selectors.images import count_images_by_state
from projects.models import Project
from review.adjudication.domain.case_states import (
    COMPARING,
    FINAL,
    IN_VALIDATION,
    REWORK,
)
from review.adjudication.models import Case
from review.adjudication.selectors.cases import UNDECIDED, cases_with_questions
from review.adjudication.selectors.item_search import items_without_case
from review.rounds.domain.round_states import (
    ANSWERED,
    CLOSED,
    COUNTED,
    LEASED,
    OPEN,
    PLANNED,
)
from review.rounds.models.rounds import (
    ChecklistMark,
    Round,
    ValidationAssignment,
    Verdict,
)
from review.rounds.selectors.dissent import unsettled_dissents
from subtext_protocol.process import RoundRules

AWAITING = (FINAL, IN_VALIDATION)
"""States in which a case can be included in a round."""


class RoundStep(NamedTuple):
    """A round that exists or is planned."""

    number: int
    based_on: int
    rules: RoundRules
    round: Round | None

    @property
    def status(self) -> str:
        return self.round.status if self.round else PLANNED


def get_round(project: Project, number: int) -> Round:
    """Return a round that has been opened. Raises NotFoundError."""
    return get_or_missing(
        Round.objects.filter(project=project, number=number),
        _("This round is not open yet."),
    )


def current_round(project: Project) -> Round | None:
    """Return the open round; there is at most one."""
    return Round.objects.filter(project=project, status=OPEN).first()


def plan_round(project: Project) -> list[RoundStep]:
    """Return the rounds so far and the planned ones.

    If all rounds of the protocol are closed and something has not passed, the round
    that is missing for it is repeated.
    """
    steps = [
        RoundStep(existing.number, existing.based_on, existing.rule, existing)
        for existing in Round.objects.filter(project=project).order_by("number")
    ]
    rules = project.protocol.review.rounds
    steps += [
        RoundStep(number, number, rules[number - 1], None)
        for number in range(len(steps) + 1, len(rules) + 1)
    ]
    if rules and all(step.status == CLOSED for step in steps):
        lacking = _rules_lacking(project)
        if lacking is not None:
            again = rules[lacking - 1].model_copy(
                update={"scope": "reworked", "share": 0}
            )
            steps.append(RoundStep(len(steps) + 1, lacking, again, None))
    return steps


def next_round(project: Project) -> RoundStep | None:
    """Return the first round that is not open yet."""
    return next((step for step in plan_round(project) if step.round is None), None)


def current_revisions(
    project: Project,
) -> QuerySet[QuestionRevision]:
    """Return the current revisions of live questions, with ``passed``.

    ``passed`` is the verdict of the latest round, None before the first verdict.
    """
    latest = (
        Verdict.objects.filter(revision=OuterRef("pk"))
        .order_by("-round__number")
        .values("passed")[:1]
    )
    return QuestionRevision.objects.filter(
        question__item__project=project,
        question__live=True,
        number=F("question__current_number"),
    ).annotate(passed=Subquery(latest))


FAILED = Q(passed=False)
NOT_PASSED = FAILED | Q(passed__isnull=True)


def failed_revisions(
    project: Project, cases: Iterable[Case]
) -> QuerySet[QuestionRevision]:
    """Return the questions of cases that failed and have not changed since."""
    return (
        current_revisions(project)
        .filter(FAILED, question__item__in=[case.item_id for case in cases])
        .select_related("question")
        .order_by("question__position")
    )


def unpassed_revisions(
    project: Project,
) -> QuerySet[QuestionRevision]:
    """Return current questions of decided cases that have not passed."""
    return current_revisions(project).filter(
        NOT_PASSED, question__item__case__status__in=AWAITING
    )


def cases_unticked(project: Project, based_on: int) -> QuerySet[Case]:
    """Return decided cases that have not passed the protocol's checklist round.

    ``based_on`` is the number of that round in the protocol.
    """
    latest = (
        ChecklistMark.objects.filter(case=OuterRef("pk"), round__based_on=based_on)
        .order_by("-round__number", "-attempt")
        .values("passed")[:1]
    )
    return (
        cases_with_questions(
            project, Case.objects.filter(project=project, status__in=AWAITING)
        )
        .annotate(passed=Subquery(latest))
        .filter(NOT_PASSED)
    )


def cases_passing_all_rounds(project: Project) -> QuerySet[Case]:
    """Return decided cases that have passed every round of the protocol."""
    waiting = Case.objects.filter(project=project, status__in=AWAITING)
    ready = cases_with_questions(project, waiting)
    rounds = project.protocol.review.rounds
    if any(rules.kind == "answer" for rules in rounds):
        unpassed = unpassed_revisions(project).values("question__item")
        ready = ready.exclude(item__in=unpassed)
    for number, rules in enumerate(rounds, start=1):
        if rules.kind == "checklist":
            unticked = cases_unticked(project, number).values("pk")
            ready = ready.exclude(pk__in=unticked)
    return ready


def _rules_lacking(project: Project) -> int | None:
    """Return the number of the protocol's round to repeat, answer rounds first."""
    numbered = list(enumerate(project.protocol.review.rounds, start=1))
    answered = [number for number, rules in numbered if rules.kind == "answer"]
    if answered and unpassed_revisions(project).exists():
        return answered[-1]
    for number, rules in numbered:
        if rules.kind == "checklist" and cases_unticked(project, number).exists():
            return number
    return None


class RoundProgress(NamedTuple):
    """Progress of a round: counts of answers or of checked items."""

    total: int
    done: int
    questions_open: int
    """Questions that still lack an answer."""
    discussions_open: int
    """Questions whose dissent is not settled yet."""

    @property
    def remaining_answers(self) -> int:
        return self.total - self.done


def round_progress(of: Round) -> RoundProgress:
    """Return the progress of a round.

    Withdrawn assignments and items in rework are not waited for.
    """
    if of.rule.kind == "checklist":
        marks = ChecklistMark.objects.filter(round=of)
        pending = pending_marks(of).count()
        done = marks.filter(passed__isnull=False).values("case").distinct().count()
        return RoundProgress(done + pending, done, 0, 0)
    places = ValidationAssignment.objects.filter(round=of)
    waiting = places.filter(status__in=(OPEN, LEASED))
    done = places.filter(status__in=(ANSWERED, COUNTED)).count()
    open_questions = waiting.values("revision").distinct().count()
    discussions = unsettled_dissents(of).count()
    return RoundProgress(done + waiting.count(), done, open_questions, discussions)


def is_round_complete(of: Round) -> bool:
    """Return whether nothing in the project is left to do for the round.

    No answer, check or discussion is missing, and no image or item is still being
    screened, annotated, adjudicated or reworked.
    """
    progress = round_progress(of)
    if progress.remaining_answers or progress.discussions_open:
        return False
    images = count_images_by_state(of.project)
    return not (
        images[IMPORTED]
        or images[IN_SCREENING]
        or items_without_case(of.project).exists()
        or Case.objects.filter(
            project=of.project_id, status__in=(COMPARING, *UNDECIDED, REWORK)
        ).exists()
    )


def pending_marks(of: Round) -> QuerySet[ChecklistMark]:
    """Return the items still to be checked, except those in rework."""
    return ChecklistMark.objects.filter(
        round=of, passed__isnull=True, case__status__in=AWAITING
    )


def cases_left_out(of: Round) -> QuerySet[Case]:
    """Return cases decided since the round was opened that it can still include."""
    decided = Case.objects.filter(project=of.project_id, status=FINAL)
    left = cases_with_questions(of.project, decided)
    return left if of.rule.scope == "all" else left.none()


def verdict_counts(rounds: Sequence[Round]) -> dict[int, tuple[int, int]]:
    """Return the numbers of questions passed and failed, by round."""
    rows = (
        Verdict.objects.filter(round__in=rounds)
        .values("round")
        .annotate(
            passed_count=Count("pk", filter=Q(passed=True)),
            failed_count=Count("pk", filter=Q(passed=False)),
        )
    )
    return {row["round"]: (row["passed_count"], row["failed_count"]) for row in rows}


@dataclass(frozen=True)
class RoundPage:
    """A round in a list; ``repeated`` if it repeats one for what did not pass."""

    number: int
    status: str
    repeated: bool
    rules: RoundRules
    waiver: str
    total: int
    done: int
    questions_open: int
    discussions_open: int
    """Questions whose dissent has to be settled before the round can be closed."""
    passed: int
    failed: int
    short_of_people: int
    """Questions with more open assignments than fresh people."""
    left_out: int
    """Items decided since the round was opened."""
    automatic: bool
    """Whether it extends and closes automatically."""
    report: Mapping[str, Any] | None


def list_rounds(project: Project, *, short_of_people: int) -> list[RoundPage]:
    """Return all rounds, with the progress of the open one.

    ``short_of_people`` is the count from ``questions_short_of_people``, a stored
    figure.
    """
    steps = plan_round(project)
    counts = verdict_counts([step.round for step in steps if step.round])
    return [_page(step, counts, short_of_people) for step in steps]


def _page(
    step: RoundStep, counts: Mapping[int, tuple[int, int]], short_of_people: int
) -> RoundPage:
    of = step.round
    is_open = of is not None and of.status == OPEN
    return RoundPage(
        step.number,
        step.status,
        step.number != step.based_on,
        step.rules,
        of.waiver if of else "",
        *(round_progress(of) if of else (0, 0, 0, 0)),
        *(counts.get(of.pk, (0, 0)) if of else (0, 0)),
        short_of_people if is_open else 0,
        cases_left_out(of).count() if of and is_open else 0,
        of.automatic if of else False,
        of.report if of and of.status == CLOSED else None,
    )


def list_checklist_marks(of: Round, *, done: bool) -> QuerySet[ChecklistMark]:
    """Return the items of a checklist round, either checked or still to be checked."""
    marks = ChecklistMark.objects.filter(round=of)
    marks = marks.filter(passed__isnull=False) if done else pending_marks(of)
    return marks.select_related("round", "case__item").prefetch_related(
        "case__item__places__image"
    )


def get_checklist_mark(project: Project, mark_id: int) -> ChecklistMark:
    """Return one item's mark in a checklist round. Raises NotFoundError."""
    return get_or_missing(
        (
            ChecklistMark.objects.filter(
                pk=mark_id, round__project=project
            ).select_related("round", "case__item", "case__project")
        ),
        _("This round has no such item."),
    )


def round_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of validation rounds."""
    rounds = Round.objects.filter(pk__in=ids).values_list("pk", "number")
    return {
        round_id: _("Validation round {number}", number=number)
        for round_id, number in rounds
    }


def validation_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of validation assignments: question and item."""
    assignments = ValidationAssignment.objects.filter(pk__in=ids)
    return {
        assignment_id: _(
            "Validation answer to question {question} of item {number}",
            question=position,
            number=number,
        )
        for assignment_id, position, number in assignments.values_list(
            "pk", "revision__question__position", "revision__question__item__number"
        )
    }
