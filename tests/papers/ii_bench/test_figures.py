"""Figures 1, 2 and 4 of II-Bench as SVG and PDF, with the numbers behind them.

Typed from the paper: Figure 4 (shares of errors) and the last rows of Table 3, which
Figure 1 draws.
"""

import csv
import io
from collections.abc import Sequence

import pytest

from releases.records.models import FrozenRow, Release
from reporting.charts import BarChart, Chart, Ring, Sunburst
from reporting.drawing import draw_chart
from subtext_protocol.text import in_language
from tests.papers.ii_bench.test_error_analysis import (
    FIGURE_4,
    marked_as_printed,
    organizer,
)
from tests.papers.ii_bench.test_statistics import DOMAINS, FIGURE_5, counted
from tests.papers.runs import accuracy, finished_run
from tests.support.cast import browser

pytestmark = pytest.mark.django_db
BASE = "/api/projects/bench/evaluation/"
MODELS = {"GPT-4V": 65.9, "GPT-4o": 72.6, "Qwen-VL-MAX": 74.8}
HUMANS = {"Human_avg": 90.3, "Human_best": 98.2}


def file(release: Release, path: str) -> bytes:
    answer = browser(organizer(release)).get(BASE + path)
    assert answer.status_code == 200, answer.content
    return bytes(answer.content)


def rows(release: Release, path: str) -> list[list[str]]:
    head, *body = csv.reader(io.StringIO(file(release, path).decode()))
    assert head
    return body


def assert_drawn(release: Release, path: str, texts: Sequence[str]) -> None:
    svg = file(release, f"{path}svg/").decode()
    assert svg.startswith("<?xml")
    for text in texts:
        assert f">{text}<" in svg
    assert file(release, f"{path}svg/").decode() == svg
    assert file(release, f"{path}pdf/").startswith(b"%PDF")


def test_figure_1_has_models_and_people(ii_bench: Release) -> None:
    for model, percent in MODELS.items():
        finished_run(ii_bench, model, accuracy(percent, 1399), total=1399)
    for number, percent in enumerate([82.4, 98.2]):
        finished_run(
            ii_bench,
            f"Human {number}",
            accuracy(percent, 1399),
            total=1399,
            origin="answered",
            backend="replay",
        )
    figures = browser(organizer(ii_bench)).get(f"{BASE}figures/1.0.0/").json()
    assert [figure["id"] for figure in figures] == [
        "composition",
        "examples",
        "results",
    ]
    path = "figures/1.0.0/results/"
    drawn = {label: percent for _, label, percent in rows(ii_bench, path + "csv/")}
    expected = MODELS | {"Human_avg": 90.3, "Human_best": 98.2}
    assert drawn == {label: f"{percent:.1f}" for label, percent in expected.items()}
    assert_drawn(ii_bench, path, [*expected, *drawn.values()])


def test_figure_2_has_image_types_within_domains(ii_bench: Release) -> None:
    labels = [("life", "meme"), ("life", "meme"), ("art", "painting")]
    items = FrozenRow.objects.filter(release=ii_bench).order_by("key")
    for at, row in enumerate(items):
        domain, kind = labels[at % 3]
        row.payload["labels"] |= {"domain": [domain], "image_type": [kind]}
        row.save(update_fields=["payload"])
    path = "figures/1.0.0/composition/"
    counts = {(a, b): int(n) for a, b, n in rows(ii_bench, path + "csv/") if n != "0"}
    assert counts == {("Life", "Meme"): 4, ("Art", "Paint."): 2}
    assert_drawn(ii_bench, path, ["Life", "66.7 %", "Meme", "Paint."])
    chinese = file(ii_bench, path + "csv/?language=zh").decode()
    assert "生活" in chinese


def test_figure_2_has_every_label_of_the_paper(ii_bench: Release) -> None:
    """The rings hold the 1,303 types of Figure 5 within the domains."""
    template = FrozenRow.objects.filter(release=ii_bench).first()
    assert template is not None
    FrozenRow.objects.filter(release=ii_bench).delete()
    FrozenRow.objects.bulk_create(
        FrozenRow(
            release=ii_bench,
            item=template.item,
            key=f"{number:012x}",
            split=item.split,
            payload={**template.payload, "labels": item.labels},
            digest="",
        )
        for number, item in enumerate(counted().items)
    )
    protocol = ii_bench.protocol_version.protocol
    names = {
        (field, choice.id): in_language(choice.short or choice.released_title, "en")
        for field in ("domain", "image_type")
        for choice in protocol.label(field).choices
    }
    path = "figures/1.0.0/composition/csv/"
    assert {(a, b): int(n) for a, b, n in rows(ii_bench, path)} == {
        (names["domain", domain], names["image_type", kind]): count
        for kind, numbers in FIGURE_5.items()
        for domain, count in zip(DOMAINS, numbers, strict=True)
    }


def test_figure_3_has_a_question_of_each_domain(ii_bench: Release) -> None:
    items = list(FrozenRow.objects.filter(release=ii_bench).order_by("key"))
    for row, domain in zip(items, ["life", "art", "society"] * 2, strict=True):
        row.split = "dev"
        row.payload["labels"] |= {"domain": [domain]}
        row.save(update_fields=["payload", "split"])
    path = "figures/1.0.0/examples/"
    examples = rows(ii_bench, path + "csv/")
    assert [heading for heading, *_ in examples] == ["Life", "Art", "Society"]
    for _, stem, options, key, labels in examples:
        assert stem
        assert len(options.splitlines()) == 6
        assert key in list("ABCDEF")
        fields = [line.partition(": ")[0] for line in labels.splitlines()]
        assert {"Image type", "Rhetoric", "Emotion", "Difficulty"} <= set(fields)
    assert_drawn(ii_bench, path, ["Life", "Art", "Society"])


def test_figure_4_draws_the_shares_of_errors(ii_bench: Release) -> None:
    analysis = marked_as_printed(ii_bench)
    path = f"analyses/{analysis.pk}/figure/"
    shares = [float(percent) for *_, percent in rows(ii_bench, path + "csv/")]
    assert shares == sorted(map(float, FIGURE_4.values()), reverse=True)
    assert_drawn(ii_bench, path, ["Metaphorical misunderstanding", "36.0"])


def test_what_does_not_exist_is_said(ii_bench: Release) -> None:
    client = browser(organizer(ii_bench))
    for path in ("nothing/svg/", "composition/png/"):
        assert client.get(f"{BASE}figures/1.0.0/{path}").status_code == 404


@pytest.mark.parametrize(
    "chart", [BarChart("Empty", []), Sunburst("Small", [Ring("A", [("B", 1)])])]
)
def test_small_charts_are_drawn_too(chart: Chart) -> None:
    assert draw_chart(chart, "pdf").startswith(b"%PDF")
