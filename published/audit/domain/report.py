"""The report of an audit as JSON, as Markdown and as one HTML file."""

import base64
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from core.domain.texts import _, read_text, store_text
from published.audit.domain.finding import (
    ChanceRate,
    Finding,
    FindingCase,
    FindingLevel,
)
from published.audit.domain.wording import (
    LEVELS,
    finding_advice,
    finding_summary,
    finding_title,
)
from published.reading.benchmark import Benchmark
from reporting.phrases import count_noun
from reporting.statistics.intervals import Interval
from subtext_protocol.text import Language

VERSION = 1
"""Version of the JSON's shape."""
MOST_CASES = 50
"""Cases printed in full in the HTML file; the JSON has all."""


class UnreadableReportError(ValueError):
    """A file is no report of an audit."""


@dataclass(frozen=True)
class AuditedSet:
    """What was audited: name, layout, and numbers of questions and images."""

    name: str
    layout: str
    questions: int
    images: int
    splits: Mapping[str, int]
    """Number of questions by split."""

    @classmethod
    def from_benchmark(cls, benchmark: Benchmark) -> Self:
        splits = Counter(question.split for question in benchmark.questions)
        return cls(
            benchmark.name,
            benchmark.layout,
            len(benchmark.questions),
            len(benchmark.images),
            dict(sorted(splits.items())),
        )


@dataclass(frozen=True)
class AuditChanges:
    """Differences from an earlier audit, as stable ids of cases."""

    new: Sequence[str]
    resolved: Sequence[str]

    def summary_sentence(self, language: Language) -> str:
        """Return how many cases are new and how many are resolved."""
        new, resolved = len(self.new), len(self.resolved)
        if language == "zh":
            return f"与上次审查相比：新增 {new:,}，已解决 {resolved:,}。"
        return f"Since the earlier audit: {new:,} new, {resolved:,} resolved."


