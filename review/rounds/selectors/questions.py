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

from annotation.items.models.questions import Question, QuestionRevision
from core.domain.text_folding import fold_text
from core.domain.texts import _
from core.selectors import contains_text, get_or_missing
from core.services import Actor
from projects.models import Project
from review.adjudication.domain.case_states import DROPPED
from review.rounds.domain.round_states import ANSWERED, COUNTED, WITHDRAWN
from review.rounds.models.rounds import ValidationAssignment, Verdict
from review.rounds.selectors.freshness import validation_assignments_for_fresh_people
from review.rounds.selectors.rounds import current_round
from subtext_protocol.text import Language

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
