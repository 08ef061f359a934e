from pathlib import Path
from string import Formatter

import pytest
import yaml

from reporting.phrases import Phrases, count_noun
from subtext_protocol.text import Language

FILE = Path(__file__).parents[2] / "reporting/phrases.yaml"
SECTIONS = yaml.safe_load(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("number", "noun", "language", "text"),
    [
        (0, "image", "en", "0 images"),
        (1, "image", "en", "1 image"),
        (2, "image", "en", "2 images"),
        (1234, "question", "en", "1,234 questions"),
        (1, "person", "en", "1 person"),
        (2, "person", "en", "2 people"),
        (1, "image", "zh", "1 张图像"),
        (2, "item", "zh", "2 个条目"),
        (1234, "question", "zh", "1,234 道题目"),
        (2, "person", "zh", "2 人"),
    ],
)
def test_things_are_counted_as_people_say_it(
    number: int, noun: str, language: Language, text: str
) -> None:
    assert count_noun(number, noun, language) == text


def test_a_noun_that_nobody_listed_is_an_error() -> None:
    with pytest.raises(KeyError, match="unicorn"):
        count_noun(1, "unicorn", "en")


def test_a_phrase_counts_its_nouns() -> None:
    said = Phrases("results")
    values = {"scale": "Depth", "n": 1, "items": 2}
    assert said("marks_on", "en", **values) == "Depth: 1 caption of 2 items"
    assert said("marks_on", "zh", **values) == "Depth：2 个条目的 1 条描述"


def test_a_phrase_needs_its_values_and_its_name() -> None:
    said = Phrases("results")
    with pytest.raises(KeyError, match="title"):
        said("counted", "en", n=1)
    with pytest.raises(KeyError, match="nothing"):
        said("nothing", "en")


@pytest.mark.parametrize("section", [name for name in SECTIONS if name != "nouns"])
def test_a_phrase_has_the_same_placeholders_in_both_languages(section: str) -> None:
    def placeholders(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    for name, texts in SECTIONS[section].items():
        assert set(texts) == {"en", "zh"}, name
        assert placeholders(texts["en"]) == placeholders(texts["zh"]), name
