"""Texts in the reader's language, which Django's LocaleMiddleware has chosen."""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils.translation import (
    get_language,
    get_supported_language_variant,
    gettext,
    override,
)

from core.domain.texts import Text, read_text, store_text


def translate(text: str) -> str:
    """Return a text in the active language; a text that people typed, as it is."""
    if not isinstance(text, Text):
        return text
    template = gettext(text.template)
    if not text.values:
        return template
    return template.format_map(
        {name: _value_of(value) for name, value in text.values.items()}
    )


def _value_of(value: Any) -> Any:
    if isinstance(value, Mapping):
        return value.get((get_language() or "en")[:2], value["en"])
    return translate(value) if isinstance(value, Text) else value


def override_language(locale: str) -> override:
    """Return a context in which ``translate`` uses a person's language."""
    return override(get_supported_language_variant(locale))


class TranslatableTextField(models.TextField[Any, Any]):
    """A column of texts, some of which can be shown in every language."""

    def deconstruct(self) -> Any:
        # For the database it is a column of text, so migrations need not know it.
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs

    def get_prep_value(self, value: Any) -> Any:
        prepared = super().get_prep_value(value)
        return store_text(prepared) if isinstance(prepared, str) else prepared

    def from_db_value(self, value: Any, *_: object) -> Any:
        return read_text(value) if isinstance(value, str) else value
