"""Print the statistics of a release folder or of a published set of questions."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from annotation.domain.published.nested import LayoutError
from projects.domain.shipped import shipped_ids, shipped_protocol
from releases.domain.counts import NothingToCountError, counted_place
from releases.domain.statistics import statistics_over
from releases.domain.statistics_tables import (
    statistics_csv,
    statistics_latex,
    statistics_markdown,
)
from workflow.commands import SubtextCommand

FORMS = {
    "markdown": statistics_markdown,
    "latex": statistics_latex,
    "csv": statistics_csv,
}


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "place",
            type=Path,
            help="release folder, or JSON file or folder in II-Bench's layout",
        )
        parser.add_argument(
            "--protocol",
            choices=shipped_ids(),
            default="ii-bench",
            help="protocol with the labels of a published set; not needed for a release",
        )
        parser.add_argument(
            "--form",
            choices=FORMS,
            default="markdown",
            help="format of the output (default: %(default)s)",
        )

    def act(self, **options: Any) -> None:
        place: Path = options["place"]
        try:
            counted = counted_place(place, shipped_protocol(options["protocol"]))
        except (LayoutError, NothingToCountError, FileNotFoundError) as error:
            raise CommandError(str(error)) from error
        statistics = statistics_over(counted)
        text = FORMS[options["form"]](statistics, place.name)
        self.emit(statistics.data(), text)
