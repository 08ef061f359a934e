"""Rework: change failed questions, submit them again, or drop one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.selectors.items import live_questions
from annotation.items.services.questions import drop_question, revise_question
from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
)
from core.services import Actor, transition
from projects.roles import Role
from review.adjudication.domain.case_states import REWORK, VALIDATED
from review.adjudication.models import Case
from review.adjudication.services.comparison import validate_without_rounds
from review.adjudication.services.records import question_content, require_valid_record
from review.rounds.models.rounds import ChecklistMark
from review.rounds.selectors.rounds import current_round, failed_revisions
from review.rounds.services.assignments import (
    create_validation_assignments,
    withdraw_validation_assignments,
)


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
        raise ConflictError(_("This item is not in rework."))
    if not note.strip():
        raise InvalidInputError(
            _("A comment is required."),
            [FieldProblem("note", _("Say what you changed."))],
        )
    live = {revision.question.uid: revision for revision in live_questions(case.item)}
    failed = {
        revision.question.uid: revision
        for revision in failed_revisions(case.project, [case])
    }
    require_known_questions(questions, live)
    if actor.role == Role.ANNOTATOR:
        _require_own(actor, questions, failed)
    changed = {question.uid: question.content for question in questions}
    _require_sound(case, live, changed)
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
            reason = _("No question is left. {note}", note=note)
            transition(case, "drop", actor=Actor.system(), reason=reason)
            return case
        revalidate_question(case, revised)
        if set(failed) <= set(changed):
            data = {
                "revised": [uid for uid, content in changed.items() if content],
                "dropped": [uid for uid, content in changed.items() if not content],
            }
            transition(case, "resubmit", actor=actor, reason=note, data=data)
            validate_without_rounds(case)
    return case


def require_known_questions(
    questions: Sequence[QuestionEdit | QuestionRework],
    live: Mapping[str, QuestionRevision],
) -> None:
    """Require that the questions exist and appear once. Raises InvalidInputError."""
    problems = [
        FieldProblem(f"questions.{at}.uid", _("The item has no such question."))
        for at, question in enumerate(questions)
        if question.uid not in live
    ]
    if len({question.uid for question in questions}) < len(questions):
        problems.append(FieldProblem("questions", _("A question appears twice.")))
    if problems:
        raise InvalidInputError(_("A question does not exist."), problems)


def _require_own(
    actor: Actor,
    questions: Sequence[QuestionRework],
    failed: Mapping[str, QuestionRevision],
) -> None:
    person = person_of(actor)
    own = {uid for uid, revision in failed.items() if revision.author_id == person.pk}
    if not own or any(question.uid not in own for question in questions):
        raise NotAllowedError(
            _("You can change only your own questions that did not pass.")
        )
    if not questions:
        problem = FieldProblem("questions", _("Change or remove a question."))
        raise InvalidInputError(_("There are no changes to submit."), [problem])


def _require_sound(
    case: Case,
    live: Mapping[str, QuestionRevision],
    changed: Mapping[str, Mapping[str, Any] | None],
) -> None:
    """Require that all remaining questions are complete; the rest of the record is."""
    remaining = [
        {**question_content(revision), **(changed.get(uid) or {})}
        for uid, revision in live.items()
        if changed.get(uid, {}) is not None
    ]
    if remaining:
        content = {**case.record, "questions": remaining}
        require_valid_record(case.project.protocol, content)


def revalidate_question(case: Case, revised: Sequence[QuestionRevision]) -> None:
    """Create assignments in the open round, or a further mark in its checklist."""
    current = current_round(case.project)
    if current is None:
        return
    if current.rule.kind == "answer":
        create_validation_assignments(of=current, revisions=revised)
        return
    last = current.marks.filter(case=case).order_by("-attempt").first()
    if last is not None and last.passed is False:
        ChecklistMark.objects.create(round=current, case=case, attempt=last.attempt + 1)


@transaction.atomic
def remove_question(*, case: Case, uid: str, actor: Actor, reason: str) -> Case:
    """Drop one question for good; an item without another question is dropped too.

    The ledger of the case keeps the question and the reason. Raises NotFoundError,
    InvalidInputError (reason), and ConflictError unless the item is validated.
    """
    if case.status != VALIDATED:
        raise ConflictError(
            _("This item is being worked on. Decide when it is validated again.")
        )
    live = {
        revision.question.uid: revision.question
        for revision in live_questions(case.item)
    }
    question = live.get(uid)
    if question is None:
        raise NotFoundError(_("The item no longer has this question."))
    withdraw_validation_assignments(actor=actor, question=question)
    drop_question(question=question, actor=actor, reason=reason)
    action = "edit" if len(live) > 1 else "drop"
    transition(case, action, actor=actor, reason=reason, data={"dropped": [uid]})
    return case


def take_down_question(
    *, case: Case, question: Question, actor: Actor, reason: str
) -> None:
    """Drop a question whatever the state of its item.

    A validated item is dropped with its last question; work on any other continues
    without the question.
    """
    if case.status == VALIDATED:
        remove_question(case=case, uid=question.uid, actor=actor, reason=reason)
        return
    withdraw_validation_assignments(actor=actor, question=question)
    drop_question(question=question, actor=actor, reason=reason)
