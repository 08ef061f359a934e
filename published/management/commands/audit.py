"""Audit a published multiple-choice benchmark of images, without changing it."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, format_error_message, local_path
from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import SubtextError
from core.scratch import scratch_folder
from core.translation import override_language, translate
from curation.imports.command_options import add_names_argument, name_lines
from curation.imports.services.requests import import_location_parameters
from curation.stages.text_area.measure import text_engine
from published.audit.domain.answers import UnreadableAnswersError, read_answers
from published.audit.domain.auditing import AuditOptions, audit_benchmark
from published.audit.domain.progress import AuditProgress
from published.audit.domain.report import (
    AuditReport,
    UnreadableReportError,
    compare_with_report,
)
from published.audit.domain.thumbnails import inline_thumbnails
from published.audit.progress_lines import ProgressLines
from published.audit.services.audit_jobs import LANGUAGES
from published.audit.services.hub import NAME, download_dataset
from published.audit.services.measurements import kept_measurements
from published.imports.services.files import benchmark_files, rejected_file_problems
from published.reading.readers.base import BenchmarkLocation, UnreadableBenchmarkError
from published.reading.readers.columns import ColumnMapping, ColumnsError, load_columns
from published.reading.readers.tables import inspect_table
from subtext_protocol.text import Language

BLOCKED = 2
"""Exit code when a finding is blocking; 1 means that nothing could be audited."""


class Command(SubtextCommand):
    help = f"{__doc__} Exits with {BLOCKED} if a finding is blocking."

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "path",
            help="folder, archive (.zip, .tar, .tar.gz, .txz) or file: nested JSON with an array "
            "per split, or a table with a row per question (CSV, TSV, JSON, JSONL, Parquet, "
            "Arrow, WebDataset); s3://bucket/prefix; or the name of a dataset on the Hugging "
            "Face Hub, such as owner/name",
        )
        add_names_argument(parser)
        parser.add_argument(
            "--mapping",
            type=local_path,
            metavar="FILE",
            help="YAML file that names the columns of a table",
        )
        parser.add_argument(
            "--propose-mapping",
            action="store_true",
            help="print the mapping that would be used, with five rows, and stop",
        )
        parser.add_argument(
            "--answers",
            type=local_path,
            action="append",
            default=[],
            metavar="FILE",
            help="JSONL file with one model's answers (id, answer); may be repeated; "
            "ranks likely wrong keys",
        )
        parser.add_argument(
            "--no-text",
            action="store_true",
            help="do not measure the text in images, which takes about half of the time",
        )
        parser.add_argument(
            "--out",
            type=local_path,
            metavar="DIR",
            help="write report.html, report.json and report.md into this folder",
        )
        parser.add_argument(
            "--against",
            type=local_path,
            metavar="FILE",
            help="report.json of an earlier audit: say what is new and what is resolved",
        )
        parser.add_argument(
            "--language",
            choices=("en", "zh"),
            default="en",
            help="language of the texts (default: %(default)s)",
        )

    def run_command(self, **options: Any) -> None:
        with override_language(options["language"]), scratch_folder() as scratch:
            try:
                self._audit(scratch, **options)
            except SubtextError as error:
                raise CommandError(format_error_message(error)) from error

    def _audit(self, scratch: Path, **options: Any) -> None:
        location = import_location_parameters(
            _downloaded(options["path"], scratch), options["names"]
        )
        with benchmark_files(location, on_heartbeat=lambda: None) as files:
            for line in name_lines([reading.data() for reading in files.names]):
                self.stderr.write(line)
            place = BenchmarkLocation(
                files.place,
                scratch,
                _columns(options["mapping"]),
                title=PurePath(options["path"]).name,
                rejected=rejected_file_problems(files.rejected),
            )
            self._audit_place(place, **options)

    def _audit_place(self, place: BenchmarkLocation, **options: Any) -> None:
        try:
            if options["propose_mapping"]:
                self._propose(place)
                return
            measurements = kept_measurements()
            answers = read_answers(options["answers"])
            engine = None if options["no_text"] else text_engine(LANGUAGES)
            with self._progress() as progress:
                settings = AuditOptions(answers, progress, engine, measurements)
                benchmark, report = audit_benchmark(place, settings)
        except UnreadableBenchmarkError as error:
            raise CommandError(_with_advice(error, place)) from error
        except UnreadableAnswersError as error:
            raise CommandError(translate(str(error))) from error
        if options["against"]:
            report = _compared(report, options["against"])
        if options["out"]:
            thumbnails = inline_thumbnails(benchmark, report.findings, measurements)
            _write(report, thumbnails, options["out"], options["language"])
        self.print_outcome(report.data(), report.markdown(options["language"]).rstrip())
        if report.is_blocked:
            blocked = translate(_("Some findings are blocking."))
            raise CommandError(blocked, returncode=BLOCKED)

    def _propose(self, place: BenchmarkLocation) -> None:
        excerpt = inspect_table(place)
        if excerpt is None:
            message = _("holds no table")
            raise UnreadableBenchmarkError(
                _("{where}: {message}", where=place.name, message=message)
            )
        lines = [json.dumps(row, ensure_ascii=False) for row in excerpt.rows]
        if excerpt.reason:
            lines.insert(0, translate(excerpt.reason))
        text = excerpt.guess.to_yaml() + "".join(f"# {line}\n" for line in lines)
        data = {
            "mapping": excerpt.guess.to_json(),
            "problem": translate(excerpt.reason),
            "rows": list(excerpt.rows),
        }
        self.print_outcome(data, text.rstrip())

    @contextmanager
    def _progress(self) -> Iterator[Callable[[AuditProgress], None]]:
        if self.as_json:
            yield lambda progress: None
            return
        lines = ProgressLines(self.stderr)
        try:
            yield lines.show
        finally:
            lines.close()


def _with_advice(error: UnreadableBenchmarkError, place: BenchmarkLocation) -> str:
    """Return the message, with what to do where the columns are not recognised."""
    message = translate(str(error))
    excerpt = inspect_table(place)
    if excerpt is None or excerpt.columns is not None:
        return message
    advice = translate(
        _(
            "Name the columns in a mapping: --propose-mapping prints one to complete, "
            "--mapping FILE uses it."
        )
    )
    return f"{message}\n{advice}"


def _located(place: Path, reason: str) -> str:
    return translate(_("{where}: {message}", where=place, message=reason))


def _downloaded(path: str, scratch: Path) -> str | Path:
    """Return the path, that of the downloaded files if ``path`` names a dataset."""
    if not Path(path).exists() and NAME.fullmatch(path):
        return download_dataset(path, scratch)
    return path


def _columns(file: Path | None) -> ColumnMapping | None:
    try:
        return load_columns(file) if file else None
    except ColumnsError as error:
        raise CommandError(translate(str(error))) from error


def _compared(report: AuditReport, file: Path) -> AuditReport:
    try:
        return compare_with_report(report, file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, UnreadableReportError) as error:
        raise CommandError(_located(file, describe_failure(error))) from error


def _write(
    report: AuditReport,
    thumbnails: Callable[[str], Sequence[str]],
    folder: Path,
    language: Language,
) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        data = json.dumps(report.data(), ensure_ascii=False, indent=2)
        (folder / "report.json").write_text(data + "\n", "utf-8")
        (folder / "report.md").write_text(report.markdown(language), "utf-8")
        page = report.html(language, thumbnails=thumbnails, translate=translate)
        (folder / "report.html").write_text(page, "utf-8")
    except OSError as error:
        raise CommandError(
            translate(
                _(
                    "{folder} cannot be written: {error}",
                    folder=folder,
                    error=describe_failure(error),
                )
            )
        ) from error
