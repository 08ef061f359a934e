"""Rework: change failed questions, submit them again, or drop one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotation.models import QuestionRevision
from annotation.selectors import live_questions
from annotation.services.people import person_of
from annotation.services.questions import drop_question, revise_question
from projects.models import Role
from review.domain.states import REWORK, VALIDATED
from review.models import Case, ChecklistMark
from review.selectors.rounds import failed_revisions, open_round
from review.services.cases import validate_without_rounds
from review.services.records import question_content, require_sound
from review.services.validation_assignments import (
    create_validation_assignments,
    withdraw_validation_assignments,
)
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
)
from workflow.services import Actor, transition


@dataclass(frozen=True, kw_only=True)
class QuestionEdit:
    """A new wording of a question: ``content`` has its stem, options and answer."""

    uid: str
    content: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class QuestionRework:
    """The rework of one question: new stem, options and answer, or None to drop it."""

    uid: str
    content: Mapping[str, Any] | None


def submit_rework(
    *, case: Case, actor: Actor, questions: Sequence[QuestionRework], note: str
) -> Case:
    """Submit changed or dropped questions, with a note on the changes.

    An author changes their own failed questions, an organizer any of the item. Once no
    failed question is left, the item returns to its round. Fresh people then answer the
    changed questions in the open round, else in the next. Under a protocol without
    rounds the item is validated again. An item without questions is dropped. Raises
    NotAllowedError, ConflictError, InvalidInputError.
    """
    if case.status != REWORK:
        raise ConflictError("This item is not in rework.")
    if not note.strip():
        raise InvalidInputError(
            "A comment is required.", [FieldProblem("note", "Say what you changed.")]
        )
    live = {one.question.uid: one for one in live_questions(case.item)}
    failed = {one.question.uid: one for one in failed_revisions(case)}
    require_known(questions, live)
    if actor.role == Role.ANNOTATOR:
        _require_own(actor, questions, failed)
    changed = {one.uid: one.content for one in questions}
    _require_sound(case, actor, live, changed)
    with transaction.atomic():
        revised: list[QuestionRevision] = []
        for uid, content in changed.items():
            question = live[uid].question
            withdraw_validation_assignments(actor=actor, question=question)
            if content is None:
                drop_question(question=question, actor=actor, reason=note)
            else:
                revision = revise_question(
                    question=question,
                    author=person_of(actor),
                    reason=note,
                    **content,
                )
                revised.append(revision)
        if not live_questions(case.item) and live:
            reason = f"No question is left. {note}"
            transition(case, "drop", actor=Actor.system(), reason=reason)
            return case
        ask_again(case, revised)
        if set(failed) <= set(changed):
            data = {
                "revised": [uid for uid, content in changed.items() if content],
                "dropped": [uid for uid, content in changed.items() if not content],
            }
            transition(case, "resubmit", actor=actor, reason=note, data=data)
            validate_without_rounds(case)
    return case


def require_known(
    questions: Sequence[QuestionEdit | QuestionRework],
    live: Mapping[str, QuestionRevision],
) -> None:
    """Require that the questions exist and appear once. Raises InvalidInputError."""
    problems = [
        FieldProblem(f"questions.{at}.uid", "The item has no such question.")
        for at, one in enumerate(questions)
        if one.uid not in live
    ]
    if len({one.uid for one in questions}) < len(questions):
        problems.append(FieldProblem("questions", "A question appears twice."))
    if problems:
        raise InvalidInputError("A question does not exist.", problems)


def _require_own(
    actor: Actor,
    questions: Sequence[QuestionRework],
    failed: Mapping[str, QuestionRevision],
) -> None:
    person = person_of(actor)
    own = {uid for uid, one in failed.items() if one.author_id == person.pk}
    if not own or any(one.uid not in own for one in questions):
        raise NotAllowedError(
            "You can change only your own questions that did not pass."
        )
    if not questions:
        problem = FieldProblem("questions", "Change or remove a question.")
        raise InvalidInputError("There are no changes to submit.", [problem])


def _require_sound(
    case: Case,
    actor: Actor,
    live: Mapping[str, QuestionRevision],
    changed: Mapping[str, Mapping[str, Any] | None],
) -> None:
    """Require that all remaining questions are complete; the rest of the record is."""
    kept = [
        {**question_content(revision), **(changed.get(uid) or {})}
        for uid, revision in live.items()
        if changed.get(uid, {}) is not None
    ]
    if kept:
        content = {**case.record, "questions": kept}
        require_sound(case.project.protocol, content, actor)


def ask_again(case: Case, revised: Sequence[QuestionRevision]) -> None:
    """Create assignments in the open round, or a further mark in its checklist."""
    current = open_round(case.project)
    if current is None:
        return
    if current.rule.kind == "answer":
        create_validation_assignments(of=current, revisions=revised)
        return
    last = current.marks.filter(case=case).order_by("-attempt").first()
    if last is not None and last.passed is False:
        ChecklistMark.objects.create(round=current, case=case, attempt=last.attempt + 1)


@transaction.atomic
def question_take_out(*, case: Case, uid: str, actor: Actor, reason: str) -> Case:
    """Drop one question for good; an item without another question is dropped too.

    The ledger of the case keeps the question and the reason. Raises NotFoundError,
    InvalidInputError (reason), and ConflictError unless the item is validated.
    """
    if case.status != VALIDATED:
        raise ConflictError(
            "This item is being worked on. Decide when it is validated again."
        )
    live = {one.question.uid: one.question for one in live_questions(case.item)}
    question = live.get(uid)
    if question is None:
        raise NotFoundError("The item no longer has this question.")
    withdraw_validation_assignments(actor=actor, question=question)
    drop_question(question=question, actor=actor, reason=reason)
    action = "edit" if len(live) > 1 else "drop"
    transition(case, action, actor=actor, reason=reason, data={"dropped": [uid]})
    return case
