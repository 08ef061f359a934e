"""Open captions and component questions.

Typed from ImageMet, Table 1 (page 5), "mean performance (over three runs)", and Table 3,
accuracy in percent on the 350 test images.
"""

import pytest

from evaluation.selectors.tables import paper_tables
from releases.models import Release
from tests.papers.printed import figures_by_row, table_of
from tests.papers.runs import accuracy, captions, finished_run

pytestmark = pytest.mark.django_db

TABLE_1 = {"LLaVa": 43.72, "LLaVa 1.6": 46.52, "Qwen2": 51.57, "GPT4o": 62.78}
TABLE_3 = {
    "LLaVa": (46, 51, 33),
    "LLaVa 1.6": (45, 37, 39),
    "Qwen2": (46, 45, 45),
    "GPT4o": (67, 56, 67),
}
COMPONENTS = ("primary", "secondary", "attribute")


def test_table_1_is_the_mean_of_three_runs(imagemet: Release) -> None:
    for model, mean in TABLE_1.items():
        for seed, change in enumerate((-1, 0, 1)):
            run = finished_run(
                imagemet,
                model,
                captions({"sbert": mean + change}),
                setting="open-caption",
                seed=seed,
                total=350,
            )
            record = {"question_id": "i-1", "text": f"{model} {seed}"}
            run.responses.create(question_id="i-1", record=record)
    table = next(
        one for one in paper_tables(imagemet) if one.columns == ("SBERT-Similarity",)
    )
    shown = {
        label.partition(", ")[0]: float(figures[0].partition(" ±")[0])
        for label, figures in figures_by_row(table).items()
    }
    assert shown == pytest.approx(TABLE_1, abs=0.05)


def test_table_3_is_by_component(imagemet: Release) -> None:
    for model, row in TABLE_3.items():
        scores = accuracy(sum(row) / 3, 1050)
        scores["fixed"] = {
            component: accuracy(percent, 350)["overall"]
            for component, percent in zip(COMPONENTS, row, strict=True)
        }
        finished_run(imagemet, model, scores, total=1050)
    table = table_of(imagemet, "fixed-questions")
    assert table.columns == ("Primary", "Secondary", "Attribute")
    assert figures_by_row(table) == {
        model: [f"{percent:.1f}" for percent in row] for model, row in TABLE_3.items()
    }
