"""The questions of final records: made, revised and dropped, never overwritten."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from annotation.domain.formats.registry import find_format
from annotation.domain.search import searched_question
from annotation.models import Item, Question, QuestionRevision
from projects.models import User
from workflow.errors import ConflictError, FieldProblem, InvalidInputError
from workflow.services import Actor, require_reason


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
    """A question of an item's final record, with its first revision.

    ``reason`` is where it came from, when nobody here wrote it; only then may it lack
    its key.

    Raises InvalidInputError (answer) when it has not the form of the format.
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
        search_text=searched_question(stem, options),
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
    """Another wording of a question, as its next revision.

    Raises ConflictError when it was revised or dropped since it was read, InvalidInputError (answer)
    without a key or with one that has not the form of the question's format.
    """
    answer = _key(question.format, options, answer)
    number = question.current_number
    moved = Question.objects.filter(
        pk=question.pk, current_number=number, live=True
    ).update(current_number=number + 1)
    if not moved:
        raise ConflictError("Someone else changed this question.")
    question.current_number = number + 1
    return QuestionRevision.objects.create(
        question=question,
        number=number + 1,
        stem=stem,
        options=list(options),
        search_text=searched_question(stem, options),
        answer=answer,
        author=author,
        reason=reason,
    )


def drop_question(*, question: Question, actor: Actor, reason: str) -> None:
    """Leave a question out of what follows; it stays for the record.

    Raises InvalidInputError without a reason, ConflictError when it was dropped already.
    """
    require_reason(reason)
    dropped = Question.objects.filter(pk=question.pk, live=True).update(
        live=False, dropped_by=actor.user, dropped_reason=reason.strip()
    )
    if not dropped:
        raise ConflictError("This question is already removed.")
    question.refresh_from_db()


def _key(format_id: str, options: Sequence[str], answer: Any) -> Any:
    """The key in one form. Whether it is a good one, the record's check says before."""
    kind = find_format(format_id)
    key = kind.normalised(answer) if kind and kind.fits(answer) else None
    if kind is None or key is None:
        problem = FieldProblem(
            "answer", "This is not a valid correct answer for this question format."
        )
        raise InvalidInputError("A question needs a correct answer.", [problem])
    if any(not 0 <= one < len(options) for one in kind.named(key)):
        problem = FieldProblem("answer", "The correct answer is not among the options.")
        raise InvalidInputError("A question needs a correct answer.", [problem])
    return key
