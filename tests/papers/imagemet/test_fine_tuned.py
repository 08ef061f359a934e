"""Fine-tuned models are models of their own (ImageMet, Tables 5 and 7, Appendix B).

Typed from the paper: Table 5, Qwen2 fine-tuned on 33 %, 66 % and 100 % of the training
set; Table 7, on similes (IM) and on open captions (IM-M).
"""

import pytest

from releases.records.models import Release
from tests.papers.imagemet.test_tables import COMPONENTS, METRICS
from tests.papers.printed import figures_by_row, table_of
from tests.papers.runs import accuracy, captions, finished_run

pytestmark = pytest.mark.django_db

TABLE_5 = {
    "Qwen2 IM 100 %": [12.55, 55.48, 13.76, 62.29, 61.01],
    "Qwen2 IM 33 %": [11.4, 51.65, 11.56, 61.27, 59.14],
    "Qwen2 IM 66 %": [11.96, 51.72, 11.91, 62.10, 59.89],
}
TABLE_7 = {"Qwen2 IM": [61.27, 46, 45, 45], "Qwen2 IM-M": [61.45, 40, 43, 39]}


def test_each_share_of_the_training_set_has_its_row(imagemet: Release) -> None:
    for model, row in TABLE_5.items():
        scores = captions(dict(zip(METRICS, row, strict=True)))
        finished_run(imagemet, model, scores, setting="simile-caption", total=350)
    table = table_of(imagemet, "captions-1")
    assert figures_by_row(table) == {
        model: [f"{value:.2f}" for value in row] for model, row in TABLE_5.items()
    }
    # "a consistent performance improvement with increasing dataset size"
    for column in range(len(METRICS)):
        figures = [float(figures_by_row(table)[name][column]) for name in TABLE_5]
        assert figures[1] < figures[2] < figures[0]


def test_captions_and_questions_stand_in_one_table(imagemet: Release) -> None:
    for model, (sbert, *components) in TABLE_7.items():
        scores = captions({"sbert": sbert})
        finished_run(imagemet, model, scores, setting="simile-caption", total=350)
        answers = accuracy(sum(components) / 3, 1050)
        answers["fixed"] = {
            component: accuracy(percent, 350)["overall"]
            for component, percent in zip(COMPONENTS, components, strict=True)
        }
        finished_run(imagemet, model, answers, total=1050)
    # A model without captions is not in it.
    finished_run(imagemet, "Phi", answers, total=1050)
    table = table_of(imagemet, "captions-and-questions")
    assert table.columns == ("SBERT-Similarity", "Primary", "Secondary", "Attribute")
    assert figures_by_row(table) == {
        model: [f"{value:.2f}" for value in row] for model, row in TABLE_7.items()
    }
    [group] = table.groups
    assert [table.leaders(group, at)[0] for at in range(4)] == [
        "61.45",
        "46.00",
        "45.00",
        "45.00",
    ]
