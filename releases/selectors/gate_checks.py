"""What the gate said when it was last checked, for pages."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max

from projects.models import Project
from releases.domain.gate import GateLine
from releases.domain.versions import next_version, read_version
from releases.models import GateCheck
from releases.selectors.gate import Gate, version_line
from releases.selectors.records import case_pictures, last_out
from workflow.models import Job, LedgerEntry
from workflow.selectors import first_or_none, list_jobs

CHECK = "releases.check"
"""The kind of job that checks a project; one at a time in a project."""


@dataclass(frozen=True)
class CheckedLine(GateLine):
    """A line with ``pictures``: the images to look at, those it names or else the first
    one of each case."""

    pictures: Sequence[int] = ()


@dataclass(frozen=True)
class CheckedSplit:
    """Questions in a split, whether its keys stay here, and whether they may."""

    split: str
    questions: int
    private: bool
    may_be_private: bool


@dataclass(frozen=True)
class CheckedGate:
    """The last check, as one version sees it.

    ``checked_at`` is null before the first check; ``is_current`` is false once anything
    has moved since; ``job`` is the latest check that was asked for.
    """

    version: str
    suggested: str
    seed: int
    items: int
    questions: int
    splits: Sequence[CheckedSplit]
    lines: Sequence[CheckedLine]
    open: bool
    checked_at: datetime | None
    is_current: bool
    job: Job | None


def checked_gate(project: Project, version: str = "") -> CheckedGate:
    """The last check for ``version``, or for the suggested one.

    It reads what was stored; only the version is judged now.
    """
    check = GateCheck.objects.filter(project=project).first()
    last = last_out(project)
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
    """The number of the project's last move; 0 before the first."""
    moves = LedgerEntry.objects.filter(scope_id=project.pk)
    last: int | None = moves.aggregate(last=Max("pk"))["last"]
    return last or 0


def check_content(judged: Gate) -> dict[str, Any]:
    """What is kept of a gate, as ``checked_gate`` reads it."""
    named = [case for line in judged.lines for case in line.cases]
    of_case = case_pictures(named)
    return {
        "suggested": judged.suggested,
        "seed": judged.seed,
        "items": len(judged.items),
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
