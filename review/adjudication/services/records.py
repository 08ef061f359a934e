"""Final records: their validation and their parts."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotation.items.models.items import Item
from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import latest_annotations
from annotation.items.services.questions import create_question
from annotation.records.domain.checks import blocking_findings
from annotation.records.domain.record import normalize_record
from annotation.records.domain.search import (
    fold_for_search,
    searchable_label_tokens,
    searchable_record_text,
)
from annotation.records.domain.validation import record_problems
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from projects.models import User
from subtext_protocol.document import Protocol

_OF_QUESTION = ("format", "fixed", "stem", "options", "answer")


def require_valid_record(protocol: Protocol, content: Mapping[str, Any]) -> None:
    """Require a complete record without blocking findings. Raises InvalidInputError."""
    problems = record_problems_for_decision(protocol, content)
    if problems:
        raise InvalidInputError(_("The record is incomplete."), problems)


def record_problems_for_decision(
    protocol: Protocol, content: Mapping[str, Any]
) -> list[FieldProblem]:
    """Return what a record lacks, else the findings of blocking checks."""
    problems = record_problems(protocol, content, complete=True)
    if problems:
        return problems
    normal = normalize_record(protocol, content)
    return [
        finding.as_field_problem() for finding in blocking_findings(protocol, normal)
    ]


def question_content(revision: QuestionRevision) -> dict[str, Any]:
    """Return a question as part of a record."""
    return {
        "uid": revision.question.uid,
        "format": revision.question.format,
        "fixed": revision.question.fixed or None,
        "stem": revision.stem,
        "options": revision.options,
        "answer": revision.answer,
    }


def record_without_questions(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a record that a case stores; questions are separate rows."""
    return {part: content.get(part, {}) for part in ("labels", "texts", "sentences")}


def record_changes(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes that give a case this record."""
    return {
        "record": record,
        "search_text": searchable_record_text(record),
        "search_labels": searchable_label_tokens(record),
    }


def undecided_changes(item_id: int) -> dict[str, Any]:
    """Return the changes that leave a case without a record.

    Search then finds it by the submissions that were to be compared.
    """
    submissions = latest_annotations(item_id).values()
    return {"record": {}, **submission_search(submissions)}


def submission_search(submissions: Iterable[Annotation]) -> dict[str, str]:
    """Return the search columns of a case that is found by these submissions."""
    contents = [annotation.content for annotation in submissions]
    return {
        "search_text": fold_for_search(map(searchable_record_text, contents)),
        "search_labels": "".join(map(searchable_label_tokens, contents)),
    }


def record_question(
    item: Item,
    position: int,
    question: Mapping[str, Any],
    author: User,
    *,
    reason: str = "",
) -> Question:
    """Create the row of a record's question."""
    content = {part: question[part] for part in _OF_QUESTION}
    return create_question(
        item=item, position=position, author=author, reason=reason, **content
    )
