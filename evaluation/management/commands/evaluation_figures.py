"""Draw the figures of a release for a paper, as SVG and PDF with their numbers."""

from pathlib import Path
from typing import Any, get_args

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path
from evaluation.management.options import add_complete_only
from evaluation.tables.selectors.figures import paper_figures
from projects.access.selectors import get_project
from releases.records.selectors.releases import get_release
from reporting.drawing import DrawingUnavailableError, FigureForm, draw_chart
from reporting.export_rows import encode_for_people
from subtext_protocol.text import LANGUAGES


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument("version", help="version of the release, for example 1.0.0")
        parser.add_argument(
            "--language",
            choices=LANGUAGES,
            help="language of the figures (default: that of the benchmark)",
        )
        add_complete_only(parser)
        parser.add_argument(
            "--out",
            type=local_path,
            required=True,
            metavar="DIR",
            help="folder for the files",
        )

    def run_command(self, **options: Any) -> None:
        release = get_release(get_project(options["slug"]), options["version"])
        folder: Path = options["out"]
        folder.mkdir(parents=True, exist_ok=True)
        files = []
        try:
            figures = paper_figures(
                release,
                options["language"],
                complete_only=options["complete_only"],
            )
            for figure in figures:
                contents = {
                    form: draw_chart(figure.chart, form)
                    for form in get_args(FigureForm)
                } | {"csv": b"".join(encode_for_people([figure.chart.csv()], "csv"))}
                for form, content in contents.items():
                    file = folder / f"{figure.id}.{form}"
                    file.write_bytes(content)
                    files.append(str(file))
        except DrawingUnavailableError as error:
            raise CommandError(str(error)) from error
        self.print_outcome({"files": files}, "\n".join(files))
