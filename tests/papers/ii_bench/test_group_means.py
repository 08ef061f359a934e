"""Groups of models and people (II-Bench, §4.2.1 and §4.2.2).

Typed from the paper, Table 3 (page 7), column Overall. §4.2.1: "Human participants achieve
an average accuracy of 90.3% [...] the best closed-source model, Qwen-VL-MAX, achieves an
accuracy of 74.8%, while the best open-source model, LLaVA-1.6-34B, scores 73.8%."
§4.2.2: "open-source models exhibiting a larger variance".
"""

from statistics import fmean, stdev

import pytest

from evaluation.models import ModelCard
from releases.models import Release
from tests.papers.printed import figures_by_row, table_of
from tests.papers.runs import accuracy, finished_run

pytestmark = pytest.mark.django_db

OPEN = {
    "InstructBLIP-T5-XL": 47.3,
    "BLIP-2 FLAN-T5-XL": 52.8,
    "mPLUGw-OWL2": 53.2,
    "Qwen-VL-Chat": 53.4,
    "InstructBLIP-T5-XXL": 56.7,
    "Mantis-8B-siglip-Llama3": 57.5,
    "BLIP-2 FLAN-T5-XXL": 57.8,
    "DeepSeek-VL-Chat-7B": 60.3,
    "Yi-VL-6B-Chat": 61.3,
    "InternLM-XComposer2-VL": 62.1,
    "InternVL-Chat-1.5": 66.3,
    "Idefics2-8B": 67.7,
    "Yi-VL-34B-Chat": 67.9,
    "MiniCPM-Llama3-2.5": 69.4,
    "CogVLM2-Llama3-Chat": 70.3,
    "LLaVA-1.6-34B": 73.8,
}
CLOSED = {
    "GPT-4V": 65.9,
    "GPT-4o": 72.6,
    "Gemini-1.5 Pro": 73.9,
    "Qwen-VL-MAX": 74.8,
}
N = 1399


def test_groups_have_mean_spread_best_and_distance_to_people(ii_bench: Release) -> None:
    for access, models in (("open", OPEN), ("closed", CLOSED)):
        for model, percent in models.items():
            finished_run(ii_bench, model, accuracy(percent, N), total=N)
            ModelCard.objects.create(
                project=ii_bench.project, model=model, access=access
            )
    # Human_avg 90.3, Human_best 98.2.
    for person, percent in {"Person 1": 82.4, "Person 2": 98.2}.items():
        people = {"origin": "people", "backend": "replay"}
        finished_run(ii_bench, person, accuracy(percent, N), total=N, **people)
    rows = figures_by_row(table_of(ii_bench, "groups"))
    assert rows["Open-source models (16)"] == [
        f"{fmean(OPEN.values()):.1f}",
        f"{stdev(OPEN.values()):.1f}",
        "47.3",
        "73.8",
        "-16.5",
        "LLaVA-1.6-34B",
    ]
    assert rows["Closed-source models (4)"] == [
        f"{fmean(CLOSED.values()):.1f}",
        f"{stdev(CLOSED.values()):.1f}",
        "65.9",
        "74.8",
        "-15.5",
        "Qwen-VL-MAX",
    ]
    assert stdev(OPEN.values()) > stdev(CLOSED.values())
    assert (rows["Human_avg"][0], rows["Human_best"][0]) == ("90.3", "98.2")


def test_one_group_alone_has_no_such_table(ii_bench: Release) -> None:
    finished_run(ii_bench, "GPT-4V", accuracy(65.9, N), total=N)
    with pytest.raises(StopIteration):
        table_of(ii_bench, "groups")
