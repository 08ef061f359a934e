"""Cases: compare annotations, adopt a single one, drop and return items."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import F

from annotation.items.domain.slot_states import SUBMITTED
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import (
    current_contents,
    latest_annotations,
    live_questions,
    work_annotations,
)
from annotation.items.services.questions import drop_question
from annotation.records.domain.record import normalize_record
from annotation.slots.selectors.slots import slots_of_entries
from core.domain.texts import _
from core.errors import ChangedError, ConflictError
from core.models import LedgerEntry
from core.services import Actor, transition
from review.adjudication.domain.case_states import COMPARING, DROPPED
from review.adjudication.domain.comparison import compare_records
from review.adjudication.domain.provenance import letter_order
from review.adjudication.models import Case
from review.adjudication.selectors.cases import (
    DECIDED,
    UNDECIDED,
    settled_items,
    uses_consensus,
)
from review.adjudication.services.records import (
    record_changes,
    record_question,
    record_without_questions,
    submission_search,
    undecided_changes,
)


def open_case(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → submitted: open the item's case; compare once all are in.

    Runs in the transaction of the submission.
    """
    for slot in slots_of_entries(entries, Purpose.WORK):
        has_case = _wait_for_turn(slot)
        latest = latest_annotations(slot.item_id)
        search = submission_search(latest.values())
        if has_case:
            case_rows = Case.objects.filter(item=slot.item_id)
            case_rows.exclude(status__in=DECIDED).update(**search)
        else:
            _open_case(slot, search)
        annotations = work_annotations(slot.item_id, latest)
        case = _case_of(slot) if annotations else None
        if case is not None and case.status == COMPARING:
            _compare(case, annotations)


def recompare_case(entries: Sequence[LedgerEntry]) -> None:
    """Handler of withdrawn or returned submissions: compare again once all are in.

    A record adopted from a single annotation is undone with it, until someone acts on
    it. Raises ConflictError once the record is decided; errors in it are then corrected
    by rework. Also raises it for authors who can read the others' work, because their
    annotation would no longer be blind.
    """
    taken_back = [entry for entry in entries if entry.source == SUBMITTED]
    by_author = {entry.subject_id for entry in taken_back if entry.action == "reopen"}
    for slot in slots_of_entries(taken_back, Purpose.WORK):
        case = case_in_own_transaction(slot)
        if case.status in (COMPARING, DROPPED):
            continue
        if slot.pk in by_author and uses_consensus(case.project):
            raise ConflictError(
                _(
                    "You can already see the annotations of others, so yours cannot change. "
                    "Propose the change in the consensus."
                )
            )
        if case.status not in UNDECIDED:
            _unadopt(case)
            continue
        transition(
            case,
            "recompare",
            actor=Actor.system(),
            data={"comparison": case.comparison},
        )


def require_undecided(case: Case) -> None:
    """Require that work on the item can be withdrawn.

    Raises ConflictError if decided.
    """
    if settled_items([case.item_id]):
        raise ConflictError(
            _("This item is already final. Return it for rework instead.")
        )


def _unadopt(case: Case) -> None:
    """Undo an adopted record. Raises ConflictError if it was decided or acted on."""
    require_undecided(case)
    transition(
        case,
        "unadopt",
        actor=Actor.system(),
        data={"record": case.record},
        changes=undecided_changes(case.item_id),
    )
    drop_questions(case, Actor.system(), _("The annotation was taken back."))


def require_version(case: Case, version: int) -> None:
    """Require that the case is unchanged since ``version``. Raises ConflictError."""
    if case.state_version != version:
        raise ChangedError(_("This item has changed since you opened it."))


def drop_questions(case: Case, actor: Actor, reason: str) -> None:
    """Drop every question of an undone record."""
    for revision in live_questions(case.item):
        drop_question(question=revision.question, actor=actor, reason=reason)


def case_in_own_transaction(slot: Slot) -> Case:
    """Return the case of the slot's item, after all earlier transactions on it.

    Submitting and withdrawing both update the case's row first. Of two at the same
    time, the second waits for the first to commit and sees its effect.
    """
    if not _wait_for_turn(slot):
        Case.objects.get_or_create(
            item_id=slot.item_id, defaults={"project_id": slot.project_id}
        )
        _wait_for_turn(slot)
    return _case_of(slot)


