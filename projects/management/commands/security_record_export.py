"""Print the security record of the installation or of a project, as CSV or JSON Lines.

The newest event is the export itself. Logins of the last year are included.
"""

from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from projects.access.selectors import get_project
from projects.security_record.export_commands import add_sheet_file, write_sheet
from projects.security_record.selectors import (
    EVENT_COLUMNS,
    event_rows,
    events_of_installation,
    events_of_project,
)
from projects.security_record.services import record_export
from reporting.export_rows import SHEET_FORMATS, sheet_lines


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="SLUG", help="only of this project")
        parser.add_argument(
            "--format",
            choices=SHEET_FORMATS,
            default="csv",
            help="format of the output (default: %(default)s)",
        )
        add_sheet_file(parser)

    def run_command(self, **options: Any) -> None:
        slug, kind = options["project"], options["format"]
        project = get_project(slug) if slug else None
        events = events_of_project(project) if project else events_of_installation()
        record_export(project, None, "security_record", format=kind)
        if self.as_json and options["out"] is None:
            self.print_outcome({"events": list(event_rows(events))}, "")
            return
        lines = sheet_lines(event_rows(events), EVENT_COLUMNS, kind)
        write_sheet(self, lines, kind, options["out"])
