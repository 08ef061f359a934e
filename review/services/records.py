"""Final records: their validation and their parts."""

from collections.abc import Mapping
from typing import Any

from annotation.domain.checks import record_findings
from annotation.domain.record import record_normalised
from annotation.domain.search import searched_labels, searched_text
from annotation.domain.validation import record_problems
from annotation.models import Item, Question, QuestionRevision
from annotation.services.questions import create_question
from projects.domain.protocol.document import Protocol
from projects.models import User
from workflow.errors import FieldProblem, InvalidInputError
from workflow.services import Actor

_OF_QUESTION = ("format", "fixed", "stem", "options", "answer")


def require_sound(protocol: Protocol, content: Mapping[str, Any], actor: Actor) -> None:
    """Require a complete record without blocking findings. Raises InvalidInputError."""
    problems = record_obstacles(protocol, content, actor)
    if problems:
        raise InvalidInputError("The record is incomplete.", problems)


def record_obstacles(
    protocol: Protocol, content: Mapping[str, Any], actor: Actor
) -> list[FieldProblem]:
    """Return what a record lacks, else the findings of blocking checks."""
    language = getattr(actor.user, "locale", "en")
    problems = record_problems(protocol, content, complete=True, language=language)
    if problems:
        return problems
    normal = record_normalised(protocol, content)
    return [
        FieldProblem(finding.field, finding.message[language])
        for finding in record_findings(protocol, normal)
        if finding.level == "block"
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


def without_questions(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a record that a case stores; questions are separate rows."""
    return {part: content.get(part, {}) for part in ("labels", "texts", "sentences")}


def record_changes(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes that give a case this record, which may be empty."""
    return {
        "record": record,
        "search_text": searched_text(record),
        "search_labels": searched_labels(record),
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
