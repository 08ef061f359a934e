from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from review.adjudication.domain.comparison import (
    FieldComparison,
    compare_records,
    overrides_everybody,
)
from review.adjudication.domain.provenance import (
    label_origins,
    letter_order,
    text_origin,
)
from subtext_protocol.document import Protocol
from subtext_protocol.reading import protocol_from_data
from subtext_protocol.shipped import shipped_protocol


def _labels(**labels: Sequence[str]) -> dict[str, Any]:
    return {"labels": labels, "texts": {}, "sentences": {}, "questions": []}


def _field(protocol: Protocol, field: str, *values: Sequence[str]) -> FieldComparison:
    """How ``field`` compares when people say ``values`` of it."""
    records = [_labels(**{field: value}) for value in values]
    result = compare_records(protocol, records)
    return next(one for one in result.fields if one.field == field)


def _with(protocol: Protocol, field: str, changes: Mapping[str, Any]) -> Protocol:
    document = protocol.model_dump(mode="json")
    for one in document["fields"]:
        if one["id"] == field:
            one.update(changes)
    return protocol_from_data(document, origin="test")


@pytest.fixture(scope="module")
def ii_bench() -> Protocol:
    return shipped_protocol("ii-bench")


def test_equal_labels_are_agreed(ii_bench: Protocol) -> None:
    found = _field(ii_bench, "domain", ["life"], ["life"])
    assert (found.outcome, found.value, found.rule) == ("agreed", ["life"], "same")


def test_an_always_significant_difference_is_disputed(ii_bench: Protocol) -> None:
    found = _field(ii_bench, "domain", ["life"], ["art"])
    assert (found.outcome, found.value) == ("disputed", None)
    assert found.values == (["life"], ["art"])


def test_neighbours_on_a_scale_are_not_disputed(ii_bench: Protocol) -> None:
    found = _field(ii_bench, "difficulty", ["middle"], ["easy"])
    assert (found.outcome, found.value, found.rule) == ("proposed", ["middle"], "first")


def test_ends_of_a_scale_are(ii_bench: Protocol) -> None:
    assert _field(ii_bench, "difficulty", ["easy"], ["hard"]).outcome == "disputed"


def test_a_missing_value_is_nowhere_on_the_scale(ii_bench: Protocol) -> None:
    assert _field(ii_bench, "difficulty", ["easy"], []).outcome == "disputed"


def test_sets_that_share_half_are_merged_to_what_most_named(ii_bench: Protocol) -> None:
    found = _field(ii_bench, "rhetoric", ["contrast", "metaphor"], ["metaphor"])
    assert (found.outcome, found.value, found.rule) == (
        "proposed",
        ["metaphor"],
        "most",
    )


def test_sets_that_share_less_are_disputed(ii_bench: Protocol) -> None:
    found = _field(ii_bench, "rhetoric", ["contrast"], ["metaphor"])
    assert found.outcome == "disputed"


def test_the_order_of_choices_is_no_difference(ii_bench: Protocol) -> None:
    found = _field(
        ii_bench, "rhetoric", ["contrast", "metaphor"], ["metaphor", "contrast"]
    )
    assert (found.outcome, found.value) == ("agreed", ["metaphor", "contrast"])


def test_a_set_without_a_majority_is_everything_named(ii_bench: Protocol) -> None:
    never = _with(ii_bench, "rhetoric", {"significant": "never"})
    found = _field(never, "rhetoric", ["contrast"], ["metaphor"])
    assert found.outcome == "proposed"
    assert (found.value, found.rule) == (["metaphor", "contrast"], "all")


def test_three_people_one_distant_pair_disputes(toy_protocol: Protocol) -> None:
    near = _field(toy_protocol, "mood", ["calm"], ["merry"], ["calm"])
    assert (near.outcome, near.value, near.rule) == ("proposed", ["calm"], "majority")
    far = _field(toy_protocol, "mood", ["calm"], ["merry"], ["gloomy"])
    assert far.outcome == "disputed"


def test_three_people_choices_by_majority(toy_protocol: Protocol) -> None:
    found = _field(toy_protocol, "colours", ["red", "green"], ["red"], ["green", "red"])
    assert (found.value, found.rule) == (["red", "green"], "most")


def test_texts_are_never_equal(ii_bench: Protocol) -> None:
    record = {**_labels(), "texts": {"explanation": "the very same"}}
    result = compare_records(ii_bench, [record, record])
    text = next(one for one in result.fields if one.field == "explanation")
    assert text.outcome == "to_choose"
    assert not result.disputed_fields


def test_one_person_is_agreed_with(ii_bench: Protocol) -> None:
    result = compare_records(ii_bench, [_labels(domain=["life"])])
    assert {one.outcome for one in result.fields} == {"agreed"}


def test_nothing_to_compare(ii_bench: Protocol) -> None:
    with pytest.raises(ValueError, match="nothing to compare"):
        compare_records(ii_bench, [])


def test_overriding_everybody(ii_bench: Protocol) -> None:
    domain, rhetoric = ii_bench.label("domain"), ii_bench.label("rhetoric")
    assert overrides_everybody(domain, ["society"], [["life"], ["art"]])
    assert not overrides_everybody(domain, ["art"], [["life"], ["art"]])
    said = [["metaphor", "contrast"], ["metaphor", "analogy"]]
    assert not overrides_everybody(rhetoric, ["metaphor", "analogy", "contrast"], said)
    assert not overrides_everybody(rhetoric, ["metaphor"], said)
    assert overrides_everybody(rhetoric, ["contrast", "analogy"], said)
    assert overrides_everybody(rhetoric, ["metaphor", "others"], said)


def test_origins(ii_bench: Protocol) -> None:
    one = _labels(domain=["life"], emotion=["neutral"], rhetoric=["metaphor"])
    other = _labels(domain=["art"], emotion=["neutral"], rhetoric=["contrast"])
    compared = {
        field.field: vars(field)
        for field in compare_records(ii_bench, [one, other]).fields
    }
    chosen = {
        "domain": ["art"],
        "emotion": ["positive"],
        "rhetoric": ["metaphor", "contrast"],
    }
    origins, overridden = label_origins(ii_bench, compared, chosen)
    assert origins["domain"] == ["B"]
    assert origins["rhetoric"] == "merged"
    assert origins["emotion"] == "overridden"
    assert overridden == ["emotion"]


def test_letters_are_random_by_item_and_stay() -> None:
    orders = [letter_order(2, number) for number in range(1, 201)]
    assert orders == [letter_order(2, number) for number in range(1, 201)]
    assert 60 < orders.count([1, 0]) < 140
    assert sorted(letter_order(3, 7)) == [0, 1, 2]


@pytest.mark.parametrize(
    ("value", "origin"),
    [
        ("It rains. We wait.", ["A"]),
        ("It rains. They go.", {"sentences": [["A"], ["B"]]}),
        ("It rains.\nNobody came.", {"sentences": [["A"], []]}),
        ("雨停了。没有人来。", {"sentences": [["C"], []]}),
        ("Nobody came.", "written"),
    ],
)
def test_a_text_merged_of_sentences_says_whose(value: str, origin: object) -> None:
    said = ["It rains. We wait.", "The sun shines. They go.", "天晴了。雨停了。"]
    assert text_origin(value, said) == origin
