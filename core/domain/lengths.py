"""Lengths of the texts that a request brings."""

from collections.abc import Iterator, Mapping

LONGEST_TEXT = 20_000
"""Maximum number of characters of a text whose field sets no limit of its own: some
3,000 English words."""


def iterate_json_values(value: object) -> Iterator[object]:
    """Yield every key and value in plain JSON."""
    parts = [value]
    while parts:
        part = parts.pop()
        yield part
        if isinstance(part, Mapping):
            parts += (*part, *part.values())
        elif isinstance(part, list):
            parts += part


def find_too_long_texts(value: object) -> list[tuple[str, str]]:
    """Return the texts in plain JSON beyond ``LONGEST_TEXT``, with dotted paths.

    A key has the path of its parent.
    """
    # Paths are made only where they are needed: most requests have no such text.
    return (
        [*_long_texts(value, "")]
        if any(map(_is_long, iterate_json_values(value)))
        else []
    )


def _long_texts(value: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        if _is_long(value):
            yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _long_texts(key, path)
            yield from _long_texts(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from _long_texts(part, f"{path}.{at}" if path else str(at))


def _is_long(part: object) -> bool:
    return isinstance(part, str) and len(part) > LONGEST_TEXT
