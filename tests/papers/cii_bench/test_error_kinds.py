"""Kinds of error of CII-Bench. Typed from §4.4, Figure 4 (page 9) and Appendices H and I.

"GPT-4o frequently overlooks key visual (13%) and textual (23%) information": Figure 4 draws
both as information neglect, 36 %.
"""

import csv
import io

import pytest

from evaluation.marking.models.error_analyses import (
    ErrorAnalysis,
    ErrorMark,
    ErrorSample,
)
from releases.records.models import Release
from subtext_protocol.shipped import shipped_protocol
from tests.evaluation.scoring import right_on, scored
from tests.papers.ii_bench.test_error_analysis import BASE, organizer
from tests.support.cast import browser

CATEGORIES = {
    "visual_information_neglect": ("Visual information neglect", 13),
    "textual_information_neglect": ("Textual information neglect", 23),
    "over_inference": ("Over-inference", 25),
    "lack_of_cultural_background": ("Lack of cultural background knowledge", 16),
    "superficial_reasoning": ("Superficial reasoning", 12),
    "misunderstanding_of_visual_information": (
        "Misunderstanding of visual information",
        11,
    ),
}
FIGURE_4 = {
    "Information neglect": 36,
    "Over-inference": 25,
    "Lack of cultural background knowledge": 16,
    "Superficial reasoning": 12,
    "Misunderstanding of visual information": 11,
}


def marked_as_printed(release: Release) -> ErrorAnalysis:
    """An analysis of 100 answers under CoT whose marks are those of the paper."""
    run = scored(release, right_on(), setting="cot")
    person = organizer(release)
    analysis = ErrorAnalysis.objects.create(
        project=release.project,
        run=run,
        field="domain",
        seed=0,
        markers=1,
        created_by=person,
    )
    kinds = [name for name, (_, count) in CATEGORIES.items() for _ in range(count)]
    for number, kind in enumerate(kinds):
        sample = ErrorSample.objects.create(
            analysis=analysis, question_id=f"q{number}", stratum="life"
        )
        ErrorMark.objects.create(
            sample=sample, place=1, person=person, categories=[kind]
        )
    return analysis


def test_the_kinds_of_error_are_those_of_the_paper() -> None:
    categories = shipped_protocol("cii-bench").evaluation.error_categories
    titles = {category.id: category.title["en"] for category in categories}
    assert titles == {name: title for name, (title, _) in CATEGORIES.items()}


@pytest.mark.django_db
def test_figure_4_sums_up_what_is_seen_and_what_is_read(cii_bench: Release) -> None:
    analysis = marked_as_printed(cii_bench)
    client = browser(organizer(cii_bench))
    address = f"{BASE}analyses/{analysis.pk}/figure/csv/?language=en"
    _, *rows = csv.reader(io.StringIO(client.get(address).content.decode("utf-8-sig")))
    assert {label: float(percent) for *_, label, percent in rows} == FIGURE_4
    assert [label for *_, label, _ in rows] == [*FIGURE_4]


@pytest.mark.django_db
@pytest.mark.parametrize("file", ["latex", "csv"])
def test_the_table_has_the_sum_and_its_parts(cii_bench: Release, file: str) -> None:
    analysis = marked_as_printed(cii_bench)
    client = browser(organizer(cii_bench))
    address = f"{BASE}analyses/{analysis.pk}/table/{file}/?language=en"
    text = client.get(address).content.decode("utf-8-sig")
    between, dash = (" & ", "--") if file == "latex" else (",", "–")
    parts = dict(list(CATEGORIES.values())[:2])
    printed = FIGURE_4 | {f"{dash} {title}": count for title, count in parts.items()}
    for title, count in printed.items():
        assert f"{title}{between}{count}.0{between}{count}" in text


@pytest.mark.django_db
def test_answers_under_cot_are_drawn(cii_bench: Release) -> None:
    """§4.4: "GPT-4o's performance (under CoT setting)"."""
    run = scored(cii_bench, right_on(), setting="cot")
    client = browser(organizer(cii_bench))
    body = {"run": run.pk, "size": 100, "field": "domain"}
    drawn = client.post(BASE + "analyses/", body, format="json").json()
    assert drawn["size"] == run.total
    sheet = client.get(f"{BASE}analyses/{drawn['id']}/sheet/").content.decode()
    assert "思维链" in sheet
