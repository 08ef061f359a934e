"""What a check of an installation found."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class FindingLevel(StrEnum):
    """How bad it is; only a problem makes the command fail."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    """One sentence on a part of the installation, and what to do about it."""

    check: str
    level: FindingLevel
    message: str
    advice: str = ""
    names: Sequence[str] = ()
    """The files or migrations that it is about."""

    @property
    def as_line(self) -> str:
        """The finding as a line of text."""
        text = f"{self.message} {self.advice}".strip()
        return f"{self.level:<8} {self.check}: {text}"


def count_problems(findings: Sequence[Finding]) -> str:
    """Return the number of problems as a sentence, empty if there are none."""
    number = sum(finding.level == FindingLevel.PROBLEM for finding in findings)
    return f"{number} problem{'s' if number > 1 else ''}." if number else ""
