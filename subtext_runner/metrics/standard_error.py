"""The standard error of the accuracy."""

from reporting.statistics.intervals import clustered_standard_error
from subtext_runner.metrics.base import Metric, Outcomes


class StandardError(Metric):
    """Questions about the same images form one cluster."""

    id = "standard_error"
    title = {
        "en": "Standard error, clustered by image",
        "zh": "标准误（按图像聚类）",
    }

    def compute(self, outcomes: Outcomes) -> float:
        right = [float(kind == "correct") for kind in outcomes.kinds]
        return clustered_standard_error(right, outcomes.clusters)
