"""One item with everything that people wrote on it, for organizers."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation.items.models.items import Item
from annotation.items.models.questions import Question
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import (
    current_contents,
    list_item_annotations,
    list_items_with_slots,
    question_history,
)
from core.domain.texts import _
from core.selectors import get_or_missing
from projects.models import Project
from projects.person_names.selectors.project_names import PersonNames
from projects.security_record.selectors import PasswordLinkPeriods
from review.adjudication.models import Case
from review.adjudication.selectors.cases import RecordParts
from review.rounds.domain.round_states import ANSWERED, COUNTED
from review.rounds.models.rounds import ValidationAssignment
from subtext_protocol.formats.registry import get_format


@dataclass(frozen=True)
class SubmittedRecord(RecordParts):
    """One submission with its author; its labels are those of the current protocol."""

    id: int
    person: str
    code: str
    """The item's code as the author sees it."""
    purpose: str
    revision: int
    """1 for the first submission; a submission after rework counts on."""
    submitted_at: datetime
    questions: Sequence[Mapping[str, Any]]
    after_password_link: bool
    """Whether somebody else could then log in as the author."""


@dataclass(frozen=True)
class GivenAnswer:
    """A validator's answer to one revision of a question."""

    id: int
    round: int
    revision: int
    person: str
    answer: Any
    """In the form of the question's format; None if only a problem was reported."""
    correct: bool | None
    issues: Sequence[str]
    comment: str
    answered_at: datetime
    after_password_link: bool
    """Whether somebody else could then log in as the validator."""


@dataclass(frozen=True)
class AskedQuestion:
    """A question of the final record with its revisions and the answers to them."""

    question: Question
    answers: Sequence[GivenAnswer]


@dataclass(frozen=True)
class ItemDetails:
    """An item with its case, submissions, questions and answers."""

    item: Item
    case: Case | None
    tags: Sequence[str]
    records: Sequence[SubmittedRecord]
    questions: Sequence[AskedQuestion]


def item_details(project: Project, number: int) -> ItemDetails:
    """Return the item that people know by ``number``. Raises NotFoundError."""
    item = get_or_missing(
        list_items_with_slots(project).filter(number=number),
        _("There is no item {number} in this project.", number=number),
    )
    annotations = list(list_item_annotations(item))
    contents = current_contents(project, annotations)
    names, periods = PersonNames(project), PasswordLinkPeriods()
    answers = _answers_to(item, names, periods)
    return ItemDetails(
        item,
        Case.objects.filter(item=item).first(),
        sorted(tag.tag for tag in item.tags.all()),
        [
            _record(annotation, content, names, periods)
            for annotation, content in zip(annotations, contents, strict=True)
        ],
        [
            AskedQuestion(question, answers[question.pk])
            for question in question_history(item)
        ],
    )


def _record(
    annotation: Annotation,
    content: Mapping[str, Any],
    names: PersonNames,
    periods: PasswordLinkPeriods,
) -> SubmittedRecord:
    return SubmittedRecord(
        content.get("labels", {}),
        content.get("texts", {}),
        content.get("sentences", {}),
        annotation.pk,
        names.name_of_person(annotation.person),
        annotation.slot.code,
        annotation.slot.purpose,
        annotation.revision,
        annotation.submitted_at,
        content.get("questions", []),
        periods.covers(annotation.person_id, annotation.submitted_at),
    )


def _answers_to(
    item: Item, names: PersonNames, periods: PasswordLinkPeriods
) -> Mapping[int, list[GivenAnswer]]:
    """Return the validators' answers by question, the oldest first."""
    assignments = ValidationAssignment.objects.filter(
        revision__question__item=item, status__in=(ANSWERED, COUNTED)
    ).select_related("round", "revision__question", "person")
    answers: dict[int, list[GivenAnswer]] = defaultdict(list)
    for assignment in assignments.order_by("answered_at", "pk"):
        revision, person = assignment.revision, assignment.person
        assert assignment.answered_at is not None  # noqa: S101 - these are answered
        compares = assignment.chosen is not None and revision.answer is not None
        answers[revision.question_id].append(
            GivenAnswer(
                assignment.pk,
                assignment.round.number,
                revision.number,
                names.name_of_person(person) if person else "",
                assignment.chosen,
                get_format(revision.question.format).equals_key(
                    revision.answer, assignment.chosen
                )
                if compares
                else None,
                assignment.issues,
                assignment.comment,
                assignment.answered_at,
                periods.covers(assignment.person_id, assignment.answered_at),
            )
        )
    return answers
