"""Print the inter-annotator agreement by field, pair and period, and reliability."""

import json
from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from projects.access.selectors import get_project
from projects.security_record.export_commands import add_sheet_file, write_sheet
from projects.security_record.services import record_export
from reporting.export_rows import sheet_lines
from review.progress.selectors.exports import (
    AGREEMENT_COLUMNS,
    agreement_document,
    agreement_rows,
)


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "--format",
            choices=["json", "csv"],
            default="json",
            help="format of the output (default: %(default)s)",
        )
        add_sheet_file(parser)

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        kind, file = options["format"], options["out"]
        record_export(project, None, "agreement", format=kind)
        if self.as_json and file is None:
            self.print_outcome(agreement_document(project), "")
        elif kind == "csv":
            lines = sheet_lines(agreement_rows(project), AGREEMENT_COLUMNS, kind)
            write_sheet(self, lines, kind, file)
        else:
            document = agreement_document(project)
            text = json.dumps(document, ensure_ascii=False, indent=1)
            write_sheet(self, [f"{text}\n"], kind, file)
