"""Print what became of the raw images: the paragraph and the table of a paper."""

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser

from curation.domain.report_text import (
    LANGUAGES,
    as_csv,
    as_latex,
    as_markdown,
    as_paragraph,
)
from curation.selectors.report import funnel_report
from projects.selectors import project_get
from workflow.commands import SubtextCommand

FORMS = {
    "paragraph": as_paragraph,
    "markdown": as_markdown,
    "latex": as_latex,
    "csv": as_csv,
}


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--format", choices=FORMS, help="one of these alone; else text and table"
        )
        parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0])

    def act(self, **options: Any) -> None:
        report = funnel_report(project_get(options["slug"]))
        language = options["language"]
        if options["format"]:
            text = FORMS[options["format"]](report, language)
        else:
            paragraph = as_paragraph(report, language)
            text = f"{paragraph}\n\n{as_markdown(report, language)}"
        self.emit(asdict(report), text.rstrip("\n"))
