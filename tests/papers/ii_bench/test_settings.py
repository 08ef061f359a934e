"""Accuracy by prompt and by number of shots, and rates by setting.

Typed from II-Bench, Table 4 (every fourth open model, all closed ones), Table 5 and
Table 8 (BLIP-2 FLAN-T5-XL; Acc, Error and Miss).
"""

import pytest

from evaluation.runs.models.runs import Run
from evaluation.tables.selectors.paper_tables import render_table
from releases.records.models import Release
from tests.papers.printed import figures_by_row, printed, runs_by_setting, table_of
from tests.papers.runs import accuracy, finished_run
from tests.support.cast import browser

pytestmark = pytest.mark.django_db

N = 1399
OUTCOMES = ("Acc", "Error", "Miss")
"""The rows that the paper prints; installed metrics may add others."""
PROMPTS = ("none", "cot", "domain", "emotion", "rhetoric")
TABLE_4 = {
    "InstructBLIP-T5-XL": (47.3, 30.0, 47.8, 49.8, 47.6),
    "InstructBLIP-T5-XXL": (56.7, 50.8, 56.7, 58.7, 56.0),
    "Yi-VL-6B-Chat": (61.3, 60.8, 60.8, 62.8, 60.4),
    "Yi-VL-34B-Chat": (67.9, 67.6, 67.7, 70.1, 67.6),
    "GPT-4V": (65.9, 68.4, 66.0, 68.3, 69.3),
    "GPT-4o": (72.6, 75.7, 72.6, 74.2, 71.3),
    "Gemini-1.5 Pro": (73.9, 68.2, 73.1, 70.5, 71.3),
    "Qwen-VL-MAX": (74.8, 74.1, 74.1, 75.5, 73.6),
}
SHOTS = ("none", "1-shot", "2-shot", "3-shot")
TABLE_5 = {
    "Qwen-VL-Chat": (53.4, 43.3, 47.9, 41.1),
    "Mantis-8B-siglip-Llama3": (57.5, 55.3, 54.2, 54.9),
    "GPT-4V": (65.9, 65.5, 67.7, 67.1),
    "Idefics2-8B": (67.7, 64.1, 62.4, 59.5),
    "Gemini-1.5 Pro": (73.9, 73.2, 73.8, 74.1),
    "Qwen-VL-Max": (74.8, 74.5, 69.6, 53.6),
}
TABLE_8 = {"emotion": (51.8, 0.0, 0.1), "none": (52.8, 0.0, 0.0)}


def test_the_prompts_are_columns(ii_bench: Release) -> None:
    runs_by_setting(ii_bench, PROMPTS, TABLE_4, N)
    table = table_of(ii_bench, "prompts")
    assert table.columns == ("None", "CoT", "Domain", "Emotion", "Rhetoric")
    assert figures_by_row(table) == printed(TABLE_4)


def test_the_numbers_of_shots_are_columns(ii_bench: Release) -> None:
    runs_by_setting(ii_bench, SHOTS, TABLE_5, N)
    table = table_of(ii_bench, "shots")
    assert len(table.columns) == 4
    assert figures_by_row(table) == printed(TABLE_5)
    # The paper's order: by the accuracy without examples.
    assert [row.label for row in table.groups[0].rows] == [*TABLE_5]


def test_a_cell_has_the_footnote_of_its_run(ii_bench: Release) -> None:
    """Table 5: "53.6*", "* means exceeds the context length."."""
    runs_by_setting(ii_bench, SHOTS, TABLE_5, N)
    run = Run.objects.get(model="Qwen-VL-Max", setting="3-shot")
    person = ii_bench.project.memberships.get(role="organizer").user
    client = browser(person)
    address = f"/api/projects/bench/evaluation/runs/{run.pk}/footnote/"
    body = {"text": "means exceeds the context length."}
    assert client.put(address, body, format="json").status_code == 200
    table = table_of(ii_bench, "shots")
    assert table.notes.endswith("* means exceeds the context length.")
    assert figures_by_row(table) == printed(TABLE_5)
    latex = render_table(table, "latex", "en")
    assert "53.6*" in latex
    assert "* means exceeds the context length." in latex
    assert "53.6\\*" in render_table(table, "markdown", "en")
    assert "53.6*" not in render_table(table, "csv", "en")
    shown = client.get("/api/projects/bench/evaluation/tables/1.0.0/").json()
    [shots] = [one for one in shown if one["id"] == "shots"]
    [row] = [r for g in shots["groups"] for r in g["rows"] if r["name"] == run.model]
    assert row["figures"] == ["74.8", "74.5", "69.6", "53.6*"]
    client.put(address, {"text": ""}, format="json")
    assert table_of(ii_bench, "shots").footnotes == []


def test_accuracy_error_and_miss_are_rows(ii_bench: Release) -> None:
    for setting, (correct, error, miss) in TABLE_8.items():
        scores = accuracy(correct, N)
        scores["overall"] |= {"error_rate": error / 100, "miss_rate": miss / 100}
        finished_run(ii_bench, "BLIP-2 FLAN-T5-XL", scores, setting=setting, total=N)
    table = table_of(ii_bench, "outcomes-1")
    assert table.columns == ("BLIP-2 FLAN-T5-XL",)
    rates = {
        group.title: [
            table.figures(row)[0] for row in group.rows if row.label in OUTCOMES
        ]
        for group in table.groups
    }
    assert rates == {"None": ["52.8", "0.0", "0.0"], "Emotion": ["51.8", "0.0", "0.1"]}
