"""Questions of final records: created, revised and dropped, never overwritten."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from annotation.items.models.items import Item
from annotation.items.models.questions import Question, QuestionRevision
from annotation.records.domain.search import searchable_question_text
from core.domain.texts import _
from core.errors import ChangedError, ConflictError, FieldProblem, InvalidInputError
from core.services import Actor, require_reason
from projects.models import User
from subtext_protocol.formats.registry import find_format


@transaction.atomic
def create_question(
    *,
    item: Item,
    position: int,
    format: str,
    fixed: str | None,
    stem: str,
    options: Sequence[str],
    answer: Any,
    author: User,
    reason: str = "",
) -> Question:
    """Create a question of an item's final record, with its first revision.

    ``reason`` is the origin of an imported question; only an imported one may lack its
    key. Raises InvalidInputError (answer) for a key that does not fit the format.
    """
    if answer is not None:
        answer = _key(format, options, answer)
    question = Question.objects.create(
        item=item, position=position, format=format, fixed=fixed or ""
    )
    QuestionRevision.objects.create(
        question=question,
        number=1,
        stem=stem,
        options=list(options),
        search_text=searchable_question_text(stem, options),
        answer=answer,
        author=author,
        reason=reason,
    )
    return question


@transaction.atomic
def revise_question(
    *,
    question: Question,
    stem: str,
    options: Sequence[str],
    answer: Any,
    author: User,
    reason: str,
) -> QuestionRevision:
    """Create the next revision of a question.

    Raises ConflictError when the question was revised or dropped since it was read.
    Raises InvalidInputError (answer) for a missing key or one that does not fit the
    format.
    """
    answer = _key(question.format, options, answer)
    number = question.current_number
    updated = Question.objects.filter(
        pk=question.pk, current_number=number, live=True
    ).update(current_number=number + 1)
    if not updated:
        raise ChangedError(_("Someone else changed this question."))
    question.current_number = number + 1
    return QuestionRevision.objects.create(
        question=question,
        number=number + 1,
        stem=stem,
        options=list(options),
        search_text=searchable_question_text(stem, options),
        answer=answer,
        author=author,
        reason=reason,
    )


def drop_question(*, question: Question, actor: Actor, reason: str) -> None:
    """Drop a question from later rounds and releases; its revisions are kept.

    Raises InvalidInputError without a reason, ConflictError when it is dropped already.
    """
    require_reason(reason)
    dropped = Question.objects.filter(pk=question.pk, live=True).update(
        live=False, dropped_by=actor.user, dropped_reason=reason.strip()
    )
    if not dropped:
        raise ConflictError(_("This question is already removed."))
    question.refresh_from_db()


def _key(format_id: str, options: Sequence[str], answer: Any) -> Any:
    """Return the normalized key. Raises InvalidInputError (answer) for an invalid one.

    The record's checks judge earlier whether the key is a good one.
    """
    kind = find_format(format_id)
    key = (
        kind.canonical_key(answer) if kind and kind.is_valid_key_shape(answer) else None
    )
    if kind is None or key is None:
        problem = FieldProblem(
            "answer", _("This is not a valid correct answer for this question format.")
        )
        raise InvalidInputError(_("A question needs a correct answer."), [problem])
    if any(not 0 <= index < len(options) for index in kind.correct_option_indices(key)):
        problem = FieldProblem(
            "answer", _("The correct answer is not among the options.")
        )
        raise InvalidInputError(_("A question needs a correct answer."), [problem])
    return key
