"""Base class of commands that print rows of a project as a table."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.core.management.base import CommandParser

from projects.domain.export_rows import SHEET_FORMATS, SheetFormat, sheet_of
from projects.models import Project
from projects.selectors import get_project
from workflow.commands import SubtextCommand


class SheetCommand(SubtextCommand):
    """A command that prints rows as JSON Lines or CSV, or as JSON with ``--json``."""

    key: ClassVar[str]
    """Key of the rows in the JSON object."""
    columns: ClassVar[Sequence[str]] = ()
    default: ClassVar[SheetFormat] = "jsonl"

    def rows_of(self, project: Project) -> Iterable[Mapping[str, Any]]:
        """Return the rows, each with all columns."""
        raise NotImplementedError

    def columns_of(self, project: Project) -> Sequence[str]:
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

    def act(self, **options: Any) -> None:
        project = get_project(options["slug"])
        rows = self.rows_of(project)
        if self.as_json:
            self.emit({self.key: list(rows)}, "")
            return
        for line in sheet_of(rows, self.columns_of(project), options["format"]):
            self.stdout.write(line, ending="")
