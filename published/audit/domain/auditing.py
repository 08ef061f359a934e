"""Audit a benchmark: read it, look at its images, run all checks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from curation.stages.text_area.area import TextEngine
from published.audit.domain.checks.base import AuditMaterial
from published.audit.domain.checks.registry import run_checks
from published.audit.domain.images import facts_by_image, large_text_areas
from published.audit.domain.measurements import MeasurementCache
from published.audit.domain.progress import AuditProgress, AuditStep, ProgressCounter
from published.audit.domain.report import AuditedSet, AuditReport
from published.reading.benchmark import Benchmark
from published.reading.readers.base import BenchmarkLocation
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
    measurements: MeasurementCache = field(default_factory=MeasurementCache)
    """Where measurements are kept for the next audit; by default nowhere."""


class AuditedBenchmark(NamedTuple):
    """A benchmark and the report of its audit."""

    benchmark: Benchmark
    report: AuditReport


def audit_benchmark(
    place: BenchmarkLocation, options: AuditOptions | None = None
) -> AuditedBenchmark:
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
    facts = facts_by_image(
        benchmark, measurements, progress.step_callback(AuditStep.READ)
    )
    text_areas = (
        large_text_areas(
            benchmark,
            facts,
            options.text_engine,
            measurements,
            progress.step_callback(AuditStep.TEXT),
        )
        if options.text_engine
        else {}
    )
    material = AuditMaterial(
        benchmark,
        facts,
        options.answers,
        text_areas,
        measurements,
        progress.step_callback(AuditStep.COMPARE),
    )
    findings = run_checks(material, progress.step_callback(AuditStep.CHECK))
    measurements.delete_oldest()
    return AuditedBenchmark(
        benchmark, AuditReport(AuditedSet.from_benchmark(benchmark), findings)
    )
