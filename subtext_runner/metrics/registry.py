"""The installed metrics, in the order of tables and pages."""

from collections.abc import Sequence

from subtext_runner.metrics.accuracy import Accuracy
from subtext_runner.metrics.base import Metric
from subtext_runner.metrics.error_rate import ErrorRate
from subtext_runner.metrics.miss_rate import MissRate
from subtext_runner.metrics.standard_error import StandardError

METRICS: Sequence[Metric] = (
    Accuracy(),
    ErrorRate(),
    MissRate(),
    StandardError(),
)
