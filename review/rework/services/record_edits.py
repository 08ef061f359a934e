"""Edits of decided records, of one label on many items, and of dropped items."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from uuid import uuid4

from django.db import transaction

from annotation.items.models.questions import QuestionRevision
from annotation.items.selectors.items import annotator_ids_of_item, live_questions
from annotation.items.services.questions import revise_question
from annotation.records.domain.record import normalize_record
from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
    NotFoundError,
    SubtextError,
)
from core.models import LedgerEntry
from core.services import Actor, require_reason, transition
from projects.models import Project
from review.adjudication.domain.case_states import IN_VALIDATION, REWORK, VALIDATED
from review.adjudication.models import Case
from review.adjudication.selectors.cases import DECIDED
from review.adjudication.services.comparison import require_version
from review.adjudication.services.records import (
    question_content,
    record_changes,
    record_problems_for_decision,
    record_without_questions,
)
from review.rework.services.question_rework import (
    QuestionEdit,
    require_known_questions,
    revalidate_question,
)
from review.rounds.services.assignments import withdraw_validation_assignments
from subtext_protocol.document import Protocol

_PARTS = ("stem", "options", "answer")

Skipped = Literal["undecided", "same", "author", "unsound", "changed"]
"""Why an item is skipped.

``undecided``: it has no decision. ``same``: it already has the value. ``author``: this
person annotated it. ``unsound``: the record would not be valid. ``changed``: someone
has changed it since.
"""


@dataclass(frozen=True)
class SkippedItem:
    """An item that was left unchanged, and why."""

    item: int
    why: Skipped


@dataclass(frozen=True)
class Relabelled:
    """The result of relabelling many items; ``batch`` identifies it for undoing."""

    batch: str
    changed: Sequence[int]
    skipped: Sequence[SkippedItem]


@transaction.atomic
def edit_record(
    *,
    case: Case,
    actor: Actor,
    record: Mapping[str, Any],
    reason: str,
    version: int,
    questions: Sequence[QuestionEdit] = (),
) -> Case:
    """Change a decided record; the ledger keeps before, after and the reason.

    A changed question gets a new revision, which fresh people answer in the open round,
    else in the next. A validated item loses that state until then. Annotators of the
    item may not change its record. Raises NotAllowedError, ConflictError,
    InvalidInputError.
    """
    require_version(case, version)
    _require_no_author(case, actor)
    changed = _changed_questions(case, questions)
    if changed and case.status == REWORK:
        raise ConflictError(_("This item is in rework. Change its questions there."))
    before = {uid: question_content(revision) for uid, (revision, _) in changed.items()}
    after = {uid: {**before[uid], **new} for uid, (_, new) in changed.items()}
    data = {
        "questions": [
            {"uid": uid, "before": before[uid], "after": after[uid]} for uid in changed
        ]
    }
    _edited(case, actor, record, reason, data if changed else {}, after)
    if changed:
        _ask_about(case, actor, changed, reason)
    return case


Changed = Mapping[str, tuple[QuestionRevision, Mapping[str, Any]]]


def _changed_questions(case: Case, questions: Sequence[QuestionEdit]) -> Changed:
    live = {revision.question.uid: revision for revision in live_questions(case.item)}
    require_known_questions(questions, live)
    return {
        edit.uid: (live[edit.uid], edit.content)
        for edit in questions
        if any(getattr(live[edit.uid], part) != edit.content[part] for part in _PARTS)
    }


def _ask_about(case: Case, actor: Actor, changed: Changed, reason: str) -> None:
    revised = []
    for revision, content in changed.values():
        withdraw_validation_assignments(actor=actor, question=revision.question)
        revised.append(
            revise_question(
                question=revision.question,
                author=person_of(actor),
                reason=reason,
                **content,
            )
        )
    rounds = case.project.protocol.review.rounds
    if case.status == VALIDATED and rounds:
        transition(case, "ask", actor=actor)
    if case.status == IN_VALIDATION:
        revalidate_question(case, revised)


def _require_no_author(case: Case, actor: Actor) -> None:
    if actor.user is not None and actor.user.pk in annotator_ids_of_item(case.item):
        raise NotAllowedError(
            _("You annotated this item. Someone else must change it.")
        )


def _edited(
    case: Case,
    actor: Actor,
    record: Mapping[str, Any],
    reason: str,
    data: Mapping[str, Any],
    questions: Mapping[str, Mapping[str, Any]] = {},
) -> Case:
    """Edit a record; ``questions`` are the changed ones, by uid."""
    live = live_questions(case.item)
    content = {
        **record_without_questions(record),
        "questions": [
            questions.get(revision.question.uid) or question_content(revision)
            for revision in live
        ],
    }
    # Imported invalid questions are corrected in rework and do not block this edit.
    looked_at = {
        f"questions.{at}"
        for at, revision in enumerate(live)
        if revision.question.uid in questions
    }
    problems = [
        problem
        for problem in record_problems_for_decision(case.project.protocol, content)
        if not problem.field.startswith("questions")
        or ".".join(problem.field.split(".")[:2]) in looked_at
    ]
    if problems:
        raise InvalidInputError(_("The record is incomplete."), problems)
    after = record_without_questions(normalize_record(case.project.protocol, content))
    before = case.record
    if after == before and not questions:
        raise InvalidInputError(
            _("There are no changes to save."),
            [FieldProblem("record", _("This text is unchanged."))],
        )
    transition(
        case,
        "edit",
        actor=actor,
        reason=reason,
        changes={**record_changes(after), "drafted": {}},
        data={"before": before, "after": after, **data},
    )
    return case


_WHY: Mapping[type[SubtextError], Skipped] = {
    NotAllowedError: "author",
    InvalidInputError: "unsound",
    ConflictError: "changed",
}


def relabel_cases(
    *,
    project: Project,
    actor: Actor,
    items: Sequence[int],
    field: str,
    choices: Sequence[str],
    reason: str,
) -> Relabelled:
    """Set one label to the same value on many decided items.

    Each item gets an edit of its own, with before and after. In a taxonomy the labels
    above follow. Items that cannot be changed are skipped and listed: undecided,
    annotated by this person, or invalid with the new value. Raises InvalidInputError
    (field, choices, reason).
    """
    _require_label(project.protocol, field, choices)
    require_reason(reason)
    wider = {level.id for level in project.protocol.levels(field)[:-1]}
    batch = uuid4().hex
    cases = Case.objects.filter(project=project, item__in=items).select_related("item")
    case_by_item = {case.item_id: case for case in cases}

    def relabel(item: int) -> Skipped | None:
        case = case_by_item.get(item)
        if case is None or case.status not in DECIDED:
            return "undecided"
        case.project = project
        before = case.record.get("labels", {})
        if before.get(field) == list(choices):
            return "same"
        # Labels above it are left out, so that they are filled in again.
        other_labels = {
            name: values for name, values in before.items() if name not in wider
        }
        record = {**case.record, "labels": {**other_labels, field: list(choices)}}
        try:
            _require_no_author(case, actor)
            with transaction.atomic():
                _edited(case, actor, record, reason, {"batch": batch})
        except (NotAllowedError, InvalidInputError, ConflictError) as error:
            return next(why for kind, why in _WHY.items() if isinstance(error, kind))
        return None

    return _summarize_outcomes(
        batch, {item: relabel(item) for item in dict.fromkeys(items)}
    )


def undo_relabelling(*, project: Project, actor: Actor, batch: str) -> Relabelled:
    """Undo ``relabel_cases`` on items that have not changed since.

    Raises NotFoundError if there is no such batch.
    """
    edits = LedgerEntry.objects.filter(
        machine=Case.machine.name,
        action="edit",
        scope_id=project.pk,
        data__batch=batch,
    )
    edit_data = {edit.subject_id: edit.data for edit in edits}
    if not edit_data:
        raise NotFoundError(_("This project has no such change."))

    def restore(case: Case) -> Skipped | None:
        before, after = edit_data[case.pk]["before"], edit_data[case.pk]["after"]
        if case.record != after or case.status not in DECIDED:
            return "changed"
        try:
            transition(
                case,
                "edit",
                actor=actor,
                reason=_("The bulk change was undone."),
                changes=record_changes(before),
                data={"before": after, "after": before},
            )
        except ConflictError:
            return "changed"
        return None

    cases = (
        Case.objects.filter(pk__in=edit_data)
        .select_related("item")
        .order_by("item__number")
    )
    return _summarize_outcomes(batch, {case.item_id: restore(case) for case in cases})


def _summarize_outcomes(
    batch: str, outcomes: Mapping[int, Skipped | None]
) -> Relabelled:
    changed = [item for item, why in outcomes.items() if why is None]
    skipped = [SkippedItem(item, why) for item, why in outcomes.items() if why]
    return Relabelled(batch, changed, skipped)


def _require_label(protocol: Protocol, field: str, choices: Sequence[str]) -> None:
    label = next((known for known in protocol.labels if known.id == field), None)
    if label is None:
        problem = FieldProblem("field", _("The protocol has no such label."))
        raise InvalidInputError(_("The protocol has no such label."), [problem])
    unknown = set(choices) - {choice.id for choice in label.choices}
    if unknown or not choices or (len(choices) > 1 and not label.multiple):
        problem = FieldProblem("choices", _("Choose values of this label."))
        raise InvalidInputError(_("This label has no such values."), [problem])
