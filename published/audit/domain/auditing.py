"""Audit a benchmark: read it, look at its images, run all checks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from curation.stages.text_area.area import TextEngine
from published.audit.domain.checks.base import Material
from published.audit.domain.checks.registry import findings_of
from published.audit.domain.images import facts_by_image, large_text_areas
from published.audit.domain.measurements import Measurements
from published.audit.domain.progress import AuditProgress, ProgressCounter, Step
from published.audit.domain.report import AuditedSet, AuditReport
from published.reading.benchmark import Benchmark
from published.reading.readers.base import Place
from published.reading.readers.registry import read_benchmark


def _silent(progress: AuditProgress) -> None:
    """Say nothing of the progress."""


@dataclass(frozen=True)
class AuditOptions:
    """What is audited besides the files themselves."""

    answers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    progress: Callable[[AuditProgress], None] = _silent
    """Told what is being done, and how much of how much."""
    text_engine: TextEngine | None = None
    """Reads the text in images; without one their text is not measured."""
    measurements: Measurements = field(default_factory=Measurements)
    """Where measurements are kept for the next audit; by default nowhere."""


class Audited(NamedTuple):
    """A benchmark and the report of its audit."""

    benchmark: Benchmark
    report: AuditReport


def audit(place: Place, options: AuditOptions | None = None) -> Audited:
    """Audit a benchmark and change nothing in it.

    Raises:
        FileNotFoundError: there is no such file or folder.
        UnreadableBenchmarkError: it holds no question that can be read.
    """
    options = options or AuditOptions()
    benchmark = read_benchmark(place)
    progress = ProgressCounter(
        options.progress,
        len(benchmark.images),
        reads_text=options.text_engine is not None,
    )
    measurements = options.measurements
    facts = facts_by_image(benchmark, measurements, progress.report(Step.READ))
    text_areas = (
        large_text_areas(
            benchmark,
            facts,
            options.text_engine,
            measurements,
            progress.report(Step.TEXT),
        )
        if options.text_engine
        else {}
    )
    material = Material(
        benchmark,
        facts,
        options.answers,
        text_areas,
        measurements,
        progress.report(Step.COMPARE),
    )
    findings = findings_of(material, progress.report(Step.CHECK))
    measurements.prune()
    return Audited(benchmark, AuditReport(AuditedSet.of(benchmark), findings))
