"""Sheets of examples and of outputs (ImageMet, Figures 1, 6 and 10).

Figure 10 has one image with "outputs from Qwen2, Qwen2 IM, GPT-4o, GPT-4o MS+CoT, and a
human baseline" and its ground truth. Its captions are part of the picture, so that they are
written here after what Appendix E says of them.
"""

import csv
import io

import pytest

from evaluation.tables.selectors.figures import get_paper_figure
from releases.records.models import FrozenRow, Release
from reporting.charts import ExampleSheet
from reporting.drawing import draw_chart
from subtext_protocol.shipped import shipped_protocol
from tests.papers.runs import captions, finished_run

pytestmark = pytest.mark.django_db

TYPES = shipped_protocol("imagemet").label("metaphor_type")

OUTPUTS = {
    ("Qwen2", "simile-caption"): "The syringe is as brown as coffee beans.",
    ("Qwen2 IM", "simile-caption"): "Coffee is as addictive as a drug.",
    ("GPT-4o", "simile-caption"): "Coffee is as energizing as an injection.",
    ("GPT-4o", "simile-caption-ms-cot"): "Caffeine is as energizing as a drug.",
    ("Human", "simile-caption"): "Coffee is as energizing as a shot.",
}


def sheet_of(release: Release, figure: str) -> ExampleSheet:
    chart = get_paper_figure(release, figure).chart
    assert isinstance(chart, ExampleSheet)
    return chart


def test_examples_of_captions_are_of_the_split_for_examples(imagemet: Release) -> None:
    sheet = sheet_of(imagemet, "examples")
    shown = {example.heading.split()[0]: example for example in sheet.examples}
    rows = FrozenRow.objects.filter(release=imagemet, split="dev").order_by("key")
    assert list(shown) == [row.key for row in rows][:6]
    for row in rows[:6]:
        slots = row.payload["sentences"]["caption"]
        assert shown[row.key].stem == (
            f"{slots['primary']} is as {slots['attribute']} as {slots['secondary']}"
        )
        assert shown[row.key].images
    assert b"\xe2\x9c\x93" not in draw_chart(sheet, "svg")


def test_figure_6_names_the_type_of_each_example(imagemet: Release) -> None:
    sheet = sheet_of(imagemet, "examples")
    titles = {choice.title["en"]: choice.id for choice in TYPES.choices}
    named = {}
    for example in sheet.examples:
        key, _, types = example.heading.rstrip(")").partition(" (")
        named[key] = {titles[title] for title in types.split(", ")}
    rows = FrozenRow.objects.filter(release=imagemet, split="dev")
    labels = {row.key: set(row.payload["labels"]["metaphor_type"]) for row in rows}
    assert named == labels
    assert len(set().union(*labels.values())) > 1


def test_figure_10_has_the_captions_of_all_models_for_one_image(
    imagemet: Release,
) -> None:
    rows = FrozenRow.objects.filter(release=imagemet, split="test").order_by("key")
    truth = {"primary": "Caffeine", "attribute": "addictive", "secondary": "drugs"}
    shown = rows[1]
    shown.payload["sentences"]["caption"] = truth
    shown.save()
    for (model, setting), text in OUTPUTS.items():
        run = finished_run(
            imagemet, model, captions({"sbert": 50}), setting=setting, total=len(rows)
        )
        # The first item has no caption of one model.
        for row in rows if model != "Human" else rows[1:]:
            record = {"question_id": row.key, "text": text, "finish_reason": "stop"}
            run.responses.create(question_id=row.key, record=record)
    sheet = sheet_of(imagemet, "outputs")
    [example] = sheet.examples
    assert sheet.title.endswith(rows[1].key)
    assert list(example.options) == [
        "GPT-4o: Coffee is as energizing as an injection.",
        "GPT-4o MS + CoT: Caffeine is as energizing as a drug.",
        "Human: Coffee is as energizing as a shot.",
        "Qwen2: The syringe is as brown as coffee beans.",
        "Qwen2 IM: Coffee is as addictive as a drug.",
    ]
    # "Ground Truth: Caffeine is as addictive as drugs."
    assert example.stem == "Caffeine is as addictive as drugs"
    [_, written] = csv.reader(io.StringIO(sheet.csv()))
    assert written[2].splitlines() == list(example.options)
