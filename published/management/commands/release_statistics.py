"""Print the statistics of a release folder or of a published set of questions."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path
from published.reading.folder_counts import NothingToCountError, count_folder
from published.reading.layout_errors import LayoutError
from published.reading.readers.base import UnreadableBenchmarkError
from releases.content.domain.statistics import summarize_counts
from releases.content.domain.statistics_tables import statistics_text
from reporting.tables import FILE_ENDINGS
from subtext_protocol.shipped import shipped_ids, shipped_protocol


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "place",
            type=local_path,
            help="release folder, or file or folder of a published set in any layout that "
            "audit reads",
        )
        parser.add_argument(
            "--protocol",
            choices=shipped_ids(),
            default="ii-bench",
            help="protocol with the labels of a published set, ignored for a release "
            "(default: %(default)s)",
        )
        parser.add_argument(
            "--format",
            choices=list(FILE_ENDINGS),
            default="markdown",
            help="format of the output (default: %(default)s)",
        )

    def run_command(self, **options: Any) -> None:
        place: Path = options["place"]
        try:
            counted = count_folder(place, shipped_protocol(options["protocol"]))
        except (
            *(LayoutError, UnreadableBenchmarkError),
            *(NothingToCountError, FileNotFoundError),
        ) as error:
            raise CommandError(str(error)) from error
        statistics = summarize_counts(counted)
        text = statistics_text(statistics, place.name, options["format"])
        self.print_outcome(statistics.data(), text)
