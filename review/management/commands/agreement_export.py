"""Print the inter-annotator agreement by field, pair and period, and reliability."""

import json
from typing import Any

from django.core.management.base import CommandParser

from projects.domain.export_rows import sheet_of
from projects.selectors import get_project
from review.selectors.exports import (
    AGREEMENT_COLUMNS,
    agreement_document,
    agreement_rows,
)
from workflow.commands import SubtextCommand


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

    def act(self, **options: Any) -> None:
        project = get_project(options["slug"])
        if options["format"] == "csv" and not self.as_json:
            for line in sheet_of(agreement_rows(project), AGREEMENT_COLUMNS, "csv"):
                self.stdout.write(line, ending="")
            return
        document = agreement_document(project)
        self.emit(document, json.dumps(document, ensure_ascii=False, indent=1))
