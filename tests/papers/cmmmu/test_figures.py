"""Figures 1 to 3 of CMMMU: composition by discipline and subject, examples with labels.

Typed from the paper, Figure 2 (page 3): subject, subfield, distribution, image type and
difficulty of an example of each discipline.
"""

import csv
import io

import pytest

from evaluation.tables.selectors.figures import get_paper_figure
from releases.records.models import FrozenRow, Release
from reporting.charts import ExampleSheet, Sunburst
from reporting.drawing import draw_chart
from tests.papers.conftest import release_under

pytestmark = pytest.mark.django_db

# Discipline, subject, distribution, image type, difficulty; then the lines in Chinese.
FIGURE_2 = [
    (
        ("art_and_design", "music", "undergraduate", "sheet_music", "middle"),
        "旋律发展手法",
        ["学科：音乐", "题目层次：本科", "图片类型：乐谱", "难度：中等"],
    ),
    (
        (
            *("science", "chemistry", "postgraduate_entrance"),
            *("chemical_structures", "middle"),
        ),
        "有机化学，化学性质，解离",
        ["学科：化学", "题目层次：考研题", "图片类型：化学结构", "难度：中等"],
    ),
    (
        (
            *("technology_and_engineering", "electronics", "undergraduate"),
            *("circuit_diagram", "easy"),
        ),
        "电子技术，电路分析",
        ["学科：电子学", "题目层次：本科", "图片类型：电路图", "难度：简单"],
    ),
    (
        ("health_and_medicine", "public_health", "undergraduate", "table", "hard"),
        "卫生统计学，医疗信息学，病理生理学",
        ["学科：公共卫生", "题目层次：本科", "图片类型：表格", "难度：困难"],
    ),
]
FIELDS = ("discipline", "subject", "distribution", "image_type", "difficulty")


@pytest.fixture
def labelled(db: None) -> Release:
    """A release whose development split has the examples of Figure 2."""
    release = release_under("cmmmu")
    rows = FrozenRow.objects.filter(release=release).order_by("key")
    for row, (values, subfield, _) in zip(rows, FIGURE_2, strict=False):
        labels = dict(zip(FIELDS, ([value] for value in values), strict=True))
        row.payload["labels"] |= labels
        row.payload["texts"]["subfield"] = subfield
        row.split = "dev"
        row.save(update_fields=["payload", "split"])
    rows.filter(key__gte=rows[len(FIGURE_2)].key).delete()
    return release


def test_figure_2_has_the_labels_of_an_example_of_each_discipline(
    labelled: Release,
) -> None:
    sheet = get_paper_figure(labelled, "examples", "zh").chart
    assert isinstance(sheet, ExampleSheet)
    lines = {tuple(example.labels) for example in sheet.examples}
    assert lines == {
        (*labels, f"细分领域：{subfield}") for _, subfield, labels in FIGURE_2
    }
    [head, *examples] = csv.reader(io.StringIO(sheet.csv()))
    assert head[-1] == "labels"
    assert {tuple(cells[-1].splitlines()) for cells in examples} == lines
    assert "细分领域" in draw_chart(sheet, "svg").decode()


def test_figures_1_and_3_have_the_subjects_within_their_disciplines(
    labelled: Release,
) -> None:
    chart = get_paper_figure(labelled, "composition", "zh").chart
    assert isinstance(chart, Sunburst)
    counts = {
        (ring.label, subject): count
        for ring in chart.rings
        for subject, count in ring.parts
        if count
    }
    assert counts == {
        ("艺术设计", "音乐"): 1,
        ("科学", "化学"): 1,
        ("技术与工程", "电子学"): 1,
        ("健康与医学", "公共卫生"): 1,
    }
    assert len(chart.rings) == 6
