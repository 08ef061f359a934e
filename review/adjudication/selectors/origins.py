"""Where each part of a decided record is from, as the ledger recorded it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.items.selectors.items import live_questions
from core.selectors import list_entries_of_object
from review.adjudication.domain.provenance import QuestionOrigins
from review.adjudication.models import Case


@dataclass(frozen=True)
class FieldOrigin:
    """How a field of a final record came about.

    ``how`` is a state of the comparison ("agreed", "proposed"), "said" by ``letters``,
    "merged" from them, "overridden", or "written". ``sentences`` of a merged text name
    the letters of each; one without a letter was written by who decided.
    """

    how: str
    letters: Sequence[str]
    sentences: Sequence[Sequence[str]]


@dataclass(frozen=True)
class DecisionOrigins:
    """The origin of each field and, by uid, of each question not revised since."""

    fields: Mapping[str, FieldOrigin]
    questions: Mapping[str, QuestionOrigins]


def decision_origins(case: Case) -> DecisionOrigins | None:
    """Return the origins of the last decision; None if the record was edited since."""
    decision = (
        list_entries_of_object(case)
        .filter(action__in=("finalize", "settle", "edit"))
        .last()
    )
    if decision is None or "question_origins" not in decision.data:
        return None
    of_questions = decision.data["question_origins"]
    return DecisionOrigins(
        {
            field: _field_origin(origin)
            for field, origin in decision.data["origins"].items()
        },
        {
            str(revision.question.uid): QuestionOrigins(
                **of_questions[revision.question.position - 1]
            )
            for revision in live_questions(case.item)
            if revision.number == 1 and revision.question.position <= len(of_questions)
        },
    )


def _field_origin(origin: Any) -> FieldOrigin:
    if isinstance(origin, str):
        return FieldOrigin(origin, [], [])
    if isinstance(origin, list):
        return FieldOrigin("said", origin, [])
    sentences = origin["sentences"]
    letters = sorted({letter for sentence in sentences for letter in sentence})
    return FieldOrigin("merged", letters, sentences)
