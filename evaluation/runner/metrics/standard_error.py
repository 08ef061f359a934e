"""The standard error of the accuracy."""

from evaluation.runner.metrics.base import Metric, Outcomes
from projects.domain.statistics.intervals import clustered_error


class StandardError(Metric):
    """Questions about the same images form one cluster."""

    id = "standard_error"
    title = {
        "en": "Standard error, clustered by image",
        "zh": "标准误（按图像聚类）",
    }

    def compute(self, outcomes: Outcomes) -> float:
        right = [float(kind == "correct") for kind in outcomes.kinds]
        return clustered_error(right, outcomes.clusters)
