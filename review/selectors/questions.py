"""Questions: results in rounds, rework, and the progress of validators."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
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
from annotation.selectors.items import live_questions
from annotation.selectors.slots import own_slot_id
from projects.domain.protocol.text import Language
from projects.models import Project, Role
from review.domain.states import ANSWERED, COUNTED, DROPPED, REWORK, WITHDRAWN
from review.models import (
    Case,
    ChecklistMark,
    ValidationAssignment,
    Verdict,
)
from review.selectors.answer_counts import AnswerCount, count_answers
from review.selectors.freshness import validation_assignments_for_fresh_people
from review.selectors.rounds import current_round, failed_revisions
from workflow.domain.text_folding import fold_text
from workflow.domain.texts import _
from workflow.selectors import contains_text, get_or_missing, last_reached
from workflow.services import Actor

QuestionState = Literal["new", "asked", "passed", "failed", "dropped"]


def list_questions(
    project: Project, states: Sequence[str] = (), text: str = ""
) -> QuerySet[Question]:
    """Return all questions of a project with revisions, verdicts and assignments.

    Each has a ``state``: dropped; failed or passed by the latest round; asked (answers
    are coming in); or new. ``states`` restricts the result, as does ``text``, a part of
    the current stem or options; all when they are empty.
    """
    revisions = QuestionRevision.objects.order_by("number").prefetch_related(
        Prefetch(
            "verdicts",
            Verdict.objects.select_related("round").order_by("round__number"),
        ),
        Prefetch(
            "places",
            ValidationAssignment.objects.exclude(status=WITHDRAWN).order_by("pk"),
        ),
    )
    current = {
        "revision__question": OuterRef("pk"),
        "revision__number": OuterRef("current_number"),
    }
    latest = Verdict.objects.filter(**current).order_by("-round__number")
    coming = ValidationAssignment.objects.filter(**current).exclude(
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
    if text.strip():
        matching = QuestionRevision.objects.filter(
            contains_text("search_text", fold_text(text.strip())),
            question__item__project=project,
            number=F("question__current_number"),
        )
        questions = questions.filter(pk__in=matching.values("question"))
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
    verdicts = [
        (revision.number, v) for revision in revisions for v in revision.verdicts.all()
    ]
    latest = next(reversed(revisions[-1].verdicts.all()), None)
    issues: Counter[str] = Counter()
    for _at, verdict in verdicts:
        for reason in verdict.reasons:
            if reason["kind"] == "issue":
                issues[str(reason["issue"])] += int(reason["count"])
    places = revisions[-1].places.all()
    return QuestionHealth(
        question.state,
        latest.agreed if latest else None,
        latest.asked if latest else None,
        sum(place.status == ANSWERED for place in places),
        issues,
        [
            QuestionRound(
                verdict.round.number,
                number,
                verdict.passed,
                verdict.agreed,
                verdict.asked,
            )
            for number, verdict in verdicts
        ],
    )


class KeylessQuestion(NamedTuple):
    """A question that was published without its correct answer, and its case."""

    uid: str
    case_id: int


def keyless_questions(project: Project) -> list[KeylessQuestion]:
    """Return live questions without a correct answer; dropped items are left out."""
    rows = (
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
    return [KeylessQuestion(uid, case_id) for uid, case_id in rows]


class ReworkQuestion(NamedTuple):
    """A question of an item in rework, and the reasons if it failed."""

    revision: QuestionRevision
    failed: bool
    reasons: Sequence[dict[str, Any]]
    """Counts and comments; never people."""
    answers: Sequence[AnswerCount]
    """What validators of this revision answered, the most frequent first."""


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
        _("You have no such item in rework."),
    )
    failed = {revision.pk for revision in failed_revisions(project, [case])}
    user_id = _user_id(actor)
    own = actor.role == Role.ANNOTATOR
    revisions = [
        revision
        for revision in live_questions(case.item)
        if not own or (revision.pk in failed and revision.author_id == user_id)
    ]
    reasons = _failure_reasons(revisions)
    answers: dict[int, list[Any]] = defaultdict(list)
    validation_answers = ValidationAssignment.objects.filter(
        revision__in=failed, status=COUNTED
    )
    for revision, chosen in validation_answers.values_list("revision", "chosen"):
        answers[revision].append(chosen)
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
                revision,
                revision.pk in failed,
                reasons[revision.pk] if revision.pk in failed else [],
                count_answers(answers[revision.pk]) if revision.pk in failed else [],
            )
            for revision in revisions
        ],
    )


class ReturnReasons(NamedTuple):
    """Why an item is in rework, for the list."""

    ledger: str
    questions: Sequence[dict[str, Any]]
    """Of the questions that the reader may change."""


def return_reasons(
    project: Project, actor: Actor, cases: Sequence[Case]
) -> dict[int, ReturnReasons]:
    """Return why each of the cases was returned, by case id."""
    failed = failed_revisions(project, cases)
    if actor.role == Role.ANNOTATOR:
        failed = failed.filter(author=_user_id(actor))
    revisions = list(failed)
    reasons = _failure_reasons(revisions)
    by_item: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for revision in revisions:
        by_item[revision.question.item_id] += reasons[revision.pk]
    entries = last_reached("case", REWORK, [case.pk for case in cases])
    return {
        case.pk: ReturnReasons(
            entries[case.pk].reason if case.pk in entries else "", by_item[case.item_id]
        )
        for case in cases
    }


def _failure_reasons(
    revisions: Iterable[QuestionRevision],
) -> dict[int, list[dict[str, Any]]]:
    """Return why revisions failed in the latest round that failed them, by id."""
    verdicts = Verdict.objects.filter(revision__in=revisions, passed=False)
    rows = verdicts.order_by("round__number").values_list("revision", "reasons")
    return dict(rows)


def _user_id(actor: Actor) -> int | None:
    return actor.user.pk if actor.user else None


def get_validation_assignment(project: Project, place_id: int) -> ValidationAssignment:
    """Return an assignment of a round. Raises NotFoundError."""
    return get_or_missing(
        (
            ValidationAssignment.objects.filter(
                pk=place_id, project=project
            ).select_related("round", "revision__question", "project__current_protocol")
        ),
        _("You have no such question to answer."),
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
    current = current_round(project)
    if current is None or current.rule.kind != "answer" or actor.user is None:
        return ValidationProgress(None, None, 0, 0, False)
    own_assignments = ValidationAssignment.objects.filter(
        round=current, person=actor.user.pk, status__in=(ANSWERED, COUNTED)
    )
    last = own_assignments.order_by("-answered_at", "-pk").first()
    waiting = (
        validation_assignments_for_fresh_people(project, actor.user.pk)
        .values("revision")
        .distinct()
    )
    return ValidationProgress(
        current.number,
        current.rule.title,
        own_assignments.count(),
        waiting.count(),
        last is not None and last.status == ANSWERED,
    )
