"""Accuracy by domain and emotion (II-Bench, Table 3, page 7).

Typed from the paper: the rows of the four closed-source models, with the numbers of
questions in the headings.
"""

import pytest

from releases.records.models import Release
from tests.papers.ii_bench.test_labels import by_heading, expected, tallies
from tests.papers.printed import table_of
from tests.papers.runs import accuracy, finished_run

N = 1399
DOMAINS = {
    "life": ("Life", 585),
    "art": ("Art", 85),
    "society": ("Society", 461),
    "psychology": ("Psy.", 152),
    "environment": ("Env.", 51),
    "others": ("Others", 65),
}
EMOTIONS = {
    "positive": ("Positive", 196),
    "neutral": ("Neutral", 789),
    "negative": ("Negative", 414),
}
TABLE_3 = {
    "GPT-4V": (65.9, 65.0, 69.4, 65.3, 59.9, 76.5, 80.0, 69.4, 66.0, 64.0),
    "GPT-4o": (72.6, 72.5, 72.9, 73.3, 68.4, 76.5, 75.4, 78.6, 71.2, 72.5),
    "Gemini-1.5 Pro": (73.9, 73.7, 74.1, 74.4, 63.2, 80.4, 83.1, 80.1, 70.8, 75.4),
    "Qwen-VL-MAX": (74.8, 74.7, 71.8, 74.6, 73.0, 76.5, 84.6, 80.1, 74.5, 72.9),
}


@pytest.mark.django_db
def test_table_3_is_by_domain_and_emotion(ii_bench: Release) -> None:
    for model, (overall, *others) in TABLE_3.items():
        scores = accuracy(overall, N)
        scores["slices"] = {
            "domain": tallies(DOMAINS, others[:6]),
            "emotion": tallies(EMOTIONS, others[6:]),
        }
        finished_run(ii_bench, model, scores, total=N)
    table = table_of(ii_bench, "labels-1", "en")
    for model, (overall, *others) in TABLE_3.items():
        assert by_heading(table, model) == {
            "Overall (1,399)": f"{overall:.1f}",
            **expected(DOMAINS, others[:6]),
            **expected(EMOTIONS, others[6:]),
        }
