"""Short texts in the languages of benchmarks: titles of columns, sentences, counts.

All of them are in ``phrases.yaml``, ordered by section. Whole documents are templates
(``documents.py``).
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import yaml

from subtext_protocol.text import Language

_FILE = Path(__file__).with_name("phrases.yaml")


def count_noun(number: int, noun: str, language: Language) -> str:
    """Return "1 image", "2 images" or "2 张图像" for the noun "image".

    Raises KeyError for a noun that ``phrases.yaml`` does not list.
    """
    forms = _texts("nouns")[noun][language]
    if language == "zh":
        return f"{number:,} {forms}"
    singular, plural = forms if isinstance(forms, list) else (forms, f"{forms}s")
    return f"{number:,} {singular if number == 1 else plural}"


class Phrases:
    """The phrases of one section, by name and language.

    A placeholder may name a noun, which is then counted: ``{n:image}``.
    """

    def __init__(self, section: str) -> None:
        self._section = section

    def __contains__(self, name: str) -> bool:
        return name in _texts(self._section)

    def __call__(self, name: str, language: Language, /, **values: object) -> str:
        """Return the phrase with its placeholders filled.

        Raises KeyError for an unknown phrase or a placeholder without a value.
        """
        return fill_placeholders(
            _texts(self._section)[name][language], language, **values
        )


def fill_placeholders(text: str, language: Language, /, **values: object) -> str:
    """Return a text with its placeholders filled; ``{n:image}`` counts a noun.

    Raises KeyError for a placeholder without a value.
    """
    return _Counting(language).vformat(text, (), values)


class _Counting(Formatter):
    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in _texts("nouns"):
            return count_noun(value, format_spec, self._language)
        return str(super().format_field(value, format_spec))


def _texts(section: str) -> Mapping[str, Mapping[Language, Any]]:
    return _read()[section]


@cache
def _read() -> Mapping[str, Mapping[str, Mapping[Language, Any]]]:
    texts: Mapping[str, Mapping[str, Mapping[Language, Any]]] = yaml.safe_load(
        _FILE.read_text(encoding="utf-8")
    )
    return texts
