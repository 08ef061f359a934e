"""Findings that people repair in a project, and the benchmark as it is imported."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from published.audit.domain.finding import Finding, FindingLevel
from published.reading.benchmark import Benchmark

_ABOUT_SPLITS = ("images_in_several_splits",)


def repairable_findings(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings about single questions, which a person can rewrite."""
    for finding in findings:
        if (
            finding.level != FindingLevel.INFORMATION
            and finding.check not in _ABOUT_SPLITS
        ):
            yield finding


class ImportableBenchmark(NamedTuple):
    """A benchmark whose faulty keys and ids do not keep it from being imported."""

    benchmark: Benchmark
    published_ids: Mapping[str, str]
    """The published id of each question, by the one that it is imported under."""


def make_importable(benchmark: Benchmark) -> ImportableBenchmark:
    """Leave out keys that name no option, or two, and give repeated ids a number.

    Their questions go to rework, because findings name them.
    """
    published_ids: dict[str, str] = {}
    questions = []
    for question in benchmark.questions:
        id = _unused(question.id, published_ids)
        published_ids[id] = question.id
        has_key = question.key_index is not None and not question.key_contradicts_text
        key = question.key if has_key else None
        key_text = question.key_text if has_key else None
        questions.append(replace(question, id=id, key=key, key_text=key_text))
    return ImportableBenchmark(replace(benchmark, questions=questions), published_ids)


def _unused(id: str, used: Mapping[str, str]) -> str:
    number, unused = 1, id
    while unused in used:
        number += 1
        unused = f"{id} ({number})"
    return unused
