"""Audit a benchmark: read it, look at its images, run all checks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from annotation.domain.published.benchmark import Benchmark
from annotation.domain.published.readers.base import Place
from annotation.domain.published.readers.registry import read_benchmark
from audit.domain.checks.base import Material
from audit.domain.checks.registry import CHECKS, findings_of
from audit.domain.images import facts_by_image, text_area_by_image
from audit.domain.measurements import Measurements
from audit.domain.report import AuditedSet, AuditReport
from curation.stages.text_area.area import TextEngine
from workflow.domain.texts import _


def _silent(title: str, done: int, total: int) -> None:
    """Say nothing of the progress."""


@dataclass(frozen=True)
class AuditOptions:
    """What is audited besides the files themselves."""

    answers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    progress: Callable[[str, int, int], None] = _silent
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

    def read(done: int, total: int) -> None:
        options.progress(_("Reading images"), done, total)

    def measured(done: int, total: int) -> None:
        options.progress(_("Reading text in images"), done, total)

    measurements = options.measurements
    facts = facts_by_image(benchmark, measurements, read)
    text_areas = (
        text_area_by_image(
            benchmark, facts, options.text_engine, measurements, measured
        )
        if options.text_engine
        else {}
    )
    material = Material(benchmark, facts, options.answers, text_areas, measurements)
    findings = findings_of(
        material, lambda done: options.progress(_("Running checks"), done, len(CHECKS))
    )
    measurements.prune()
    return Audited(benchmark, AuditReport(AuditedSet.of(benchmark), findings))
