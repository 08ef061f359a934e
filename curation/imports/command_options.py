"""The option ``--names`` of commands that read archives, and what they say of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser

from core.domain.texts import _
from core.translation import translate
from curation.material.domain.archive_names import ENCODINGS


def add_names_argument(parser: CommandParser) -> None:
    """Add ``--names``, the encoding of an archive's names."""
    parser.add_argument(
        "--names",
        default="",
        metavar="ENCODING",
        help="encoding of the file names in an archive that does not say it: one of "
        f"{', '.join(ENCODINGS)} (default: found from the names)",
    )


def name_lines(readings: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line on how the names in each archive were read."""
    for reading in readings:
        sentence = (
            _(
                "{archive}: the file names are read as {encoding}, a guess: {names}. "
                "--names gives another encoding."
            )
            if reading["guessed"]
            else _("{archive}: the file names are read as {encoding}: {names}.")
        )
        values = {**reading, "names": ", ".join(reading["names"])}
        yield translate(_(sentence.template, **values))
