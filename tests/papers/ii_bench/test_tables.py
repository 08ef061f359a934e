"""The rows of II-Bench's main table, and its groups of models and people.

Typed from the paper, Table 3 (page 7), column Overall, and Table 2 (page 5). §4.2.1: "Human
participants achieve an average accuracy of 90.3% [...] the best closed-source model,
Qwen-VL-MAX, achieves an accuracy of 74.8%, while the best open-source model, LLaVA-1.6-34B,
scores 73.8%." §4.2.2: "open-source models exhibiting a larger variance".
"""

from statistics import fmean, stdev

import pytest

from evaluation.runs.models.model_cards import ModelCard
from evaluation.tables.selectors.paper_tables import paper_tables, render_table
from releases.records.models import Release
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


@pytest.fixture
def main_table(ii_bench: Release) -> Release:
    """A release with the runs of Table 3, created in the order of their names."""
    for model, percent in sorted({**OPEN, **CLOSED}.items()):
        finished_run(ii_bench, model, accuracy(percent, N), total=N)
        # The order in another setting is the reverse.
        other = accuracy(100 - percent, N)
        finished_run(ii_bench, model, other, setting="cot", total=N)
        ModelCard.objects.create(
            project=ii_bench.project,
            model=model,
            access="open" if model in OPEN else "closed",
        )
    # Table 3: Human_avg 90.3, Human_best 98.2.
    for person, percent in {"Person 1": 82.4, "Person 2": 98.2}.items():
        people = {"origin": "people", "backend": "replay"}
        finished_run(ii_bench, person, accuracy(percent, N), total=N, **people)
    return ii_bench


@pytest.fixture
def table_3(main_table: Release) -> str:
    """The table in LaTeX."""
    return render_table(table_of(main_table, "labels-1"), "latex", "en")


def figures(latex: str) -> list[str]:
    """The name and the first figure of each row, and the titles of groups."""
    lines = []
    for line in latex.splitlines():
        if line.startswith(r"\multicolumn"):
            lines.append(line.partition(r"\textit{")[2].partition("}")[0])
        elif " & " in line and not line.startswith("Model"):
            lines.append(" ".join(line.split(" & ")[:2]))
    return lines


def test_groups_order_best_and_second_are_the_paper_s(table_3: str) -> None:
    *rest, second, best = [f"{model} {figure}" for model, figure in OPEN.items()]
    assert (second, best) == ("CogVLM2-Llama3-Chat 70.3", "LLaVA-1.6-34B 73.8")
    assert figures(table_3) == [
        "Open-source models",
        *rest,
        r"CogVLM2-Llama3-Chat \underline{70.3}",
        r"LLaVA-1.6-34B \textbf{73.8}",
        "Closed-source models",
        "GPT-4V 65.9",
        "GPT-4o 72.6",
        r"Gemini-1.5 Pro \underline{73.9}",
        r"Qwen-VL-MAX \textbf{74.8}",
        "Humans (imported, 2 people)",
        r"Human\_avg 90.3",
        r"Human\_best \textbf{98.2}",
    ]


def test_a_table_says_its_split_and_number_of_questions(table_3: str) -> None:
    assert "Overall (1,399)" in table_3
    assert "(test; " in table_3


def test_people_never_appear_among_the_models(main_table: Release) -> None:
    outcomes = [
        one for one in paper_tables(main_table) if one.id.startswith("outcomes")
    ]
    named = {column for table in outcomes for column in table.columns}
    assert named == {*OPEN, *CLOSED}


def test_architecture_and_size_come_from_the_model_cards(ii_bench: Release) -> None:
    finished_run(ii_bench, "CogVLM2-Llama3-Chat", accuracy(70.3, N), total=N)
    ModelCard.objects.create(
        project=ii_bench.project,
        model="CogVLM2-Llama3-Chat",
        access="open",
        size="19.5B",
        vision_encoder="EVA2-CLIP-E",
        projection="MLP",
        language_model="Llama-3-8B + Visual Expert",
    )
    table = paper_tables(ii_bench)[0]
    assert (table.id, *table.columns) == (
        "models",
        "Size",
        "Vision encoder",
        "Projection module",
        "Language model",
    )
    [row] = table.groups[0].rows
    assert (row.label, *row.values) == (
        "CogVLM2-Llama3-Chat",
        "19.5B",
        "EVA2-CLIP-E",
        "MLP",
        "Llama-3-8B + Visual Expert",
    )


def test_groups_have_mean_spread_best_and_distance_to_people(
    main_table: Release,
) -> None:
    rows = figures_by_row(table_of(main_table, "groups"))
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
