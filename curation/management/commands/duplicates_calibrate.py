"""Compare the certainty of near-duplicates with the decisions of people.

Prints, by certainty, the share of the decided pairs that show the same image, and the
lowest certainty for the protocol (`near_duplicates.certainty`) at which duplicates are
right.
"""

from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from curation.near_duplicates.domain.certainty_fit import RANGES, calibrate_certainty
from curation.near_duplicates.selectors.clusters import decided_pairs
from projects.access.selectors import get_project
from reporting.tables import as_markdown, text_table

_HEAD = ("certainty from", "decided", "same", "share")


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "slugs", nargs="+", metavar="slug", help="slug of a project"
        )
        parser.add_argument(
            "--precision",
            type=float,
            default=0.95,
            metavar="SHARE",
            help="minimum share of duplicates that are right (default: %(default)s)",
        )

    def run_command(self, **options: Any) -> None:
        projects = [get_project(slug) for slug in options["slugs"]]
        decided = [pair for project in projects for pair in decided_pairs(project)]
        result = calibrate_certainty(decided, options["precision"])
        rows = [
            (
                f"{low:g}",
                str(same.n),
                str(same.count),
                "–" if same.share is None else f"{same.share:.0%}",
            )
            for low, same in result.same
        ]
        advice = (
            f"Too few decisions from {RANGES[0]:g} on to know a safe certainty."
            if result.certainty is None
            else f"Safe certainty for the protocol: {result.certainty:g}"
        )
        self.print_outcome(
            {
                "decided": len(decided),
                "certainty": result.certainty,
                "same": [
                    {"from": low, "decided": same.n, "same": same.count}
                    for low, same in result.same
                ],
            },
            f"{as_markdown(text_table('', _HEAD, rows))}\n{advice}",
        )
