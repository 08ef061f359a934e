"""Live checks of an annotator's texts; each finding is one sentence.

They read the wording only. The protocol sets the level of each check: ``block``
prevents submission, ``advise`` shows the sentence, ``off`` disables the check.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from annotation.records.domain.check_rules import (
    CHECKS,
    CROWDED_TERM,
    KEY_POSITION,
    REPEATED_QUESTION,
    Check,
    crowded_terms,
    key_position,
)
from annotation.records.domain.record import Record
from core.domain.texts import local_text
from core.errors import FieldProblem
from subtext_protocol.document import Protocol
from subtext_protocol.questions import CheckLevel


@dataclass(frozen=True)
class Finding:
    """A check's sentence about one path in a record."""

    check: str
    level: CheckLevel
    field: str
    message: Mapping[str, str]

    def as_field_problem(self) -> FieldProblem:
        """Return the finding as errors name it."""
        return FieldProblem(self.field, local_text(self.message))


def record_findings(
    protocol: Protocol,
    record: Record,
    *,
    checks: Collection[str] | None = None,
    recent_answer_positions: Sequence[int] = (),
    terms: Mapping[str, Mapping[str, int]] = {},
) -> list[Finding]:
    """Return the findings of the checks on a normalized record, finished or not.

    ``checks`` limits the checks that run; None runs all. ``recent_answer_positions``
    are the key positions of the author's earlier questions. ``terms`` maps a field to
    the number of questions about each term in other items.
    """
    known: dict[str, Check] = {
        **CHECKS,
        KEY_POSITION: lambda _, record: key_position(record, recent_answer_positions),
        CROWDED_TERM: lambda protocol, record: crowded_terms(protocol, record, terms),
    }
    return [
        Finding(check_id, level, path, message)
        for check_id, check in known.items()
        if checks is None or check_id in checks
        if (level := check_level(protocol, check_id)) != "off"
        for path, message in check(protocol, record)
    ]


def blocking_findings(
    protocol: Protocol,
    record: Record,
    *,
    recent_answer_positions: Sequence[int] = (),
    terms: Mapping[str, Mapping[str, int]] = {},
) -> list[Finding]:
    """Return the findings that a record must not have, as ``record_findings``."""
    return record_findings(
        protocol,
        record,
        checks=[c for c in installed_checks() if check_level(protocol, c) == "block"],
        recent_answer_positions=recent_answer_positions,
        terms=terms,
    )


def check_level(protocol: Protocol, check_id: str) -> CheckLevel:
    """Return the protocol's level of a check.

    One that it does not name advises; identical questions block, as they are never meant.
    """
    default: CheckLevel = "block" if check_id == REPEATED_QUESTION else "advise"
    return protocol.questions.checks.get(check_id, default)


def installed_checks() -> list[str]:
    """Return the ids of the installed checks."""
    return [*CHECKS, KEY_POSITION, CROWDED_TERM]


def unknown_checks(protocol: Protocol) -> list[str]:
    """Return the checks that the protocol sets a level for and that do not exist."""
    known = installed_checks()
    return [check for check in protocol.questions.checks if check not in known]
