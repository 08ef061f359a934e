"""Questions: results in rounds, rework, and the progress of validators."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from django.db import models
from django.db.models import (
    Exists,
    F,
    OuterRef,
    Prefetch,
    QuerySet,
    Subquery,
    Value,
    When,
)

from annotation.models import Question, QuestionRevision
from annotation.selectors import live_questions, own_slot_id
from projects.domain.protocol.text import Language
from projects.models import Project, Role
from review.domain.states import ANSWERED, COUNTED, DROPPED, REWORK, WITHDRAWN
from review.models import Case, ChecklistMark, ValidationPlace, Verdict
from review.selectors.freshness import fresh_places
from review.selectors.rounds import failed_revisions, open_round
from workflow.selectors import get_or_missing, last_reached
from workflow.services import Actor

QuestionState = Literal["new", "asked", "passed", "failed", "dropped"]


def list_questions(project: Project, states: Sequence[str] = ()) -> QuerySet[Question]:
    """Return all questions of a project with revisions, verdicts and assignments.

    Each has a ``state``: dropped; failed or passed by the latest round; asked (answers
    are coming in); or new. ``states`` restricts the result; all when it is empty.
    """
    revisions = QuestionRevision.objects.order_by("number").prefetch_related(
        Prefetch(
            "verdicts",
            Verdict.objects.select_related("round").order_by("round__number"),
        ),
        Prefetch(
            "places", ValidationPlace.objects.exclude(status=WITHDRAWN).order_by("pk")
        ),
    )
    current = {
        "revision__question": OuterRef("pk"),
        "revision__number": OuterRef("current_number"),
    }
    latest = Verdict.objects.filter(**current).order_by("-round__number")
    coming = ValidationPlace.objects.filter(**current).exclude(
        status__in=(COUNTED, WITHDRAWN)
    )
    questions = Question.objects.filter(item__project=project).annotate(
        passed=Subquery(latest.values("passed")[:1]),
        state=models.Case(
            When(live=False, then=Value("dropped")),
            When(passed=False, then=Value("failed")),
            When(Exists(coming), then=Value("asked")),
            When(passed=True, then=Value("passed")),
            default=Value("new"),
        ),
    )
    if states:
        questions = questions.filter(state__in=states)
    return questions.select_related("item__case").prefetch_related(
        Prefetch("revisions", revisions), "item__places__image"
    )


@dataclass(frozen=True)
class QuestionRound:
    """The result of one revision of a question in one round."""

    round: int
    revision: int
    passed: bool
    agreed: int
    asked: int


@dataclass(frozen=True)
class QuestionHealth:
    """Results of a question: its latest verdict, and issues of all its revisions."""

    state: QuestionState
    agreed: int | None
    asked: int | None
    answered: int
    """Answers so far in the open round."""
    issues: Mapping[str, int]
    rounds: Sequence[QuestionRound]


def question_health(question: Any) -> QuestionHealth:
    """Return the results of a question of ``list_questions``, without more queries."""
    revisions = list(question.revisions.all())
    verdicts = [(one.number, v) for one in revisions for v in one.verdicts.all()]
    latest = next(reversed(revisions[-1].verdicts.all()), None)
    issues: Counter[str] = Counter()
    for _, verdict in verdicts:
        for reason in verdict.reasons:
            if reason["kind"] == "issue":
                issues[str(reason["issue"])] += int(reason["count"])
    places = revisions[-1].places.all()
    return QuestionHealth(
        question.state,
        latest.agreed if latest else None,
        latest.asked if latest else None,
        sum(one.status == ANSWERED for one in places),
        issues,
        [
            QuestionRound(one.round.number, number, one.passed, one.agreed, one.asked)
            for number, one in verdicts
        ],
    )


class KeylessQuestion(NamedTuple):
    """A question that was published without its correct answer, and its case."""

    uid: str
    case_id: int


def keyless_questions(project: Project) -> list[KeylessQuestion]:
    """Return live questions without a correct answer; dropped items are left out."""
    found = (
        QuestionRevision.objects.filter(
            question__item__project=project,
            question__live=True,
            number=F("question__current_number"),
            answer__isnull=True,
        )
        .exclude(question__item__case__status=DROPPED)
        .order_by("question__item", "question__position")
        .values_list("question__uid", "question__item__case")
    )
    return [KeylessQuestion(uid, case_id) for uid, case_id in found]


class ReworkQuestion(NamedTuple):
    """A question of an item in rework, and the reasons if it failed."""

    revision: QuestionRevision
    failed: bool
    reasons: Sequence[dict[str, Any]]
    """Counts and comments; never people or their answers."""


class Rework(NamedTuple):
    case: Case
    reason: str
    """Why the item was returned, from the ledger."""
    missing: Sequence[str]
    """Unfulfilled points of the round's checklist."""
    questions: Sequence[ReworkQuestion]


