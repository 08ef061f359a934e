"""Options of commands that import images, and what they say of archives' names."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser

from core.domain.texts import _
from core.services import Actor
from core.translation import translate
from curation.images.models import Rights, Source
from curation.imports.services.sources import find_or_create_source
from curation.material.domain.archive_names import ENCODINGS
from projects.models import Project


def add_names_argument(parser: CommandParser) -> None:
    """Add ``--names``, the encoding of an archive's names."""
    parser.add_argument(
        "--names",
        default="",
        metavar="ENCODING",
        help="encoding of the file names in an archive that does not say it: one of "
        f"{', '.join(ENCODINGS)} (default: found from the names)",
    )


def add_source_arguments(parser: CommandParser, about: str) -> None:
    """Add ``--source``, ``--licence`` and ``--rights``; ``about`` says what a source is."""
    parser.add_argument("--source", required=True, help=f"name of the source{about}")
    parser.add_argument(
        "--licence", required=True, help="SPDX identifier or text of the licence"
    )
    parser.add_argument(
        "--rights",
        choices=Rights.values,
        help="how the images may be used; required for a new source",
    )


def named_source(project: Project, actor: Actor, options: Mapping[str, Any]) -> Source:
    """Return the source that these options name. Raises InvalidInputError."""
    return find_or_create_source(
        project=project,
        name=options["source"],
        licence=options["licence"],
        rights=options["rights"],
        actor=actor,
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
