"""The share of questions whose response holds no readable answer."""

from subtext_runner.metrics.base import Metric, Outcomes


class MissRate(Metric):
    """II-Bench, Tables 8 to 11."""

    id = "miss_rate"
    title = {"en": "Miss rate", "zh": "未作答率"}
    short = {"en": "Miss", "zh": "未作答率"}

    def compute(self, outcomes: Outcomes) -> float:
        return outcomes.share_of_outcomes("miss")