def list_rework(project: Project, actor: Actor) -> QuerySet[Case]:
    """Return the items in rework.

    Organizers get all, authors those with failed questions of their own.
    """
    cases = Case.objects.filter(project=project, status=REWORK)
    if actor.role == Role.ANNOTATOR:
        failed = QuestionRevision.objects.filter(
            author=_user_id(actor),
            question__live=True,
            number=F("question__current_number"),
            verdicts__passed=False,
        )
        cases = cases.filter(item__in=failed.values("question__item"))
    person = _user_id(actor) if actor.role == Role.ANNOTATOR else None
    cases = cases.annotate(own_slot=own_slot_id(person))
    return cases.select_related("item", "project__current_protocol").prefetch_related(
        "item__places__image"
    )


def get_rework(project: Project, actor: Actor, case_id: int) -> Rework:
    """Return an item in rework; authors see their own failed questions only.

    Raises NotFoundError.
    """
    case = get_or_missing(
        list_rework(project, actor).filter(pk=case_id),
        "You have no such item in rework.",
    )
    failed = {one.pk for one in failed_revisions(case)}
    user_id = _user_id(actor)
    own = actor.role == Role.ANNOTATOR
    shown = [
        one
        for one in live_questions(case.item)
        if not own or (one.pk in failed and one.author_id == user_id)
    ]
    verdicts: dict[int, Verdict] = {
        verdict.revision_id: verdict
        for verdict in Verdict.objects.filter(
            revision__in=shown, passed=False
        ).order_by("round__number")
    }
    entry = last_reached("case", REWORK, [case.pk]).get(case.pk)
    marks = ChecklistMark.objects.filter(case=case, passed=False)
    mark = marks.select_related("round").order_by("-marked_at").first()
    missing = (
        [point.id for point in mark.round.rule.checklist if point.id not in mark.ticked]
        if mark is not None and entry is not None and "checklist" in entry.data
        else []
    )
    return Rework(
        case,
        entry.reason if entry else "",
        missing,
        [
            ReworkQuestion(
                one,
                one.pk in failed,
                verdicts[one.pk].reasons if one.pk in failed else [],
            )
            for one in shown
        ],
    )


def _user_id(actor: Actor) -> int | None:
    return actor.user.pk if actor.user else None


def get_validation_assignment(project: Project, place_id: int) -> ValidationPlace:
    """Return an assignment of a round. Raises NotFoundError."""
    return get_or_missing(
        (
            ValidationPlace.objects.filter(pk=place_id, project=project).select_related(
                "round", "revision__question", "project__current_protocol"
            )
        ),
        "You have no such question to answer.",
    )


@dataclass(frozen=True)
class ValidationProgress:
    """The reader's progress in the open round.

    Others may take the ``waiting`` questions first.
    """

    round: int | None
    title: Mapping[Language, str] | None
    answered: int
    waiting: int
    may_undo: bool


def validation_progress(project: Project, actor: Actor) -> ValidationProgress:
    """Return the person's progress in the open round."""
    current = open_round(project)
    if current is None or current.rule.kind != "answer" or actor.user is None:
        return ValidationProgress(None, None, 0, 0, False)
    mine = ValidationPlace.objects.filter(
        round=current, person=actor.user.pk, status__in=(ANSWERED, COUNTED)
    )
    last = mine.order_by("-answer__answered_at", "-pk").first()
    waiting = fresh_places(project, actor.user.pk).values("revision").distinct()
    return ValidationProgress(
        current.number,
        current.rule.title,
        mine.count(),
        waiting.count(),
        last is not None and last.status == ANSWERED,
    )
