"""Version numbers of a benchmark and their meaning.

As in Croissant 1.1: patch, the same data; minor, data added; major, data changed,
removed or moved to another split.
"""

import re
from typing import NamedTuple

_VERSION = re.compile(r"(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})")


class ReleaseVersion(NamedTuple):
    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}"


def read_version(text: str) -> ReleaseVersion:
    """Parse a version such as ``"1.2.0"``. Raises ValueError."""
    match = _VERSION.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a version such as 1.0.0")
    major, minor, patch = map(int, match.groups())
    return ReleaseVersion(major, minor, patch)


def next_version(
    last: ReleaseVersion | None, *, added: int, altered: int
) -> ReleaseVersion:
    """Return the suggested version after ``last``.

    ``altered`` counts items that were changed, removed or moved.
    """
    if last is None:
        return ReleaseVersion(1, 0, 0)
    if altered:
        return ReleaseVersion(last.major + 1, 0, 0)
    if added:
        return ReleaseVersion(last.major, last.minor + 1, 0)
    return ReleaseVersion(last.major, last.minor, last.patch + 1)
