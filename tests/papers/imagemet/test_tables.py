"""Captions and component questions, by model and technique.

Typed from ImageMet, Table 1 (page 5) and Table 2 (page 6), "mean performance (over three
runs)", and Table 3, accuracy in percent on the 350 test images. "Model names without a
suffix tag indicate zeroshot" (§4.2).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from evaluation.tables.selectors.paper_tables import paper_tables
from releases.records.models import Release
from reporting.tables import Table
from tests.papers.printed import figures_by_row, table_of
from tests.papers.runs import accuracy, captions, finished_run

pytestmark = pytest.mark.django_db

TABLE_1 = {
    "LLaVa": [43.72],
    "LLaVa 1.6": [46.52],
    "Qwen2": [51.57],
    "Qwen2 CoT": [52.56],
    "Qwen2 VF": [56.20],
    "Qwen2 IM": [56.04],
    "Gemini": [59.44],
    "GPT4o": [62.78],
    "GPT4o MS + CoT": [69.88],
}
TABLE_2 = {
    "LLaVa-1.5-7B": [0.88, 36.50, 3.34, 47.81, 54.23],
    "LLaVa-1.6-7B": [1.00, 36.80, 3.50, 47.70, 54.43],
    "Phi-3.5-Vision": [1.78, 31.42, 3.33, 48.09, 56.54],
    "LLaVa-1.5-7B-IM": [5.02, 46.57, 6.26, 56.87, 58.63],
    "Qwen2": [5.28, 43.72, 7.67, 59.51, 58.19],
    "Qwen2 CoT": [8.46, 46.87, 10.48, 60.74, 60.41],
    "Qwen2 MS": [11.18, 52.12, 10.97, 60.14, 59.80],
    "Qwen2 MS + CoT": [11.41, 53.99, 13.13, 62.18, 61.04],
    "Qwen2 VF": [11.28, 53.50, 13.02, 61.98, 61.10],
    "Qwen2 IM": [12.55, 55.48, 13.76, 62.29, 61.01],
    "GPT4o": [11.57, 53.78, 12.41, 59.49, 62.90],
    "GPT4o MS": [20.86, 61.74, 19.52, 70.00, 64.45],
    "GPT4o MS + CoT": [20.95, 61.90, 19.60, 70.06, 64.78],
    "Gemini": [9.24, 49.24, 12.12, 62.93, 64.39],
    "Gemini MS": [22.05, 61.46, 21.05, 70.18, 64.56],
}
TABLE_3 = {
    "LLaVa": (46, 51, 33),
    "LLaVa 1.6": (45, 37, 39),
    "Qwen2": (46, 45, 45),
    "Qwen2 CoT": (44, 49, 46),
    "Qwen2 VF": (46, 41, 47),
    "Qwen2 IM": (51, 45, 53),
    "GPT4o": (67, 56, 67),
    "GPT4o MS + CoT": (75, 62, 74),
}
METRICS = ("bleu4", "rouge_l", "cider", "sbert", "acd")
COMPONENTS = ("primary", "secondary", "attribute")
TECHNIQUES = (("MS + CoT", "ms-cot"), ("CoT", "cot"), ("MS", "ms"))


def model_and_technique(name: str) -> tuple[str, str]:
    """Split a row's name into the model and the end of its setting's id."""
    for suffix, setting in TECHNIQUES:
        if name.endswith(f" {suffix}"):
            return name.removesuffix(f" {suffix}"), setting
    return name, ""


def three_runs(
    release: Release, task: str, printed: Mapping[str, Sequence[float]]
) -> None:
    """Create three runs around each printed mean."""
    for name, row in printed.items():
        model, technique = model_and_technique(name)
        for seed, change in enumerate((-0.5, 0, 0.5)):
            means = dict(zip(METRICS[-len(row) :], row, strict=True))
            if len(row) == 1:
                means = {"sbert": row[0]}
            run = finished_run(
                release,
                model,
                captions({metric: mean + change for metric, mean in means.items()}),
                setting="-".join(filter(None, [task, technique])),
                seed=seed,
                total=350,
            )
            record = {"question_id": "i-1", "text": f"{name} {seed}"}
            run.responses.create(question_id="i-1", record=record)


def means_of(table: Table) -> dict[str, list[str]]:
    """Return the printed means of each row, without their spreads."""
    return {
        label.removesuffix(", 3 runs"): [
            figure.partition(" ±")[0] for figure in figures
        ]
        for label, figures in figures_by_row(table).items()
    }


def two_decimals(printed: Mapping[str, Sequence[float]]) -> dict[str, list[str]]:
    return {name: [f"{mean:.2f}" for mean in row] for name, row in printed.items()}


def test_table_1_is_the_mean_of_three_runs(imagemet: Release) -> None:
    three_runs(imagemet, "open-caption", TABLE_1)
    table = next(
        one for one in paper_tables(imagemet) if one.columns == ("SBERT-Similarity",)
    )
    assert means_of(table) == two_decimals(TABLE_1)


def test_table_2_has_the_technique_after_the_model(imagemet: Release) -> None:
    three_runs(imagemet, "simile-caption", TABLE_2)
    table = table_of(imagemet, "captions-1")
    # Best and second are those of the whole column, whatever the technique.
    [group] = table.groups
    assert group.title == "Caption as a simile (350 items)"
    assert means_of(table) == two_decimals(TABLE_2)
    leaders = [table.leaders(group, column) for column in range(len(METRICS))]
    assert leaders[0] == ["22.05", "20.95"]
    assert leaders[4] == ["64.78", "64.56"]


def test_rows_over_other_items_are_apart(imagemet: Release) -> None:
    for model, total in (("Qwen2", 350), ("Gemini", 349)):
        finished_run(
            imagemet,
            model,
            captions({"sbert": 60}),
            setting="simile-caption",
            total=total,
        )
    table = table_of(imagemet, "captions-1")
    assert [group.title for group in table.groups] == [
        "Caption as a simile (349 items)",
        "Caption as a simile (350 items)",
    ]


def component_runs(release: Release, printed: Mapping[str, Sequence[float]]) -> None:
    """Create a run on the component questions for each row of Table 3."""
    settings = {"": "none", "cot": "cot", "ms": "4-shot", "ms-cot": "4-shot-cot"}
    for name, row in printed.items():
        scores = accuracy(sum(row) / 3, 1050)
        scores["fixed"] = components(row)
        model, technique = model_and_technique(name)
        finished_run(release, model, scores, setting=settings[technique], total=1050)


def components(row: Sequence[float]) -> dict[str, Any]:
    return {
        component: accuracy(percent, 350)["overall"]
        for component, percent in zip(COMPONENTS, row, strict=True)
    }


def test_table_3_is_by_component(imagemet: Release) -> None:
    component_runs(imagemet, TABLE_3)
    table = table_of(imagemet, "fixed-questions")
    assert table.columns == ("Primary", "Secondary", "Attribute")
    assert len(table.groups) == 1
    assert figures_by_row(table) == {
        name: [f"{percent:.1f}" for percent in row] for name, row in TABLE_3.items()
    }


def test_the_human_row_of_table_3_is_apart(imagemet: Release) -> None:
    component_runs(imagemet, TABLE_3)
    human = (93, 92, 90)
    scores = accuracy(sum(human) / 3, 1050) | {"fixed": components(human)}
    people = {"origin": "people", "backend": "replay"}
    finished_run(imagemet, "Human", scores, total=1050, **people)
    table = table_of(imagemet, "fixed-questions")
    [models, humans] = table.groups
    assert "Human" not in {row.label for row in models.rows}
    assert [table.figures(row) for row in humans.rows] == [["93.0", "92.0", "90.0"]]
    # The best model is marked among models only.
    assert table.leaders(models, 0) == ["75.0", "67.0"]
