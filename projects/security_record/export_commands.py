"""Base class of commands that print rows of a project as a table."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path
from projects.access.selectors import get_project
from projects.models import Project
from projects.security_record.services import record_export
from reporting.export_rows import (
    SHEET_FORMATS,
    SheetFormat,
    encode_for_people,
    sheet_lines,
)


class SheetCommand(SubtextCommand):
    """A command that prints rows as JSON Lines or CSV, or as JSON with ``--json``."""

    key: ClassVar[str]
    """Key of the rows in the JSON object."""
    columns: ClassVar[Sequence[str]] = ()
    default: ClassVar[SheetFormat] = "jsonl"

    def export_rows(self, project: Project) -> Iterable[Mapping[str, Any]]:
        """Return the rows, each with all columns."""
        raise NotImplementedError

    def export_columns(self, project: Project) -> Sequence[str]:
        """Return the columns, where they depend on the project."""
        return self.columns

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "--format",
            choices=SHEET_FORMATS,
            default=self.default,
            help="format of the output (default: %(default)s)",
        )
        add_sheet_file(parser)

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        record_export(project, None, self.key, format=options["format"])
        rows = self.export_rows(project)
        if self.as_json and options["out"] is None:
            self.print_outcome({self.key: list(rows)}, "")
            return
        kind = options["format"]
        lines = sheet_lines(rows, self.export_columns(project), kind)
        write_sheet(self, lines, kind, options["out"])


def add_sheet_file(parser: CommandParser) -> None:
    """Add the option ``--out`` for ``write_sheet``."""
    parser.add_argument(
        "--out",
        type=local_path,
        metavar="FILE",
        help="write this file; as CSV it opens correctly in Excel (default: print)",
    )


def write_sheet(
    command: SubtextCommand, lines: Iterable[str], ending: str, file: Path | None
) -> None:
    """Write the lines into a file for people, else print them for other programs.

    Raises CommandError when the file cannot be written.
    """
    if file is None:
        for line in lines:
            command.stdout.write(line, ending="")
        return
    try:
        with file.open("wb") as opened:
            opened.writelines(encode_for_people(lines, ending))
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    command.print_outcome({"file": str(file)}, str(file))
