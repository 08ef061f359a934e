from dataclasses import replace

import pytest

from releases.content.domain.frozen import FrozenItem
from releases.content.domain.statistics import compute_statistics
from releases.content.domain.statistics_tables import statistics_tables, statistics_text
from reporting.tables import Table
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.releases.samples import frozen_item, frozen_release


def rows_of(table: Table) -> list[list[object]]:
    return [[row.label, *row.values] for group in table.groups for row in group.rows]


@pytest.fixture(scope="module")
def ii_bench() -> Protocol:
    return shipped_protocol("ii-bench")


def labelled(protocol: Protocol, number: int, **labels: list[str]) -> FrozenItem:
    item = frozen_item(protocol, number, split="test", questions=2)
    chosen = {field: tuple(choices) for field, choices in labels.items()}
    return replace(item, labels={**item.labels, **chosen})


def test_totals_and_splits_count_images_and_questions(ii_bench: Protocol) -> None:
    statistics = compute_statistics(frozen_release(ii_bench))
    assert (statistics.items, statistics.images, statistics.questions) == (12, 12, 18)
    assert [(s.split, s.images) for s in statistics.splits] == [
        ("dev", 4),
        ("val", 4),
        ("test", 4),
    ]
    assert sum(split.questions for split in statistics.splits) == 18


def test_every_label_of_a_multiple_field_counts(ii_bench: Protocol) -> None:
    items = [
        labelled(ii_bench, 1, rhetoric=["metaphor", "contrast"]),
        labelled(ii_bench, 2, rhetoric=["metaphor"]),
    ]
    statistics = compute_statistics(frozen_release(ii_bench, items))
    rhetoric = next(f for f in statistics.fields if f.id == "rhetoric")
    counts = {choice.id: choice for choice in rhetoric.choices}
    assert (counts["metaphor"].items, counts["metaphor"].questions) == (2, 4)
    assert counts["contrast"].items == 1
    # Shares are of labels: three were given.
    assert counts["metaphor"].share == pytest.approx(2 / 3, abs=1e-4)


def test_shares_are_of_items_where_the_protocol_says_so() -> None:
    # CII-Bench, Table 5: 178 of 698 images are illustrations, 25.50 %; with the types of
    # an image that has two, there are 706.
    protocol = shipped_protocol("cii-bench")
    items = [
        labelled(protocol, 1, image_type=["painting", "poster"]),
        labelled(protocol, 2, image_type=["painting"]),
    ]
    statistics = compute_statistics(frozen_release(protocol, items))
    types = next(f for f in statistics.fields if f.id == "image_type")
    shares = {choice.id: choice.share for choice in types.choices}
    assert (shares["painting"], shares["poster"]) == (1, 0.5)
    tables = {table.title: table for table in statistics_tables(statistics)}
    assert tables[types.title].note.startswith("占比以全部条目计")


def test_the_crossing_has_percentages_within_the_row(ii_bench: Protocol) -> None:
    items = [
        labelled(ii_bench, 1, image_type=["logo"], domain=["life"]),
        labelled(ii_bench, 2, image_type=["logo"], domain=["art"]),
        labelled(ii_bench, 3, image_type=["logo", "meme"], domain=["life"]),
    ]
    statistics = compute_statistics(frozen_release(ii_bench, items))
    crossing = next(c for c in statistics.crossings if c.rows_field == "image_type")
    rows = {
        row.id: dict(zip(crossing.columns, row.shares, strict=True))
        for row in crossing.rows
    }
    assert crossing.columns_field == "domain"
    assert rows["logo"]["Life"] == pytest.approx(2 / 3, abs=1e-4)
    assert rows["meme"]["Life"] == 1


