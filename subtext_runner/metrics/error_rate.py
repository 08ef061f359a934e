"""The share of questions to which no response came."""

from subtext_runner.metrics.base import Metric, Outcomes


class ErrorRate(Metric):
    """II-Bench, Tables 8 to 11."""

    id = "error_rate"
    title = {"en": "Error rate", "zh": "出错率"}
    short = {"en": "Error", "zh": "出错率"}

    def compute(self, outcomes: Outcomes) -> float:
        return outcomes.share_of_outcomes("error")
