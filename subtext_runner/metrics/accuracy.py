"""The share of correct answers."""

from subtext_runner.metrics.base import Metric, Outcomes


class Accuracy(Metric):
    """Errors and misses count as incorrect (II-Bench, §4.1)."""

    id = "accuracy"
    title = {"en": "Accuracy", "zh": "准确率"}
    short = {"en": "Acc", "zh": "准确率"}

    def compute(self, outcomes: Outcomes) -> float:
        return outcomes.share_of_outcomes("correct")