def _wait_for_turn(slot: Slot) -> bool:
    """Lock the case of the slot's item; return whether there is one."""
    case = Case.objects.filter(item=slot.item_id)
    return bool(case.update(handed_in=F("handed_in") + 1))


def _open_case(slot: Slot, search: Mapping[str, str]) -> None:
    # Submissions of an item come one after the other
    # (annotation.drafts.services.submissions).
    # Should another transaction open the case first, this one fails and is repeated.
    Case.objects.create(item_id=slot.item_id, project_id=slot.project_id, **search)


def _case_of(slot: Slot) -> Case:
    return (
        Case.objects.select_related("item", "project__current_protocol")
        # A long document, usually in this process's cache (ProtocolVersion.protocol).
        .defer("project__current_protocol__document")
        .get(item=slot.item_id)
    )


def compare_case(case: Case) -> None:
    """Compare the submissions of an item, if all of them are in."""
    annotations = work_annotations(case.item_id)
    if annotations:
        _compare(case, annotations)


def _compare(case: Case, annotations: Sequence[Annotation]) -> None:
    protocol = case.project.protocol
    records = current_contents(case.project, annotations)
    # What a rule proposes depends on the order of the passes; letters do not show it.
    result = compare_records(protocol, records)
    order = letter_order(len(annotations), case.item.number)
    # Texts stay in the annotations; only values for computing are kept here.
    comparison = {
        "annotations": [annotations[at].pk for at in order],
        "people": [annotations[at].person_id for at in order],
        "questions": [result.questions[at] for at in order],
        "fields": {
            field.field: {
                "kind": field.kind,
                "outcome": field.outcome,
                "values": [field.values[at] for at in order]
                if field.kind == "label"
                else [],
                "value": field.value,
                "rule": field.rule,
            }
            for field in result.fields
        },
    }
    comparison["first"] = _said_first(comparison, case.comparison)
    comparison["not_blind"] = _not_blind(annotations, case.comparison)
    changes = {
        "comparison": comparison,
        "disputed": len(result.disputed_fields),
        "proposal": {},
    }
    if len(annotations) == 1:
        _adopt(case, annotations[0], changes)
    else:
        action = "dispute" if result.disputed_fields else "agree"
        transition(case, action, actor=Actor.system(), changes=changes, savepoint=False)


def _said_first(
    comparison: Mapping[str, Any], before: Mapping[str, Any]
) -> dict[str, list[list[str]]]:
    """Return the first submitted values by field, where they differ from the present.

    A first submission is blind. A later one may know the others' work or an organizer's
    comment. Agreement is measured on the first.
    """
    earlier = {person: at for at, person in enumerate(before.get("people", ()))}
    first_values = {}
    for name, field in comparison["fields"].items():
        old = before.get("fields", {}).get(name)
        if old is None or field["kind"] != "label":
            continue
        earlier_values = before.get("first", {}).get(name, old["values"])
        first = [
            earlier_values[earlier[person]] if person in earlier else value
            for person, value in zip(comparison["people"], field["values"], strict=True)
        ]
        if first != field["values"]:
            first_values[name] = first
    return first_values


def _not_blind(
    annotations: Iterable[Annotation], before: Mapping[str, Any]
) -> list[int]:
    """Return the people whose first compared labels were not blind.

    Agreement leaves them out.
    """
    compared, known = before.get("people", ()), before.get("not_blind", ())
    return [
        annotation.person_id
        for annotation in annotations
        if (
            annotation.person_id in known
            if annotation.person_id in compared
            else not annotation.is_blind
        )
    ]


def _adopt(case: Case, annotation: Annotation, changes: Mapping[str, Any]) -> None:
    """Make the submission of a single annotator the final record."""
    (annotated,) = current_contents(case.project, [annotation])
    content = normalize_record(case.project.protocol, annotated)
    transition(
        case,
        "adopt",
        actor=Actor.system(),
        changes={**changes, **record_changes(record_without_questions(content))},
        data={"annotation": annotation.pk},
    )
    for position, question in enumerate(content["questions"], start=1):
        record_question(case.item, position, question, annotation.person)
    validate_without_rounds(case)


def validate_without_rounds(case: Case) -> None:
    """Validate a decided record with questions, if the protocol has no rounds."""
    protocol = case.project.protocol
    if protocol.questions.written_by == "rule" and not live_questions(case.item):
        return
    if not protocol.review.rounds:
        transition(case, "validate", actor=Actor.system())
