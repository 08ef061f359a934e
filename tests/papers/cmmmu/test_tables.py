"""Tables 1, 4, 5 and 6 of CMMMU in English.

Typed from the paper: Table 1 (page 4), Table 4 (page 9; three open models), Table 5 (three
models) and Table 6 (three models), with the numbers of questions in their headings.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from evaluation.models import OutcomeColumns, QuestionColumns
from evaluation.runner.rules import CHOICES
from releases.models import Release
from tests.papers.conftest import release_under
from tests.papers.printed import figures_by_row, table_of
from tests.papers.runs import accuracy, finished_run

pytestmark = pytest.mark.django_db

DISCIPLINES = {
    "art_and_design": 1091,
    "business": 1538,
    "science": 2494,
    "health_and_medicine": 1865,
    "humanities_and_social_science": 1038,
    "technology_and_engineering": 2974,
}
TABLE_1 = [
    *("VQA", "GQA", "VizWiz", "TextVQA", "OKVQA", "SEED", "MMBench", "MM-Vet"),
    *("ScienceQA", "MathVista", "MMMU"),
]
# No number of 900 right answers prints as GPT-4V's 42.5 or Qwen-VL-Plus's 39.5.
TABLE_4 = {
    "Qwen-VL-Chat": (30.7, 31.3, 52.6, 18.5, 26.9, 33.4, 34.1, 31.4),
    "Yi-VL-6B": (35.8, 35.0, 58.0, 19.9, 32.3, 39.3, 40.6, 32.1),
    "Yi-VL-34B": (36.2, 36.5, 62.9, 19.1, 31.5, 42.1, 42.5, 34.5),
}
FORMATS = {"multiple": 7076, "fill_in_blank": 2753, "true_false": 1171}
TABLE_5 = {
    "Yi-VL-34B": (42.5, 10.4, 61.6, 36.5),
    "Qwen-VL-Plus": (42.9, 15.7, 49.4, 36.8),
    "GPT-4V": (46.4, 27.4, 66.0, 43.7),
}
DIFFICULTIES = {"easy": 3369, "middle": 6328, "hard": 1303}
TABLE_6 = {
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


def printed(row: Sequence[float]) -> list[str]:
    return [f"{value:.1f}" for value in row]


def validated_run(release: Release, model: str, percent: float) -> None:
    """A run on the 900 validation questions with its outcome of each."""
    run = finished_run(
        release, model, accuracy(percent, 900), splits=("val",), total=900
    )
    right = round(percent / 100 * 900)
    OutcomeColumns.objects.create(
        run=run,
        rule=CHOICES,
        outcomes="c" * right + "i" * (900 - right),
        letters="-" * 900,
    )


def test_table_4_has_validation_test_and_disciplines(cmmmu: Release) -> None:
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
    for model, (validation, test, *rest) in TABLE_4.items():
        validated_run(cmmmu, model, validation)
        scores = accuracy(test, 11_000)
        scores["slices"] = {"discipline": tallies(DISCIPLINES, rest)}
        finished_run(cmmmu, model, scores, total=11_000)
    table = table_of(cmmmu, "labels-1", "en")
    shown = {name: figures[:8] for name, figures in figures_by_row(table).items()}
    assert shown == {model: printed(row) for model, row in TABLE_4.items()}
    assert table.columns[0].startswith("Overall, val")
    assert table.columns[1] == "Overall (11,000)"
    assert [heading.rpartition(" ")[2] for heading in table.columns[2:8]] == [
        f"({n:,})" for n in DISCIPLINES.values()
    ]


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
    """Typed from Table 1, page 4: columns, first and last of the other benchmarks."""
    table = table_of(cmmmu, "datasets", "en")
    assert table.columns == ["Size", "Images", "Format", "Source", "Answer"]
    [group] = table.groups
    own, *others = group.rows
    questions = sum(len(row.payload["questions"]) for row in cmmmu.rows.all())
    assert own.values[0] == f"{questions:,}"
    assert [row.label for row in others] == TABLE_1
    assert others[0].values == ("> 1M", "V", "I+T", "Annotated", "Open")
    assert others[-1].values[:3] == ("11.5K", "30 Types", "Interleaved")
