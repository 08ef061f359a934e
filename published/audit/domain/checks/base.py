"""What a check gets and provides."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from published.audit.domain.finding import Finding
from published.audit.domain.images import ImageFacts
from published.audit.domain.measurements import MeasurementCache
from published.reading.benchmark import Benchmark

ALPHA = 0.01
"""Level of the statistical checks, for all of one check together."""
SEED = 20_261


def ignore_progress(done: int, total: int) -> None:
    """Say nothing of the progress."""


@dataclass(frozen=True)
class AuditMaterial:
    """A benchmark with everything that was computed of it once."""

    benchmark: Benchmark
    facts: Mapping[str, ImageFacts]
    """Facts of the images whose files are there, by name."""
    answers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Answers of models by question id, one a model, as the letter of an option."""
    text_areas: Mapping[str, float] = field(default_factory=dict)
    """Share of text of the images that are mostly text, by name; empty if it was not
    measured."""
    measurements: MeasurementCache = field(default_factory=MeasurementCache)
    """What earlier audits measured."""
    compared: Callable[[int, int], None] = ignore_progress
    """Told how many of all images were compared."""


Check = Callable[[AuditMaterial], Iterable[Finding]]
"""A check yields a finding for each kind of defect that it sees."""
