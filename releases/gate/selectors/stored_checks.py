"""The last release checks of a project, as its pages show them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max

from core.models import Job, LedgerEntry
from core.selectors import first_or_none, list_jobs
from projects.models import Project
from releases.content.domain.versions import next_version, read_version
from releases.gate.domain import GateLine
from releases.gate.models import GateCheck
from releases.gate.selectors.checks import Gate, version_line
from releases.job_kinds import CHECK
from releases.records.selectors.releases import (
    first_image_by_case,
    latest_published_release,
)


@dataclass(frozen=True)
class CheckedLine(GateLine):
    """A check with ``pictures``: the named images, or the first of each case."""

    pictures: Sequence[int] = ()


@dataclass(frozen=True)
class CheckedSplit:
    """Questions of a split; whether its answers are private and may be private."""

    split: str
    questions: int
    private: bool
    may_be_private: bool


@dataclass(frozen=True)
class CheckedGate:
    """The last release checks, as they apply to one version.

    ``checked_at`` is None before the first check. ``is_current`` is false as soon as
    anything has changed since. ``job`` is the latest requested check.
    """

    version: str
    suggested: str
    seed: int
    items: int
    questions: int
    splits: Sequence[CheckedSplit]
    lines: Sequence[CheckedLine]
    open: bool
    unchanged: bool
    """Whether nothing has changed since the last release."""
    checked_at: datetime | None
    is_current: bool
    job: Job | None


def checked_gate(project: Project, version: str = "") -> CheckedGate:
    """Return the last checks for ``version``, or for the suggested version.

    Reads the stored result; only the version is checked again.
    """
    check = GateCheck.objects.filter(project=project).first()
    last = latest_published_release(project)
    if check is None:
        previous = read_version(last.version) if last else None
        number = next_version(previous, added=0, altered=0)
        content: dict[str, Any] = {
            "suggested": str(number),
            "seed": last.seed if last else 0,
            "items": 0,
            "splits": [],
            "lines": [],
        }
    else:
        content = check.content
    suggested = content["suggested"]
    lines = [
        CheckedLine(**asdict(version_line(version or suggested, last))),
        *(CheckedLine(**line) for line in content["lines"]),
    ]
    splits = [CheckedSplit(**split) for split in content["splits"]]
    return CheckedGate(
        version=version or suggested,
        suggested=suggested,
        seed=content["seed"],
        items=content["items"],
        questions=sum(split.questions for split in splits),
        splits=splits,
        lines=lines,
        open=check is not None and all(line.level != "block" for line in lines),
        unchanged=content.get("unchanged", False),
        checked_at=check.checked_at if check else None,
        is_current=check is not None and _is_current(check, project),
        job=first_or_none(list_jobs(project.pk).filter(kind=CHECK)[:1]),
    )


def _is_current(check: GateCheck, project: Project) -> bool:
    return (
        check.ledger_id == ledger_position(project)
        and check.protocol_version_id == project.current_protocol_id
    )


def ledger_position(project: Project) -> int:
    """Return the number of the project's last ledger entry; 0 before the first."""
    moves = LedgerEntry.objects.filter(scope_id=project.pk)
    last: int | None = moves.aggregate(last=Max("pk"))["last"]
    return last or 0


def check_content(judged: Gate) -> dict[str, Any]:
    """Return the part of the checks that is stored and read by ``checked_gate``."""
    named = [case for line in judged.lines for case in line.cases]
    of_case = first_image_by_case(named)
    return {
        "suggested": judged.suggested,
        "seed": judged.seed,
        "items": len(judged.items),
        "unchanged": judged.unchanged,
        "splits": [
            {
                "split": split.id,
                "questions": judged.splits[split.id],
                "private": split.id in judged.private,
                "may_be_private": not split.shots,
            }
            for split in judged.rules
        ],
        "lines": [
            {
                **asdict(line),
                "pictures": list(line.images)
                or [of_case[case] for case in line.cases if case in of_case],
            }
            for line in judged.lines
            if line.id != "version"
        ],
    }
