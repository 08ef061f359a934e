"""Bodies that can be stored: what no row can hold is refused before a view reads it."""

import math
from collections.abc import Mapping
from typing import IO, Any

from django.db.models import BigIntegerField
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

MOST_NESTED = 64
"""Lists and objects within each other; a protocol or a record has fewer than 20."""


class StorableJSONParser(JSONParser):
    """JSON without numbers beyond 64 bits, characters that no database holds, or depth."""

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
            raise ParseError("JSON parse error - it is nested too deeply.") from error
        level = [data]
        for _ in range(MOST_NESTED + 1):
            level = [part for value in level for part in _parts(value)]
            if not level:
                return data
        raise ParseError("JSON parse error - it is nested too deeply.")


def _parts(value: object) -> list[Any]:
    """Return what is inside of a list or object. Raises ParseError for a bad value."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        require_storable_text(value)
    elif isinstance(value, int) and abs(value) > BigIntegerField.MAX_BIGINT:
        raise ParseError("JSON parse error - a number is beyond 64 bits.")
    elif isinstance(value, float) and not math.isfinite(value):
        raise ParseError("JSON parse error - a number is too large.")
    return []


def require_storable_text(text: str) -> None:
    """Raise ParseError for the character NUL and for half a surrogate pair."""
    if "\0" in text or (not text.isascii() and _has_surrogate(text)):
        raise ParseError("A text contains a character that cannot be stored.")


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