def _no_thumbnails(case_id: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class AuditReport:
    """A benchmark's findings."""

    audited: AuditedSet
    findings: Sequence[Finding]
    changes: AuditChanges | None = None

    @property
    def is_blocked(self) -> bool:
        return any(finding.level == FindingLevel.BLOCKING for finding in self.findings)

    def data(self, *, write: Callable[[str], str] = str) -> dict[str, Any]:
        """Return the report as JSON data with stable ids.

        ``write`` writes the places and notes of cases: as English texts, or with
        ``store_text`` so that they can be translated after ``read_report``.
        """
        return {
            "version": VERSION,
            **asdict(self.audited),
            "blocking": self.is_blocked,
            "findings": [_data(finding, write) for finding in self.findings],
            "changes": self.changes
            and {
                "new": list(self.changes.new),
                "resolved": list(self.changes.resolved),
            },
        }

    def markdown(self, language: Language) -> str:
        """Return a paragraph and a list for a paper's appendix."""
        lines = [audit_introduction(self.audited, language), ""]
        if self.changes:
            lines += [self.changes.summary_sentence(language), ""]
        lines += [
            f"* **{finding_title(finding, language)}** "
            f"({LEVELS[finding.level][language]}): {finding_summary(finding, language)}"
            for finding in self.findings
        ]
        return "\n".join(lines) + "\n"

    def html(
        self,
        language: Language,
        *,
        thumbnails: Callable[[str], Sequence[str]] = _no_thumbnails,
        translate: Callable[[str], str] = str,
    ) -> str:
        """Return one HTML file that needs no other file.

        ``thumbnails`` gives the addresses of a case's images by its id; ``translate``
        puts places and notes of the readers into ``language``.
        """
        environment = Environment(
            loader=FileSystemLoader(Path(__file__).parent),
            undefined=StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        findings = [
            {
                "id": finding.check,
                "level": finding.level.value,
                "level_title": LEVELS[finding.level][language],
                "title": finding_title(finding, language),
                "summary": finding_summary(finding, language),
                "advice": finding_advice(finding, language),
                "cases": [
                    {
                        "id": (id := case.id_for(finding.check)),
                        "questions": [translate(place) for place in case.questions],
                        "images": list(case.images),
                        "note": translate(case.note),
                        "thumbnails": thumbnails(id),
                    }
                    for case in finding.cases[:MOST_CASES]
                ],
                "more": max(0, finding.count - MOST_CASES),
            }
            for finding in self.findings
        ]
        return environment.get_template("report.html.j2").render(
            language=language,
            name=self.audited.name,
            introduction=audit_introduction(self.audited, language),
            findings=findings,
            changes=self.changes and self.changes.summary_sentence(language),
            is_blocked=self.is_blocked,
        )


def data_address(content: bytes) -> str:
    """Return a WebP image as a data address."""
    return f"data:image/webp;base64,{base64.b64encode(content).decode()}"


def audit_introduction(audited: AuditedSet, language: Language) -> str:
    """Return one sentence on what was audited."""
    questions = count_noun(audited.questions, "question", language)
    images = count_noun(audited.images, "image", language)
    if language == "zh":
        return f"{audited.name}：审查了{questions}与{images}。"
    return f"{audited.name}: {questions} and {images} were audited."


def compare_with_report(report: AuditReport, earlier: str) -> AuditReport:
    """Return the report with its differences from an earlier one's JSON.

    Raises UnreadableReportError.
    """
    try:
        data = json.loads(earlier)
        before = {id for finding in data["findings"] for id in finding["ids"]}
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableReportError(_("is not a JSON report of an audit")) from error
    return compare_with_ids(report, before)


def compare_with_ids(report: AuditReport, before: set[str]) -> AuditReport:
    """Return the report with its differences from the ids of an earlier one."""
    now = {id for finding in report.findings for id in finding.ids}
    changes = AuditChanges(new=sorted(now - before), resolved=sorted(before - now))
    return replace(report, changes=changes)


def read_report(data: Mapping[str, Any]) -> AuditReport:
    """Return the report that ``data`` was made from, with ``write=store_text``."""
    audited = AuditedSet(
        **{
            name: data[name]
            for name in ("name", "layout", "questions", "images", "splits")
        }
    )
    changes = data["changes"] and AuditChanges(**data["changes"])
    return AuditReport(audited, [_finding(row) for row in data["findings"]], changes)


def storable_report(report: AuditReport) -> dict[str, Any]:
    """Return JSON data from which ``read_report`` makes the report again."""
    return report.data(write=store_text)


def _data(finding: Finding, write: Callable[[str], str]) -> dict[str, Any]:
    chance = finding.chance
    return {
        "check": finding.check,
        "level": finding.level.value,
        "title": finding_title(finding, "en"),
        "summary": finding_summary(finding, "en"),
        "advice": finding_advice(finding, "en"),
        "count": finding.count,
        "values": dict(finding.values),
        "ids": finding.ids,
        "cases": [
            {
                "id": case.id_for(finding.check),
                "questions": [write(place) for place in case.questions],
                "images": list(case.images),
                "note": write(case.note),
            }
            for case in finding.cases
        ],
        "chance": chance
        and {
            "observed": chance.observed,
            "expected": chance.expected,
            "n": chance.n,
            "interval": chance.interval and list(chance.interval),
            "p": chance.p,
        },
    }


def _finding(row: Mapping[str, Any]) -> Finding:
    chance = row["chance"]
    if chance:
        interval = chance["interval"] and Interval(*chance["interval"])
        chance = ChanceRate(**{**chance, "interval": interval})
    return Finding(
        check=row["check"],
        level=FindingLevel(row["level"]),
        values=row["values"],
        cases=[
            FindingCase(
                [read_text(place) for place in case["questions"]],
                case["images"],
                read_text(case["note"]),
            )
            for case in row["cases"]
        ],
        chance=chance,
    )
