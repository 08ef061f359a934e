"""Items in rework, and why they were returned."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from annotation.items.models.questions import QuestionRevision
from annotation.items.selectors.items import live_questions
from annotation.slots.selectors.slots import latest_own_slot_id
from core.domain.texts import _
from core.selectors import get_or_missing, last_reached
from core.services import Actor
from projects.models import Project
from projects.roles import Role
from review.adjudication.domain.case_states import REWORK
from review.adjudication.models import Case
from review.rounds.domain.round_states import COUNTED
from review.rounds.models.rounds import ChecklistMark, ValidationAssignment, Verdict
from review.rounds.selectors.answer_counts import AnswerCount, count_answers
from review.rounds.selectors.rounds import failed_revisions


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
    cases = cases.annotate(own_slot=latest_own_slot_id(person))
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