def test_lengths_are_in_the_protocols_unit(
    ii_bench: Protocol, toy_protocol: Protocol
) -> None:
    def lengths(protocol: Protocol) -> dict[str, tuple[str, float | None]]:
        found = compute_statistics(frozen_release(protocol)).lengths
        return {length.what: (length.unit, length.mean) for length in found}

    assert lengths(ii_bench)["stem"] == ("words", 4.0)
    assert lengths(ii_bench)["explanation"] == ("words", 8.0)
    chinese = shipped_protocol("cii-bench")
    item = frozen_item(chinese, 1, split="test")
    asked = replace(item.questions[0], stem="这张图 暗示了什么？")
    release = frozen_release(chinese, [replace(item, questions=(asked,))])
    stem = compute_statistics(release).lengths[0]
    assert (stem.unit, stem.mean) == ("characters", 9.0)
    assert "note" in lengths(toy_protocol)


def test_an_empty_release_divides_by_nothing(ii_bench: Protocol) -> None:
    statistics = compute_statistics(frozen_release(ii_bench, []))
    assert statistics.questions == 0
    assert statistics.lengths[0].mean is None
    assert "–" in statistics_text(statistics, "Bench", "markdown")


def test_the_markdown_prints_table_one(ii_bench: Protocol) -> None:
    statistics = compute_statistics(frozen_release(ii_bench))
    text = statistics_text(statistics, "Bench", "markdown")
    assert text.startswith("# Statistics of Bench\n")
    assert "| Total questions | 18 |" in text
    assert "| dev : val : test (images) | 4 : 4 : 4 |" in text
    assert "| Easy : Middle : Hard | 4 : 4 : 4 |" in text
    assert "## Image type × Domain" in text


def test_kinds_of_questions_and_where_their_images_stand(ii_bench: Protocol) -> None:
    assert compute_statistics(frozen_release(ii_bench)).kinds == []
    cmmmu = shipped_protocol("cmmmu")
    items = [frozen_item(cmmmu, n, split="test", questions=1) for n in (1, 2)]
    (question,) = items[0].questions
    drawn = replace(question, options=("[[image 1]]", *question.options[1:]))
    items[0] = replace(items[0], questions=(drawn,), texts={"subfield": "光学, 干涉"})
    statistics = compute_statistics(frozen_release(cmmmu, items))
    counts = {kind.title: kind.count for kind in statistics.kinds}
    assert counts == {
        "单选题": 2,
        "多选题": 0,
        "判断题": 0,
        "填空题": 0,
        "附有解析的题目": 1,
        "题干中的图像": 1,
        "选项中的图像": 1,
        "含多张图像的题目": 0,
    }
    totals = rows_of(statistics_tables(statistics)[0])
    assert ["选项中的图像", "1 (50.00%)"] in totals
    several = replace(items[1].questions[0], format="multiple_choice")
    items[1] = replace(items[1], questions=(several,))
    english = cmmmu.model_copy(update={"language": "en"})
    statistics = compute_statistics(frozen_release(english, items))
    totals = rows_of(statistics_tables(statistics)[0])
    for row in (
        ["Multiple-choice questions (one or several answers)", "2 (100.00%)"],
        ["Fill in the blank questions", "0 (0.00%)"],
        ["Questions with explanation", "1 (50.00%)"],
    ):
        assert row in totals


def test_a_tree_is_counted_down_to_its_terms() -> None:
    cmmmu = shipped_protocol("cmmmu")
    art, physics = (
        {"discipline": ["art_and_design"], "subject": ["art"]},
        {
            "discipline": ["science"],
            "subject": ["physics"],
        },
    )
    items = [
        replace(
            labelled(cmmmu, number, **labels),
            texts={"subfield": terms},
        )
        for number, (labels, terms) in enumerate(
            [(physics, "光学，干涉"), (physics, "光学"), (art, "电影艺术")], start=1
        )
    ]
    statistics = compute_statistics(frozen_release(cmmmu, items))
    (tree,) = statistics.trees
    assert (tree.levels, tree.counts) == (["学科门类", "学科", "细分领域"], [2, 2, 3])
    tables = {table.title: table for table in statistics_tables(statistics)}
    assert ["学科门类 / 学科 / 细分领域总数", "2 / 2 / 3"] in rows_of(tables["总览"])
    assert rows_of(tables["学科门类 › 学科 › 细分领域"]) == [
        ["艺术设计 › 艺术", "2", "33.33%", "1", "电影艺术"],
        ["科学 › 物理", "4", "66.67%", "2", "光学、干涉"],
    ]
