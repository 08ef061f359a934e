"""Write the result tables of a release for a paper."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path
from evaluation.management.options import add_complete_only
from evaluation.runs.selectors.completeness import incomplete_run_ids
from evaluation.tables.selectors.benchmark_tables import (
    ACCURACY,
    METRICS,
    ComparedBenchmark,
    benchmarks_table,
)
from evaluation.tables.selectors.paper_tables import (
    paper_tables,
    render_table,
    render_tables,
    table_language,
)
from projects.access.selectors import get_project
from releases.records.selectors.releases import get_release
from reporting.export_rows import encode_for_people
from reporting.tables import FILE_ENDINGS
from subtext_protocol.text import LANGUAGES


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument("version", help="version of the release, for example 1.0.0")
        parser.add_argument(
            "--format",
            choices=list(FILE_ENDINGS),
            default="markdown",
            help="format of the tables (default: %(default)s)",
        )
        parser.add_argument(
            "--language",
            choices=LANGUAGES,
            help="language of the tables (default: that of the benchmark)",
        )
        parser.add_argument(
            "--beside",
            action="append",
            nargs="+",
            metavar=("SLUG VERSION", "METRIC"),
            help="print only the table of models with scores on this other release too; "
            f"METRIC is one of {', '.join(METRICS)} (default: accuracy)",
        )
        add_complete_only(parser)
        parser.add_argument(
            "--out",
            type=local_path,
            metavar="DIR",
            help="folder for the tables (default: print them)",
        )

    def run_command(self, **options: Any) -> None:
        release = get_release(get_project(options["slug"]), options["version"])
        language = table_language(release, options["language"])
        complete_only = options["complete_only"]
        if options["beside"]:
            beside = [_compared(arguments) for arguments in options["beside"]]
            compared = [ComparedBenchmark(release), *beside]
            table = benchmarks_table(compared, language, complete_only=complete_only)
            tables = [table]
        else:
            tables = paper_tables(release, language, complete_only=complete_only)
        if not tables:
            raise CommandError(
                "No run of this release is complete. Retry the errors of its runs, "
                "or leave out --complete-only."
                if complete_only and incomplete_run_ids(release)
                else "This release has no scores yet."
            )
        texts = {
            table.id: render_table(table, options["format"], language)
            for table in tables
        }
        if options["out"] is None:
            text = render_tables(tables, options["format"], language)
            self.print_outcome({"tables": texts}, text)
            return
        folder: Path = options["out"]
        folder.mkdir(parents=True, exist_ok=True)
        ending = FILE_ENDINGS[options["format"]]
        files = []
        for table_id, text in texts.items():
            file = folder / f"{table_id}.{ending}"
            file.write_bytes(b"".join(encode_for_people([text], ending)))
            files.append(str(file))
        self.print_outcome({"files": files}, "\n".join(files))


def _compared(arguments: list[str]) -> ComparedBenchmark:
    if len(arguments) not in (2, 3):
        raise CommandError("--beside takes a slug, a version and possibly a metric.")
    slug, version, *metrics = arguments
    metric = next((known for known in METRICS if [known] == metrics), ACCURACY)
    if metrics not in ([], [metric]):
        raise CommandError(f"Unknown metric {metrics[0]!r}: {', '.join(METRICS)}.")
    return ComparedBenchmark(get_release(get_project(slug), version), metric)
