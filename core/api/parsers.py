"""Parsing of request bodies; data that no database row can hold is rejected."""

import math
from collections.abc import Mapping
from typing import IO, Any

from django.db.models import BigIntegerField
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

MOST_NESTED = 64
"""Maximum nesting of lists and objects; a protocol or a record has fewer than 20
levels."""


class StorableJSONParser(JSONParser):
    """A JSON parser that rejects numbers beyond 64 bits, unstorable text and depth."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the data. Raises ParseError."""
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(
                _("JSON parse error - it is nested too deeply.")
            ) from error
        level = [data]
        for _level in range(MOST_NESTED + 1):
            level = [part for value in level for part in _parts(value)]
            if not level:
                return data
        raise ParseError(_("JSON parse error - it is nested too deeply."))


def _parts(value: object) -> list[Any]:
    """Return the parts of a list or object. Raises ParseError for a bad value."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        require_storable_text(value)
    elif isinstance(value, int) and abs(value) > BigIntegerField.MAX_BIGINT:
        raise ParseError(_("JSON parse error - a number is beyond 64 bits."))
    elif isinstance(value, float) and not math.isfinite(value):
        raise ParseError(_("JSON parse error - a number is too large."))
    return []


def require_storable_text(text: str) -> None:
    """Raise ParseError if a text has a NUL character or a lone surrogate."""
    if "\0" in text or (not text.isascii() and _has_surrogate(text)):
        raise ParseError(_("A text contains a character that cannot be stored."))


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
