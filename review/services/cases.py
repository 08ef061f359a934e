"""From annotations to a case: comparing, adopting, leaving out, sending back."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F

from annotation.domain.record import record_normalised
from annotation.domain.states import SUBMITTED
from annotation.models import Annotation, Purpose, Slot
from annotation.selectors import (
    contents_now,
    live_questions,
    moved_slots,
    work_annotations,
)
from annotation.services.questions import drop_question
from review.domain.comparison import compare
from review.domain.states import COMPARING, DROPPED
from review.models import Case
from review.selectors.cases import UNDECIDED, decided_together
from review.services.records import (
    record_changes,
    record_question,
    without_questions,
)
from review.services.validation_assignments import withdraw_validation_assignments
from workflow.errors import ConflictError
from workflow.models import LedgerEntry
from workflow.selectors import life_of
from workflow.services import Actor, transition


def open_case(entries: Sequence[LedgerEntry]) -> None:
    """Work was handed in: open the item's case; compare when all have handed in.

    Runs within the hand-in.
    """
    for slot in moved_slots(entries, Purpose.WORK):
        _wait_for_turn(slot)
        annotations = work_annotations(slot.item_id)
        case = _case_of(slot) if annotations else None
        if case is not None and case.status == COMPARING:
            _compare(case, annotations)


def case_recompare(entries: Sequence[LedgerEntry]) -> None:
    """Work was taken back or sent back: compare again when it is in.

    A record that one annotator's work became by itself is taken back with it, until
    somebody has acted on it. Raises ConflictError when the record has been decided (what is
    wrong then goes through rework), and to authors who can read the others' work: it
    would not be blind any more.
    """
    taken_back = [entry for entry in entries if entry.source == SUBMITTED]
    by_author = {entry.subject_id for entry in taken_back if entry.action == "reopen"}
    for slot in moved_slots(taken_back, Purpose.WORK):
        case = case_in_turn(slot)
        if case.status in (COMPARING, DROPPED):
            continue
        if slot.pk in by_author and decided_together(case.project):
            raise ConflictError(
                "You can already see the annotations of others, so yours cannot change. "
                "Propose the change in the consensus."
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
    """Whether work on it can be taken back. Raises ConflictError when somebody decided."""
    if case.status in (COMPARING, DROPPED, *UNDECIDED):
        return
    actions = list(life_of(case).values_list("action", flat=True))
    if actions[-1:] != ["adopt"] and actions[-2:] != ["adopt", "validate"]:
        raise ConflictError("This item is already final. Return it for rework instead.")


def _unadopt(case: Case) -> None:
    """Raises ConflictError when the record did not come about by itself, or was acted on."""
    require_undecided(case)
    transition(
        case,
        "unadopt",
        actor=Actor.system(),
        data={"record": case.record},
        changes=record_changes({}),
    )
    drop_questions(case, Actor.system(), "The annotation was taken back.")


def require_version(case: Case, version: int) -> None:
    """Raises ConflictError when the case has moved since somebody looked at ``version``."""
    if case.state_version != version:
        raise ConflictError("This item has changed since you opened it.")


def drop_questions(case: Case, actor: Actor, reason: str) -> None:
    """Drop every question of a record that is taken back."""
    for revision in live_questions(case.item):
        drop_question(question=revision.question, actor=actor, reason=reason)


def case_in_turn(slot: Slot) -> Case:
    """The case of the slot's item, read after everybody who was at it before.

    Of two who hand in or take back at the same time, both update the case's row first:
    the second waits until the first has committed, and then sees what it did.
    """
    _wait_for_turn(slot)
    return _case_of(slot)


def _wait_for_turn(slot: Slot) -> None:
    case = Case.objects.filter(item=slot.item_id)
    if not case.update(handed_in=F("handed_in") + 1):
        # Whoever is about to open it is waited for.
        new = Case(item_id=slot.item_id, project_id=slot.project_id)
        Case.objects.bulk_create([new], ignore_conflicts=True)
        case.update(handed_in=F("handed_in") + 1)


def _case_of(slot: Slot) -> Case:
    return (
        Case.objects.select_related("item", "project__current_protocol")
        # Long, and known to this process as a rule (ProtocolVersion.protocol).
        .defer("project__current_protocol__document")
        .get(item=slot.item_id)
    )


def compare_case(case: Case) -> None:
    """Hold what was handed in against each other, when all of it is in."""
    annotations = work_annotations(case.item_id)
    if annotations:
        _compare(case, annotations)


def _compare(case: Case, annotations: Sequence[Annotation]) -> None:
    protocol = case.project.protocol
    records = contents_now(case.project, annotations)
    result = compare(protocol, records)
    # Texts stay in the annotations; only what is computed with is kept here.
    comparison = {
        "annotations": [annotation.pk for annotation in annotations],
        "people": [annotation.person_id for annotation in annotations],
        "questions": list(result.questions),
        "fields": {
            field.field: {
                "kind": field.kind,
                "outcome": field.outcome,
                "values": list(field.values) if field.kind == "label" else [],
                "value": field.value,
                "rule": field.rule,
            }
            for field in result.fields
        },
    }
    comparison["first"] = _said_first(comparison, case.comparison)
    changes = {
        "comparison": comparison,
        "disputed": len(result.disputed),
        "proposal": {},
    }
    if len(annotations) == 1:
        _adopt(case, annotations[0], changes)
    else:
        action = "dispute" if result.disputed else "agree"
        transition(case, action, actor=Actor.system(), changes=changes, savepoint=False)


def _said_first(
    comparison: Mapping[str, Any], before: Mapping[str, Any]
) -> dict[str, list[list[str]]]:
    """What people chose in the comparison before, by field, where it was something else.

    What was handed in first was blind; whoever hands in again may know what the others
    wrote, or what an organizer had to say. Agreement is measured on the first.
    """
    earlier = {person: at for at, person in enumerate(before.get("people", ()))}
    found = {}
    for name, field in comparison["fields"].items():
        old = before.get("fields", {}).get(name)
        if old is None or field["kind"] != "label":
            continue
        said = before.get("first", {}).get(name, old["values"])
        first = [
            said[earlier[person]] if person in earlier else value
            for person, value in zip(comparison["people"], field["values"], strict=True)
        ]
        if first != field["values"]:
            found[name] = first
    return found


def _adopt(case: Case, annotation: Annotation, changes: Mapping[str, Any]) -> None:
    """One annotator: what was handed in is the final record."""
    (said,) = contents_now(case.project, [annotation])
    content = record_normalised(case.project.protocol, said)
    transition(
        case,
        "adopt",
        actor=Actor.system(),
        changes={**changes, **record_changes(without_questions(content))},
        data={"annotation": annotation.pk},
    )
    for position, question in enumerate(content["questions"], start=1):
        record_question(case.item, position, question, annotation.person)
    validate_without_rounds(case)


def validate_without_rounds(case: Case) -> None:
    """Under a protocol without rounds a decided record is a validated one, once its
    questions are there."""
    protocol = case.project.protocol
    if protocol.questions.written_by == "rule" and not live_questions(case.item):
        return
    if not protocol.review.rounds:
        transition(case, "validate", actor=Actor.system())


@transaction.atomic
def drop_case(*, case: Case, actor: Actor, reason: str) -> Case:
    """Leave an item out of the benchmark; its work is kept. Raises ConflictError, Invalid."""
    transition(case, "drop", actor=actor, reason=reason)
    withdraw_validation_assignments(case=case, actor=actor)
    return case


def cases_drop_withdrawn(entries: Sequence[LedgerEntry]) -> None:
    """Handler of image → withdrawn: its item leaves the benchmark."""
    images = [entry.subject_id for entry in entries]
    for case in Case.objects.filter(item__places__image__in=images).distinct():
        if case.status != DROPPED:
            drop_case(
                case=case,
                actor=Actor.system(),
                reason="An image of this item was withdrawn.",
            )


@transaction.atomic
def case_send_to_rework(*, case: Case, actor: Actor, reason: str) -> Case:
    """Send a decided item back. Raises ConflictError, Invalid without a reason."""
    transition(case, "fail", actor=actor, reason=reason)
    return case
