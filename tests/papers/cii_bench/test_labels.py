"""Accuracy by label (CII-Bench, Table 1, page 5, and Tables 6, 7 and 8).

Typed from the paper: rows Claude-3.5-Sonnet and GLM-4V.
"""

from collections.abc import Mapping, Sequence

import pytest

from evaluation.tables.selectors.paper_tables import paper_tables
from releases.records.models import Release
from tests.papers.runs import accuracy, finished_run

pytestmark = pytest.mark.django_db
N = 765
LABELS = {
    "domain": {
        "life": "Life",
        "art": "Art",
        "society": "Society",
        "politics": "Politics",
        "environment": "Env.",
        "chinese_traditional_culture": "CTC",
    },
    "emotion": {
        "positive": "Positive",
        "negative": "Negative",
        "neutral": "Neutral",
    },
    "image_type": {
        "illustration": "Illus.",
        "painting": "Paint.",
        "poster": "Poster",
        "single_panel_comic": "Single-C.",
        "multi_panel_comic": "Multi-C.",
        "meme": "Meme",
    },
    "difficulty": {"easy": "Easy", "middle": "Middle", "hard": "Hard"},
    "rhetoric": {
        "metaphor": "Meta.",
        "exaggerate": "Exag.",
        "symbolism": "Symb.",
        "contrast": "Contrast",
        "visual_dislocation": "VisD.",
        "personification": "Pers.",
        "analogy": "Anal.",
    },
}
ROWS: Mapping[str, tuple[float, Mapping[str, Sequence[float]]]] = {
    "Claude-3.5-Sonnet": (
        54.1,
        {
            "domain": (52.1, 61.9, 52.6, 62.5, 46.6, 53.3),
            "emotion": (52.7, 56.5, 53.0),
            "image_type": (55.1, 54.4, 47.1, 55.1, 50.0, 57.5),
            "difficulty": (55.1, 52.4, 55.7),
            "rhetoric": (52.1, 54.9, 56.6, 47.6, 50.0, 54.4, 57.1),
        },
    ),
    "GLM-4V": (
        60.9,
        {
            "domain": (55.0, 59.9, 66.5, 66.7, 79.3, 55.5),
            "emotion": (58.5, 64.5, 59.4),
            "image_type": (59.6, 54.4, 67.7, 70.5, 44.7, 57.5),
            "difficulty": (62.9, 59.2, 59.8),
            "rhetoric": (60.2, 65.3, 63.4, 57.1, 65.2, 60.8, 66.7),
        },
    ),
}


@pytest.mark.parametrize("field", LABELS)
def test_tables_1_and_6_to_8_have_the_figures_and_names_of_the_paper(
    cii_bench: Release, field: str
) -> None:
    for model, (overall, slices) in ROWS.items():
        scores = accuracy(overall, N) | {
            "slices": {
                name: {
                    choice: accuracy(percent, 100)["overall"]
                    for choice, percent in zip(LABELS[name], percents, strict=True)
                }
                for name, percents in slices.items()
            }
        }
        finished_run(cii_bench, model, scores, total=N)
    by_heading: dict[str, dict[str, str]] = {}
    for table in paper_tables(cii_bench, "en"):
        if table.id.startswith("labels-"):
            for group in table.groups:
                for row in group.rows:
                    figures = zip(table.columns, table.figures(row), strict=True)
                    names = {name.partition(" (")[0]: value for name, value in figures}
                    by_heading.setdefault(row.label, {}).update(names)
    for model, (_, slices) in ROWS.items():
        for heading, percent in zip(LABELS[field].values(), slices[field], strict=True):
            assert by_heading[model][heading] == f"{percent:.1f}"
