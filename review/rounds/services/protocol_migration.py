"""Migration of cases to a new protocol version."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from core.domain.texts import _
from core.errors import FieldProblem
from core.services import Actor, transition
from projects.models import Project, ProtocolVersion
from projects.ports import ProtocolMigration
from review.adjudication.domain.case_states import FINAL
from review.adjudication.models import Case
from review.adjudication.selectors.cases import DECIDED, UNDECIDED
from review.adjudication.services.comparison import (
    compare_case,
    validate_without_rounds,
)
from review.adjudication.services.records import record_changes
from review.rounds.models.rounds import Round
from subtext_protocol.changes import Carrying, ProtocolChange, map_choices, map_values


class ReviewWork:
    """Review's side of a protocol change (projects.ports.StageWork).

    Rounds that were opened stay unchanged; the next one follows the new rules.
    Undecided cases are compared again if their labels are carried over. Decided records
    are edited, and the ledger keeps the earlier ones.
    """

    def count_work(self, project: Project) -> Mapping[str, int]:
        return {
            "decided": Case.objects.filter(project=project, status__in=DECIDED).count(),
            "rounds": Round.objects.filter(project=project).count(),
        }

    def items_using_path(self, project: Project, path: str) -> Collection[int]:
        _, field, *choice = path.split(".")
        records = Case.objects.filter(project=project, status__in=DECIDED)
        return {
            item
            for item, record in records.values_list("item_id", "record")
            for part in ("labels", "texts", "sentences")
            if (value := record.get(part, {}).get(field))
            and (not choice or choice[-1] in value)
        }

    def list_blocked_changes(
        self, project: Project, changes: Sequence[ProtocolChange]
    ) -> Sequence[FieldProblem]:
        held = Round.objects.filter(project=project).count()
        return [
            FieldProblem(
                change.path, _("Round {number} is already opened.", number=number)
            )
            for change in changes
            if (number := _round_removed(change)) and number <= held
        ]

    def migrate_work(self, move: ProtocolMigration) -> None:
        cases = Case.objects.filter(project=move.project).select_related("item")
        mapping = move.version.mapping
        if mapping:
            for case in cases.filter(status__in=(*UNDECIDED, *DECIDED)):
                case.project = move.project
                _carry(case, mapping, move)
        if move.old.review.rounds and not move.version.protocol.review.rounds:
            for case in cases.filter(status=FINAL):
                case.project = move.project
                validate_without_rounds(case)


def _round_removed(change: ProtocolChange) -> int:
    """Return the number of the removed round; 0 for any other change."""
    *above, last = change.path.split(".")
    removed = change.kind == "removed" and above == ["review", "rounds"]
    return int(last) if removed else 0


def _carry(case: Case, mapping: Carrying, move: ProtocolMigration) -> None:
    comparison = _carried_comparison(case.comparison, mapping)
    if case.status in UNDECIDED:
        if comparison != case.comparison:
            transition(
                case,
                "recompare",
                actor=Actor.system(),
                data={"comparison": case.comparison},
            )
            case.comparison = comparison
            compare_case(case)
        return
    record = map_values(case.record, mapping)
    if (record, comparison) == (case.record, case.comparison):
        return
    transition(
        case,
        "edit",
        actor=move.actor,
        reason=_reason(move.version),
        changes={**record_changes(record), "comparison": comparison},
        data={"before": case.record, "after": record, "mapping": mapping},
    )


def _reason(version: ProtocolVersion) -> str:
    if not version.note:
        return _("Protocol version {number}", number=version.number)
    return _(
        "Protocol version {number}: {note}", number=version.number, note=version.note
    )


def _carried_comparison(
    comparison: Mapping[str, Any], mapping: Carrying
) -> dict[str, Any]:
    """Return the comparison in the new labels; decided values stay decided."""
    if not comparison:
        return {}
    fields: dict[str, Any] = {}
    first: dict[str, Any] = {}
    for field, compared in comparison["fields"].items():
        target = mapping.get(f"fields.{field}", field)
        if not target:
            continue
        values = [map_choices(field, v, mapping) for v in compared["values"]]
        value = compared["value"] and map_choices(field, compared["value"], mapping)
        fields[target] = {**compared, "values": values, "value": value}
        if field in comparison.get("first", {}):
            submitted = comparison["first"][field]
            first[target] = [map_choices(field, v, mapping) for v in submitted]
    return {**comparison, "fields": fields, "first": first}
