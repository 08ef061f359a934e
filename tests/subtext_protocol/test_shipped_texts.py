"""What the four shipped protocols say to the people at work, in both languages."""

import re
from collections.abc import Iterator, Mapping

import pytest

from curation.screening.domain.stage import screening_rules
from subtext_protocol.shipped import shipped_ids, shipped_protocol


def local_texts(
    value: object, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Every text by interface language in a dumped document, with its path."""
    if isinstance(value, Mapping):
        if value and set(value) <= {"en", "zh"}:
            yield ".".join(path), value
            return
        for key, inner in value.items():
            yield from local_texts(inner, (*path, str(key)))
    elif isinstance(value, list):
        for nth, inner in enumerate(value):
            yield from local_texts(inner, (*path, str(nth)))


@pytest.mark.parametrize("protocol_id", shipped_ids())
def test_every_text_is_in_both_languages(protocol_id: str) -> None:
    dumped = shipped_protocol(protocol_id).model_dump(mode="json")
    texts = dict(local_texts(dumped))
    assert len(texts) > 50
    for path, text in texts.items():
        assert set(text) == {"en", "zh"}, path
        # Examples are in the language of the benchmark whatever the interface speaks.
        # Points of a scale may be numbers.
        if ".examples." not in path and not text["en"].isdecimal():
            assert re.search(r"[一-鿿]", text["zh"]), path
            assert not re.search(r"[一-鿿]", text["en"]), path


@pytest.mark.parametrize("protocol_id", shipped_ids())
def test_chinese_is_punctuated_in_full_width(protocol_id: str) -> None:
    half_width = re.compile(r"[一-鿿][,:;?!()]|[,:;?!()][一-鿿]")
    document = shipped_protocol(protocol_id).canonical_json()
    assert re.search("[一-鿿][，：；？！（）]", document)
    assert half_width.findall("图像,文字 (图像)") == ["像,", "(图", "像)"]
    assert half_width.findall(document) == []


@pytest.mark.parametrize("protocol_id", shipped_ids())
def test_every_field_and_choice_explains_itself(protocol_id: str) -> None:
    protocol = shipped_protocol(protocol_id)
    for field in protocol.fields:
        assert field.help, field.id
    for label in protocol.labels:
        for choice in label.choices:
            assert choice.help, f"{label.id}.{choice.id}"


@pytest.mark.parametrize("protocol_id", shipped_ids())
def test_people_can_give_a_reason(protocol_id: str) -> None:
    protocol = shipped_protocol(protocol_id)
    screening = {one.id for one in screening_rules(protocol).reasons}
    assert {"poor_quality", "offensive", "personal_data", "licence_doubt"} <= screening
    declining = {one.id for one in protocol.annotation.decline_reasons}
    assert {"broken", "offensive", "seen_before"} <= declining
    issues = {one.id for one in protocol.review.issues}
    assert {
        "two_keys",
        "no_picture_needed",
        "wrong_language",
        "offensive",
        "typo",
        "unclear",
        "other",
    } <= issues
