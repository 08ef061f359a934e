"""Tables 1, 4, 5 and 6 of CMMMU in English.

Typed from the paper: Table 1 (page 4), Table 4 (page 9), Table 5 and Table 6 with all their
models, and the numbers of questions in their headings.
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from evaluation.runs.services.model_cards import save_card
from evaluation.scores.models.outcome_arrays import OutcomeColumns, QuestionColumns
from releases.records.models import Release
from reporting.tables import Table
from subtext_protocol.shipped import shipped_protocol
from subtext_runner.benchmark import read_benchmark
from subtext_runner.outcomes import Outcome
from subtext_runner.rules import CHOICES
from subtext_runner.tallies import summarise_scores
from tests.papers.conftest import release_under
from tests.papers.printed import figures_by_row, table_of
from tests.papers.runs import accuracy, finished_run
from tests.support.tiny_release import question, write_release

pytestmark = pytest.mark.django_db

CORRECT = Outcome("correct", "A", None, CHOICES, "correct")
INCORRECT = Outcome("incorrect", "B", None, CHOICES, "incorrect")
DISCIPLINES = {
    "art_and_design": 1091,
    "business": 1538,
    "science": 2494,
    "health_and_medicine": 1865,
    "humanities_and_social_science": 1038,
    "technology_and_engineering": 2974,
}
TABLE_1 = {
    "VQA": ("> 1M", "V", "I+T", "Annotated", "Open"),
    "GQA": ("> 1M", "V", "I+T", "Synthesized", "Open"),
    "VizWiz": ("32K", "V", "I+T", "Annotated", "Open"),
    "TextVQA": ("45K", "OC", "I+T", "Annotated", "MC"),
    "OKVQA": ("14K", "V+OC", "I+T", "Annotated", "Open"),
    "SEED": ("19K", "V+OC", "I+T", "Annotated", "MC"),
    "MMBench": ("3K", "V+OC", "I+T", "Repurposed", "MC"),
    "MM-Vet": ("0.2K", "V+OC", "I+T", "Repurposed", "MC"),
    "ScienceQA": ("6K", "5 Types", "I+T", "Textbooks", "MC"),
    "MathVista": ("6K", "V+OC", "I+T", "Synthesized", "MC/Open"),
    "MMMU": (
        *("11.5K", "30 Types", "Interleaved"),
        *("Textbooks, Internet, Annotated", "Open, MC"),
    ),
}
# No number of 900 right answers prints as Chinese-LLaVA's 25.5, Qwen-VL-Plus's 39.5 or
# GPT-4V's 42.5 on validation.
WITH_IMAGES = {
    "mPLUG-Owl2": (20.8, 22.2, 30.4, 13.3, 19.6, 25.2, 24.7, 23.4),
    "VisCPM": (25.2, 22.7, 37.7, 11.3, 19.1, 26.1, 24.0, 23.7),
    "Chinese-LLaVA": (None, 23.4, 34.4, 11.7, 21.6, 25.5, 26.3, 24.7),
    "Emu2-Chat": (23.8, 24.5, 35.3, 11.7, 22.1, 25.5, 28.0, 27.1),
    "CogAgent-Chat": (24.6, 23.6, 33.8, 14.1, 20.6, 26.3, 24.8, 25.3),
    "Qwen-VL-Chat": (30.7, 31.3, 52.6, 18.5, 26.9, 33.4, 34.1, 31.4),
    "InternVL-6B-Vicuna-7B": (26.4, 26.7, 39.7, 13.8, 23.0, 31.7, 26.5, 28.5),
    "InternVL-6B-Vicuna-13B": (27.4, 26.1, 38.5, 13.9, 22.1, 30.2, 29.8, 27.5),
    "Yi-VL-6B": (35.8, 35.0, 58.0, 19.9, 32.3, 39.3, 40.6, 32.1),
    "Yi-VL-34B": (36.2, 36.5, 62.9, 19.1, 31.5, 42.1, 42.5, 34.5),
    "Qwen-VL-Plus": (None, 36.8, 61.5, 23.2, 32.8, 40.5, 43.4, 33.3),
    "GPT-4V": (None, 43.7, 61.0, 36.3, 40.9, 46.8, 44.2, 41.5),
}
CLOSED = ("Qwen-VL-Plus", "GPT-4V")
TEXT_ONLY = {
    "DeepSeek-7B": (22.3, 21.9, 41.3, 11.2, 18.3, 23.5, 24.7, 21.3),
    "Baichuan-7B": (26.0, 24.3, 42.7, 12.6, 19.6, 28.0, 27.8, 23.9),
    "Qwen-7B": (24.7, 25.1, 43.8, 12.6, 20.7, 30.5, 26.9, 24.5),
    "Yi-6B": (25.6, 24.2, 26.3, 15.0, 23.4, 29.1, 27.0, 24.7),
}
WITH_OCR = {
    "DeepSeek-7B": (25.2, 23.2, 41.2, 13.2, 19.4, 26.1, 26.5, 21.8),
    "Baichuan-7B": (25.3, 24.7, 40.2, 15.2, 21.0, 27.9, 30.7, 22.8),
    "Qwen-7B": (27.0, 26.1, 44.6, 14.3, 22.1, 29.3, 29.8, 25.4),
    "Yi-6B": (28.4, 26.8, 33.4, 16.9, 24.8, 32.3, 33.2, 25.5),
}
BASELINES = {
    "Random choice": (21.6, 21.6, 32.9, 9.1, 18.8, 23.8, 23.8, 23.9),
    "Frequent choice": (24.1, 26.0, 36.2, 11.8, 23.9, 30.2, 28.5, 27.7),
}
FORMATS = {"multiple": 7076, "fill_in_blank": 2753, "true_false": 1171}
TABLE_5 = {
    "mPLUG-Owl2": (22.9, 7.0, 53.8, 22.2),
    "VisCPM": (24.5, 5.4, 52.8, 22.7),
    "Chinese-LLaVA": (25.6, 5.4, 52.7, 23.4),
    "Emu2": (28.4, 2.9, 51.4, 24.5),
    "CogAgent": (25.9, 5.9, 51.9, 23.6),
    "InternVL-Chat-ViT-6B-Vicuna-7B": (28.5, 7.3, 61.6, 26.7),
    "Yi-VL-6B": (40.8, 11.7, 54.9, 35.0),
    "Yi-VL-34B": (42.5, 10.4, 61.6, 36.5),
    "Qwen-VL-Plus": (42.9, 15.7, 49.4, 36.8),
    "GPT-4V": (46.4, 27.4, 66.0, 43.7),
}
DIFFICULTIES = {"easy": 3369, "middle": 6328, "hard": 1303}
TABLE_6 = {
    "mPLUG-Owl2": (25.5, 20.8, 20.7, 22.2),
    "VisCPM": (26.8, 21.1, 20.1, 22.7),
    "Chinese-LLaVA": (25.5, 26.3, 24.7, 23.4),
    "Emu2": (28.0, 22.4, 25.1, 24.5),
    "CogAgent": (27.7, 21.7, 22.7, 23.6),
    "InternVL-Chat-ViT-6B-Vicuna-7B": (30.3, 25.6, 22.6, 26.7),
    "Yi-VL-6B": (43.3, 31.6, 30.3, 35.0),
    "Yi-VL-34B": (45.6, 32.6, 31.9, 36.5),
    "Qwen-VL-Plus": (46.7, 32.9, 29.9, 36.8),
    "GPT-4V": (51.5, 40.7, 38.3, 43.7),
}


@pytest.fixture
def cmmmu() -> Release:
    return release_under("cmmmu")


def tallies(numbers: Mapping[str, int], percents: Sequence[float]) -> dict[str, Any]:
    return {
        name: accuracy(percent, n)["overall"]
        for (name, n), percent in zip(numbers.items(), percents, strict=True)
    }


def printed(row: Sequence[float | None]) -> list[str]:
    return ["-" if value is None else f"{value:.1f}" for value in row]


def validated_run(release: Release, model: str, percent: float, **fields: Any) -> None:
    """A run on the 900 validation questions with its outcome of each."""
    scores = accuracy(percent, 900)
    run = finished_run(release, model, scores, splits=("val",), total=900, **fields)
    right = round(percent / 100 * 900)
    OutcomeColumns.objects.create(
        run=run,
        rule=CHOICES,
        outcomes="c" * right + "i" * (900 - right),
        letters="-" * 900,
    )


def runs_of(
    release: Release, rows: Mapping[str, Sequence[float | None]], **fields: Any
) -> None:
    """Runs on validation and test for rows of Table 4."""
    for model, (validation, test, *rest) in rows.items():
        of_model = dict(fields)
        if rows is BASELINES:
            of_model["backend"] = model.split()[0].lower()
        if validation is not None:
            validated_run(release, model, validation, **of_model)
        scores = accuracy(test or 0, 11_000)
        percents = [percent or 0 for percent in rest]
        scores["slices"] = {"discipline": tallies(DISCIPLINES, percents)}
        finished_run(release, model, scores, total=11_000, **of_model)


@pytest.fixture
def table_4(cmmmu: Release) -> Table:
    QuestionColumns.objects.create(
        release=cmmmu,
        ids=[f"q-{number}" for number in range(900)],
        splits=["val"] * 900,
        clusters=[*range(900)],
        answers=["A"] * 900,
        keys="A" * 900,
        orders=["ABCD"] * 900,
        contents=[""] * 900,
        labels={},
    )
    runs_of(cmmmu, WITH_IMAGES)
    runs_of(cmmmu, BASELINES)
    runs_of(cmmmu, TEXT_ONLY, setting="text-only")
    runs_of(cmmmu, WITH_OCR, setting="ocr")
    return table_of(cmmmu, "labels-1", "en")


def test_table_4_has_validation_test_and_disciplines(table_4: Table) -> None:
    assert table_4.columns[0] == "Overall, val (900)"
    assert table_4.columns[1] == "Overall (11,000)"
    assert [heading.rpartition(" ")[2] for heading in table_4.columns[2:8]] == [
        f"({n:,})" for n in DISCIPLINES.values()
    ]


def test_table_4_has_groups_with_and_without_images(table_4: Table) -> None:
    groups = {
        group.title: {row.label: table_4.figures(row)[:8] for row in group.rows}
        for group in table_4.groups
    }
    assert groups == {
        title: {model: printed(row) for model, row in rows.items()}
        for title, rows in (
            ("Models", WITH_IMAGES),
            ("Baselines", BASELINES),
            ("Text only (no picture)", TEXT_ONLY),
            ("Text only with OCR", WITH_OCR),
        )
    }


def test_the_best_of_all_models_is_marked_as_in_table_4(table_4: Table) -> None:
    # "bold results in LMMs indicate the best results for all models"; without model cards
    # all of them are one group.
    models, baselines, *_ = table_4.groups
    best = [table_4.leaders(models, column)[0] for column in range(1, 8)]
    assert best == ["43.7", "62.9", "36.3", "40.9", "46.8", "44.2", "41.5"]
    assert table_4.leaders(baselines, 1) == []


def test_the_gap_between_open_and_closed_models_is_printed(cmmmu: Release) -> None:
    # §1: "Yi-VL-34B even narrows the gap between open-source LMMs and GPT-4V on CMMMU to
    # 7%".
    for model in WITH_IMAGES:
        save_card(
            project=cmmmu.project,
            model=model,
            access="closed" if model in CLOSED else "open",
        )
    runs_of(cmmmu, {model: (None, *row[1:]) for model, row in WITH_IMAGES.items()})
    rows = figures_by_row(table_of(cmmmu, "groups", "en"))
    best = {label: (row[3], row[5]) for label, row in rows.items()}
    assert best == {
        "Open-source models (10)": ("36.5", "Yi-VL-34B"),
        "Closed-source models (2)": ("43.7", "GPT-4V"),
    }


@pytest.mark.parametrize(("model", "row"), [*WITH_IMAGES.items(), *BASELINES.items()])
def test_overall_is_the_micro_average(
    model: str, row: Sequence[float | None], tmp_path: Path
) -> None:
    # §4.1: "we adopt micro-average accuracy as the evaluation metric".
    protocol = shipped_protocol("cmmmu")
    lines = [question(0) | {"labels": {}}]
    write_release(tmp_path, questions=lines, protocol=protocol.model_dump(mode="json"))
    [asked] = read_benchmark(str(tmp_path)).questions
    scored = []
    for (discipline, n), percent in zip(DISCIPLINES.items(), row[2:], strict=True):
        within = replace(asked, labels={"discipline": (discipline,)})
        right = round((percent or 0) / 100 * n)
        scored += [(within, CORRECT)] * right + [(within, INCORRECT)] * (n - right)
    scores = summarise_scores(scored, protocol).overall.data()
    # The figures by discipline are rounded, so that the sum is off by 0.05 at most.
    assert scores["n"] == 11_000
    assert 100 * scores["accuracy"] == pytest.approx(row[1], abs=0.1)


def test_table_5_joins_the_two_kinds_of_choices(cmmmu: Release) -> None:
    for model, (choices, blank, judged, overall) in TABLE_5.items():
        scores = accuracy(overall, 11_000)
        n = FORMATS["multiple"]
        right = round(choices / 100 * n)
        # The paper prints one figure for questions with one correct option or several.
        single = {"n": 6000, "correct": right - 300, "accuracy": 0.0}
        several = {"n": n - 6000, "correct": 300, "accuracy": 0.0}
        others = {name: FORMATS[name] for name in ("fill_in_blank", "true_false")}
        scores["formats"] = {
            "single_choice": single,
            "multiple_choice": several,
            **tallies(others, (blank, judged)),
        }
        finished_run(cmmmu, model, scores, total=11_000)
    table = table_of(cmmmu, "formats", "en")
    assert [heading.rpartition(" (")[0] for heading in table.columns] == [
        "Multiple choice",
        "True or false",
        "Fill in the blank",
        "Overall",
    ]
    numbers = [heading.rpartition(" ")[2] for heading in table.columns]
    assert numbers == ["(7,076)", "(1,171)", "(2,753)", "(11,000)"]
    for model, (choices, blank, judged, overall) in TABLE_5.items():
        row = printed((choices, judged, blank, overall))
        assert figures_by_row(table)[model] == row


def test_table_6_is_by_difficulty(cmmmu: Release) -> None:
    for model, (*by_level, overall) in TABLE_6.items():
        scores = accuracy(overall, 11_000)
        scores["slices"] = {"difficulty": tallies(DIFFICULTIES, by_level)}
        finished_run(cmmmu, model, scores, total=11_000)
    tables = [table_of(cmmmu, f"labels-{n}", "en") for n in (1, 2, 3, 4)]
    table = next(one for one in tables if "ifficulty" in one.title)
    at = [
        index
        for index, heading in enumerate(table.columns)
        if heading.partition(" (")[0] in ("Easy", "Medium", "Middle", "Hard")
    ]
    assert [table.columns[index].rpartition(" ")[2] for index in at] == [
        f"({n:,})" for n in DIFFICULTIES.values()
    ]
    for model, (*by_level, overall) in TABLE_6.items():
        figures = figures_by_row(table)[model]
        assert [figures[index] for index in at] == printed(by_level)
        assert figures[0] == f"{overall:.1f}"


def test_table_1_compares_benchmarks(cmmmu: Release) -> None:
    """Typed from Table 1, page 4."""
    table = table_of(cmmmu, "datasets", "en")
    assert table.columns == ["Size", "Images", "Format", "Source", "Answer"]
    [group] = table.groups
    own, *others = group.rows
    questions = sum(len(row.payload["questions"]) for row in cmmmu.rows.all())
    assert [*own.values] == [
        *(f"{questions:,}", "39 Types", "Interleaved"),
        *("Textbooks, Internet, Annotated", "Open, MC, T/F question"),
    ]
    assert {row.label: tuple(row.values) for row in others} == TABLE_1


def test_the_same_models_on_mmmu_stand_beside(cmmmu: Release) -> None:
    # §4.2: "GPT-4V only achieves an accuracy of 41.7% while it achieves an accuracy of
    # 55.7% in an English context."
    mmmu = release_under("ii-bench", "mmmu")
    for release, percent, n in ((cmmmu, 41.7, 11_000), (mmmu, 55.7, 10_500)):
        finished_run(release, "GPT-4V", accuracy(percent, n), total=n)
    out = io.StringIO()
    call_command(
        *["evaluation_tables", "bench", "1.0.0", "--beside", "mmmu", "1.0.0"],
        *["--format", "csv", "--json"],
        stdout=out,
    )
    [table] = json.loads(out.getvalue())["tables"].values()
    _, *rows = csv.reader(table.splitlines())
    [figures] = [row[2:5] for row in rows if row[1] == "GPT-4V"]
    assert [abs(float(figure)) for figure in figures] == [41.7, 55.7, 14.0]
