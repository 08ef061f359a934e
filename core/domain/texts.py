"""Texts for people, in English, which keep what a translation needs.

``_("The file {name} is not an image.", name=name)`` is a ``str`` with the English
sentence. It keeps its template and values, so ``core.translation`` can show it in the
reader's language, also after it was stored.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Self

_STORED = '{"text": '
"""How stored texts begin that can be translated. Other stored texts are as typed."""


class Text(str):
    """An English sentence with its template and the values of its placeholders.

    A template without values may contain braces. A value may itself be a Text, an error
    whose message is one, or a sentence in every language by its code.
    """

    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, /, **values: object) -> Self:
        english = {
            name: value["en"] if isinstance(value, Mapping) else value
            for name, value in values.items()
        }
        text = super().__new__(
            cls, template.format_map(english) if values else template
        )
        text.template = template
        text.values = {name: _plain(value) for name, value in values.items()}
        return text

    def __str__(self) -> str:
        # Otherwise str(error) and DRF's fields would keep the English sentence only.
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _text_of, (_as_json(self),)

    def to_stored_text(self) -> str:
        """Return a string from which ``read_text`` makes this text again."""
        return json.dumps(_as_json(self), ensure_ascii=False)


_ = Text


def local_text(sentences: Mapping[str, str]) -> Text:
    """Return a text that is known in every language, by the language's code."""
    return Text("{text}", text=sentences)


def join_texts(separator: str, texts: Iterable[str]) -> Text:
    """Return the texts as one, each of which is translated."""
    values = {f"text_{number}": text for number, text in enumerate(texts)}
    return Text(separator.join(f"{{{name}}}" for name in values), **values)


def store_text(text: str) -> str:
    """Return the form of a text in a database column or a message to another process."""
    if not isinstance(text, Text):
        if not text.startswith(_STORED):
            return text
        # Somebody has typed what looks like a stored text: it stays as typed.
        text = Text("{text}", text=text)
    return text.to_stored_text()


def read_text(stored: str) -> str:
    """Return the text that ``store_text`` has stored."""
    return _text_of(json.loads(stored)) if stored.startswith(_STORED) else stored


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float | Mapping) else str(value)


def _as_json(value: Any) -> Any:
    if not isinstance(value, Text):
        return value
    values = {name: _as_json(inner) for name, inner in value.values.items()}
    return {"text": value.template, "values": values}


def _text_of(value: Any) -> Any:
    if not isinstance(value, Mapping) or "values" not in value:
        return value
    values = {name: _text_of(inner) for name, inner in value["values"].items()}
    return Text(value["text"], **values)
