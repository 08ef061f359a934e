"""Accuracy by image type, difficulty and rhetoric, with the paper's short names.

Typed from II-Bench, Tables 6 and 7: rows GPT-4V and GPT-4o, with the numbers of questions
in the headings.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from evaluation.tables.selectors.paper_tables import paper_tables, render_table
from releases.records.models import Release
from reporting.tables import Table
from tests.papers.runs import accuracy, finished_run

pytestmark = pytest.mark.django_db

N = 1399
TYPES = {
    "illustration": ("Illu.", 436),
    "meme": ("Meme", 292),
    "poster": ("Poster", 133),
    "multi_panel_comic": ("MPC", 359),
    "single_panel_comic": ("SPC", 104),
    "logo": ("Logo", 71),
    "painting": ("Paint.", 101),
}
LEVELS = {"easy": ("Easy", 786), "middle": ("Mid.", 465), "hard": ("Hard", 148)}
TABLE_6 = {
    "GPT-4V": (65.9, 55.1, 79.8, 73.7, 69.1, 64.4, 67.6, 58.4, 69.6, 61.9, 58.8),
    "GPT-4o": (72.6, 64.7, 81.2, 78.2, 76.9, 72.1, 80.3, 66.3, 76.6, 67.5, 67.6),
}
RHETORIC = {
    "metaphor": ("Meta.", 1106),
    "exaggerate": ("Exag.", 227),
    "symbolism": ("Symb.", 271),
    "visual_dislocation": ("VisD.", 88),
    "antithesis": ("Anti.", 35),
    "analogy": ("Anal.", 42),
    "personification": ("Pers.", 128),
    "contrast": ("Contrast", 274),
    "others": ("Others", 55),
}
TABLE_7 = {
    "GPT-4V": (65.9, 65.2, 60.8, 61.6, 67.0, 80.0, 69.0, 72.7, 68.2, 70.9),
    "GPT-4o": (72.6, 71.3, 69.2, 70.5, 63.6, 71.4, 78.6, 78.1, 72.6, 74.5),
}

Labels = Mapping[str, tuple[str, int]]


def tallies(labels: Labels, percents: Sequence[float]) -> dict[str, Any]:
    return {
        choice: accuracy(percent, n)["overall"]
        for (choice, (_, n)), percent in zip(labels.items(), percents, strict=True)
    }


def heading(name: str, n: int) -> str:
    return f"{name} ({n:,})"


def table_with(release: Release, column: str) -> Table:
    return next(one for one in paper_tables(release) if column in one.columns)


def by_heading(table: Table, model: str) -> dict[str, str]:
    """Return a model's printed figures by heading."""
    [row] = [row for group in table.groups for row in group.rows if row.label == model]
    return dict(zip(table.columns, table.figures(row), strict=True))


def expected(labels: Labels, percents: Sequence[float]) -> dict[str, str]:
    return {
        heading(*labels[choice]): f"{percent:.1f}"
        for choice, percent in zip(labels, percents, strict=True)
    }


def test_table_6_is_by_image_type_and_difficulty(ii_bench: Release) -> None:
    for model, (overall, *others) in TABLE_6.items():
        scores = accuracy(overall, N)
        scores["slices"] = {
            "image_type": tallies(TYPES, others[:7]),
            "difficulty": tallies(LEVELS, others[7:]),
        }
        finished_run(ii_bench, model, scores, total=N)
    table = table_with(ii_bench, "Illu. (436)")
    for model, (overall, *others) in TABLE_6.items():
        assert by_heading(table, model) == {
            "Overall (1,399)": f"{overall:.1f}",
            **expected(TYPES, others[:7]),
            **expected(LEVELS, others[7:]),
        }


def test_table_7_is_by_rhetoric(ii_bench: Release) -> None:
    for model, (overall, *others) in TABLE_7.items():
        scores = accuracy(overall, N)
        scores["slices"] = {"rhetoric": tallies(RHETORIC, others)}
        finished_run(ii_bench, model, scores, total=N)
    table = table_with(ii_bench, "Meta. (1,106)")
    for model, (overall, *others) in TABLE_7.items():
        figures = by_heading(table, model)
        assert figures["Overall (1,399)"] == f"{overall:.1f}"
        assert expected(RHETORIC, others).items() <= figures.items()


def test_short_names_are_explained(ii_bench: Release) -> None:
    finished_run(ii_bench, "GPT-4V", accuracy(65.9, N), total=N)
    table = next(
        one for one in paper_tables(ii_bench) if "rhetoric" in one.title.lower()
    )
    note = "Meta. refers to Metaphor, Exag. refers to Exaggerate, Symb. refers to Symbolism"
    assert note in render_table(table, "markdown", "en").replace("\\", "")
    assert note in render_table(table, "latex", "en")
    chinese = next(one for one in paper_tables(ii_bench, "zh") if one.id == table.id)
    assert chinese.note == ""
