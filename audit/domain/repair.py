"""Findings that people repair in a project."""

from collections.abc import Iterable, Iterator

from audit.domain.finding import Finding, Level

_ABOUT_SPLITS = ("images_in_several_splits",)


def repairable(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings about single questions, which a person can rewrite."""
    for finding in findings:
        if finding.level != Level.INFORMATION and finding.check not in _ABOUT_SPLITS:
            yield finding
