"""Numbers and short names in the headings of CII-Bench's tables.

Typed from Table 1 (page 5) and Tables 6 to 8: headings, with the numbers of images.
"""

import pytest

from core.services import Actor
from evaluation.dispatch.services.runs import create_run
from evaluation.marking.domain.consistency import consistency
from evaluation.runs.domain.served_models import ServedModel
from releases.records.models import FrozenRow, Release
from subtext_protocol.shipped import shipped_protocol
from tests.papers.printed import table_of
from tests.papers.runs import accuracy, finished_run

DOMAINS = {
    "life": ("Life", 216),
    "art": ("Art", 123),
    "society": ("Society", 157),
    "politics": ("Politics", 21),
    "environment": ("Env.", 51),
    "chinese_traditional_culture": ("CTC", 130),
}
EMOTIONS = {
    "positive": ("Positive", 220),
    "negative": ("Negative", 247),
    "neutral": ("Neutral", 231),
}
TABLE_6 = ["Illus.", "Paint.", "Poster", "Single-C.", "Multi-C.", "Meme"]
TABLE_8 = ["Meta.", "Exag.", "Symb.", "Contrast", "VisD.", "Pers.", "Anal.", "Anti."]


def spread(numbers: dict[str, tuple[str, int]]) -> list[str]:
    return [choice for choice, (_, n) in numbers.items() for _ in range(n)]


@pytest.fixture
def whole_set(cii_bench: Release) -> Release:
    """The release with the labels of 698 images, in any split."""
    template = FrozenRow.objects.filter(release=cii_bench).first()
    assert template is not None
    FrozenRow.objects.filter(release=cii_bench).delete()
    labels = zip(spread(DOMAINS), spread(EMOTIONS), strict=True)
    rows = []
    for number, (domain, emotion) in enumerate(labels):
        payload = dict(template.payload)
        payload["labels"] = payload["labels"] | {
            "domain": [domain],
            "emotion": [emotion],
        }
        payload["images"] = [payload["images"][0] | {"sha256": f"{number:064x}"}]
        rows.append(
            FrozenRow(
                release=cii_bench,
                item=template.item,
                key=f"{number:012x}",
                split=["dev", "val", "test"][number % 3],
                payload=payload,
                digest="",
            )
        )
    FrozenRow.objects.bulk_create(rows)
    return cii_bench


@pytest.mark.django_db
def test_headings_count_the_images_of_the_whole_set(whole_set: Release) -> None:
    scores = accuracy(60.9, 765)
    scores["slices"] = {
        field: {choice: accuracy(50, 100)["overall"] for choice in numbers}
        for field, numbers in (("domain", DOMAINS), ("emotion", EMOTIONS))
    }
    finished_run(whole_set, "GLM-4V", scores, total=765)
    table = table_of(whole_set, "labels-1", "en")
    expected = {
        title: f"{title} ({n} images; 100 questions)"
        for title, n in (*DOMAINS.values(), *EMOTIONS.values())
    }
    assert table.columns[0] == "Overall (698 images; 765 questions)"
    assert set(table.columns[1:]) == set(expected.values())
    assert "（216 张图像，100 道题目）" in table_of(whole_set, "labels-1").columns[1]


def test_short_names_are_those_of_tables_1_6_and_8() -> None:
    protocol = shipped_protocol("cii-bench")

    def names(field: str) -> list[str]:
        choices = protocol.label(field).choices
        return [(choice.short or choice.released_title)["en"] for choice in choices]

    assert set(names("domain")) == {title for title, _ in DOMAINS.values()}
    assert set(names("image_type")) == set(TABLE_6)
    assert set(TABLE_8) <= set(names("rhetoric"))


@pytest.mark.django_db
def test_paintings_of_every_split_are_described(whole_set: Release) -> None:
    run = create_run(
        release=whole_set,
        setting="painting-description",
        model=ServedModel(name="m", backend="openai", by_operator=True),
        actor=Actor.system(),
    )
    assert run.total == DOMAINS["chinese_traditional_culture"][1]
    assert run.splits == ["dev", "val", "test"]


def test_98_percent_are_pairs_at_most_one_point_apart() -> None:
    """Eight of 390 pairs of a judge and a person lie further apart."""
    judge = {f"painting-{number}": 3 for number in range(130)}
    people = {name: [3, 2, 4] for name in judge}
    for number in range(8):
        people[f"painting-{number}"] = [3, 2, 5]
    found = consistency(judge, people, scale=[1, 2, 3, 4, 5])
    assert found.within_one is not None
    assert f"{100 * found.within_one:.0f} %" == "98 %"
    assert found.equal == pytest.approx(1 / 3)
