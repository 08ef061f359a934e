"""Print the filtering report: a paragraph and a table for a paper."""

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from curation.reports.domain.report_text import LANGUAGES, report_texts
from curation.reports.selectors.report import funnel_report
from projects.access.selectors import get_project

FORMS = ("paragraph", "markdown", "latex", "csv")


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "--format",
            choices=FORMS,
            help="print only this part (default: text and table)",
        )
        parser.add_argument(
            "--language",
            choices=LANGUAGES,
            default=LANGUAGES[0],
            help="language of the report (default: %(default)s)",
        )

    def run_command(self, **options: Any) -> None:
        report = funnel_report(get_project(options["slug"]))
        texts = report_texts(report, options["language"])
        whole = f"{texts['paragraph']}\n\n{texts['markdown']}"
        text = texts[options["format"]] if options["format"] else whole
        self.print_outcome(asdict(report), text.rstrip("\n"))
