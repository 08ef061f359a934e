"""The installed metrics, in the order of tables and pages."""

from collections.abc import Sequence

from evaluation.runner.metrics.accuracy import Accuracy
from evaluation.runner.metrics.base import Metric
from evaluation.runner.metrics.error_rate import ErrorRate
from evaluation.runner.metrics.miss_rate import MissRate
from evaluation.runner.metrics.standard_error import StandardError

METRICS: Sequence[Metric] = (
    Accuracy(),
    ErrorRate(),
    MissRate(),
    StandardError(),
)
