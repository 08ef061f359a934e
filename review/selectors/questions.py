"""Reading questions: how each has fared, and what came back to whom."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery

from annotation.models import Question, QuestionRevision
from annotation.selectors import live_questions
from projects.models import Project, Role
from review.domain.states import ANSWERED, COUNTED, DROPPED, REWORK, WITHDRAWN
from review.models import Case, ChecklistMark, ValidationPlace, Verdict
from review.selectors.rounds import failed_revisions
from workflow.errors import Missing
from workflow.selectors import last_reached
from workflow.services import Actor

QUESTION_STATES = ("new", "asked", "passed", "failed", "dropped")


def question_list(project: Project, states: Sequence[str] = ()) -> QuerySet[Question]:
    """The questions of all final records with their revisions, verdicts and places.

    ``states`` are those of ``question_health``; all when there are none.
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
    questions = Question.objects.filter(item__project=project)
    if states:
        questions = _in_states(questions, states)
    return questions.select_related("item__case").prefetch_related(
        Prefetch("revisions", revisions), "item__places__image"
    )


def _in_states(
    questions: QuerySet[Question], states: Sequence[str]
) -> QuerySet[Question]:
    """Those that ``question_health`` would find in any of ``states``."""
    current = {
        "revision__question": OuterRef("pk"),
        "revision__number": OuterRef("current_number"),
    }
    latest = Verdict.objects.filter(**current).order_by("-round__number")
    coming = ValidationPlace.objects.filter(**current).exclude(
        status__in=(COUNTED, WITHDRAWN)
    )
    not_failed = Q(live=True) & (Q(passed=True) | Q(passed__isnull=True))
    conditions = {
        "dropped": Q(live=False),
        "failed": Q(live=True, passed=False),
        "asked": not_failed & Q(coming=True),
        "passed": Q(live=True, passed=True, coming=False),
        "new": Q(live=True, passed__isnull=True, coming=False),
    }
    wanted = Q(pk__in=())
    for state in states:
        wanted |= conditions.get(state, Q(pk__in=()))
    return questions.annotate(
        passed=Subquery(latest.values("passed")[:1]), coming=Exists(coming)
    ).filter(wanted)


class QuestionHealth(NamedTuple):
    """How a question has fared: its latest verdict, issues over all its forms."""

    state: str
    """dropped, failed, passed, asked (answers are coming in) or new."""
    agreed: int | None
    asked: int | None
    answered: int
    """Answers so far in the round that is on."""
    issues: dict[str, int]
    rounds: list[dict[str, Any]]


def question_health(question: Question) -> QuestionHealth:
    """The health of a question of ``question_list``; no further query."""
    revisions = list(question.revisions.all())
    current = revisions[-1]
    verdicts = [
        (revision.number, verdict)
        for revision in revisions
        for verdict in revision.verdicts.all()
    ]
    latest = [verdict for number, verdict in verdicts if number == current.number]
    places = list(current.places.all())
    coming = [one for one in places if one.status != COUNTED]
    if not question.live:
        state = "dropped"
    elif latest and not latest[-1].passed:
        state = "failed"
    elif coming:
        state = "asked"
    else:
        state = "passed" if latest else "new"
    issues: dict[str, int] = {}
    for _, verdict in verdicts:
        for reason in verdict.reasons:
            if reason["kind"] == "issue":
                issue = str(reason["issue"])
                issues[issue] = issues.get(issue, 0) + int(reason["count"])
    return QuestionHealth(
        state,
        latest[-1].agreed if latest else None,
        latest[-1].asked if latest else None,
        sum(one.status == ANSWERED for one in coming),
        issues,
        [
            {
                "round": verdict.round.number,
                "revision": number,
                "passed": verdict.passed,
                "agreed": verdict.agreed,
                "asked": verdict.asked,
            }
            for number, verdict in verdicts
        ],
    )


class KeylessQuestion(NamedTuple):
    """A question that was published without its key, and its case."""

    uid: str
    case_id: int


def keyless_questions(project: Project) -> list[KeylessQuestion]:
    """Live questions whose key nobody has found yet, of items that were not dropped."""
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
    """A question of an item in rework, and why it failed, if it did."""

    revision: QuestionRevision
    failed: bool
    reasons: Sequence[dict[str, Any]]
    """Counts and comments, never who or which answer."""


class Rework(NamedTuple):
    case: Case
    reason: str
    """Why the item came back, as the ledger says."""
    missing: Sequence[str]
    """Points of the round's checklist that did not hold."""
    questions: Sequence[ReworkQuestion]


def rework_list(project: Project, actor: Actor) -> QuerySet[Case]:
    """Items in rework: an organizer's all, an author's where a question of theirs failed."""
    cases = Case.objects.filter(project=project, status=REWORK)
    if actor.role == Role.ANNOTATOR:
        failed = QuestionRevision.objects.filter(
            author=_user_id(actor), question__live=True, verdicts__passed=False
        )
        mine = [
            one.question.item_id
            for one in failed.select_related("question")
            if one.number == one.question.current_number
        ]
        cases = cases.filter(item__in=mine)
    return cases.select_related("item", "project__current_protocol").prefetch_related(
        "item__places__image"
    )


def rework_get(project: Project, actor: Actor, case_id: int) -> Rework:
    """An item in rework as this person may see it: authors see their own questions.

    Raises Missing.
    """
    case = rework_list(project, actor).filter(pk=case_id).first()
    if case is None:
        raise Missing("There is no such item in rework.")
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
