"""Print who worked on which day and how long, for pay, as CSV or JSON Lines."""

from typing import Any

from django.core.management.base import CommandParser

from projects.selectors import project_get
from review.domain.sheets import SHEET_FORMATS, sheet_of
from review.selectors.exports import HOURS_COLUMNS, hours_rows
from workflow.commands import SubtextCommand


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--format", choices=SHEET_FORMATS, default="csv")

    def act(self, **options: Any) -> None:
        rows = hours_rows(project_get(options["slug"]))
        if self.as_json:
            self.emit({"hours": list(rows)}, "")
            return
        for line in sheet_of(rows, HOURS_COLUMNS, options["format"]):
            self.stdout.write(line, ending="")
