"""What all rows about one file say together."""

import json
from collections.abc import Mapping
from typing import Any

from core.domain.texts import _, read_text
from curation.image_files.domain.rejection import RejectionReason
from curation.material.domain.base import MaterialFile


def attach_manifest_rows(
    entry: MaterialFile, rows: list[tuple[Any, ...]]
) -> MaterialFile:
    """Return an entry with what its rows say, or refused if they cannot be used."""
    manifest, line, stored, *_rest = rows[0]
    details = json.loads(stored)
    refusals = [json.loads(refused) for _m, _l, _d, refused, _a in rows]
    reasons = {
        RejectionReason(refused[0]): read_text(refused[1])
        for refused in refusals
        if refused
    }
    for reason in (RejectionReason.PROHIBITED, *reasons):
        if reason in reasons:
            return entry._replace(details={}, refused=(reason, reasons[reason]))
    if any(ambiguous for *_row, ambiguous in rows):
        why = _(
            "several files differ from {path} only in capital letters", path=entry.path
        )
        return entry._replace(
            refused=(RejectionReason.INVALID_ROW, locate_problem(manifest, line, why))
        )
    for next_manifest, next_line, next_details, *_rest in rows[1:]:
        if _without_line(json.loads(next_details)) != _without_line(details):
            where = _("{name}, line {line}", name=next_manifest, line=next_line)
            why = _("{where} says something else about it", where=where)
            return entry._replace(
                refused=(
                    RejectionReason.INVALID_ROW,
                    locate_problem(manifest, line, why),
                )
            )
    return entry._replace(details=details)


def _without_line(details: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in details.items() if name != "item_row"}


def locate_problem(manifest: str, line: int, problem: str) -> str:
    """Return a problem with the manifest and line where it is."""
    return _(
        "{name}, line {line}: {problem}", name=manifest, line=line, problem=problem
    )
