"""Base class of management commands: ``--json``, one-line errors, ``wait_for``."""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils import timezone

from workflow.errors import SubtextError
from workflow.jobs import run_job
from workflow.models import Job, JobStatus
from workflow.workers import live_workers


class SubtextCommand(BaseCommand):
    """A command that prints its outcome as text or as one JSON object.

    Subclasses implement ``act`` and, for their own options, ``add_options``. Expected
    errors become one line on stderr and exit code 1.
    """

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--json", action="store_true", help="print only one JSON object"
        )
        self.add_options(parser)

    def add_options(self, parser: CommandParser) -> None:
        """Add the arguments of this command."""

    def handle(self, *args: Any, **options: Any) -> None:
        self.as_json: bool = options["json"]
        try:
            self.act(**options)
            self.stdout.flush()
        except BrokenPipeError:
            # The reader closed the pipe (`… | head`); also discard what is still
            # buffered.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except SubtextError as error:
            fields = "; ".join(f"{f.field}: {f.message}" for f in error.fields)
            raise CommandError(f"{error.detail} {fields}".strip()) from error

    def act(self, **options: Any) -> None:
        """Run the command and ``emit`` its outcome."""
        raise NotImplementedError

    def add_file(
        self, parser: CommandParser, name: str, metavar: str, *, help: str
    ) -> None:
        """Add an argument or option for a file that is read."""
        parser.add_argument(name, type=local_path, metavar=metavar, help=help)

    def add_out(self, parser: CommandParser, metavar: str, *, help: str) -> None:
        """Add the required option ``--out`` for a file or folder."""
        parser.add_argument(
            "--out", type=local_path, required=True, metavar=metavar, help=help
        )

    def add_request_options(self, parser: CommandParser) -> None:
        """Add the options of a command that writes requests to a model."""
        self.add_out(parser, "FILE.jsonl", help="file for the requests, one per line")
        parser.add_argument(
            "--model", default="gpt-4o", help="model to ask (default: %(default)s)"
        )

    def emit(self, data: Mapping[str, Any], text: str) -> None:
        """Print ``data`` as JSON or ``text``, as the options ask."""
        self.stdout.write(
            json.dumps(data, ensure_ascii=False, default=str) if self.as_json else text
        )

    def wait_for(self, job: Job) -> Job:
        """Wait for a job: watch a worker run it, else run it in this process.

        Raises CommandError when the job fails or is cancelled.
        """
        has_workers = bool(live_workers())
        while has_workers and not _over(job):
            self._show(job)
            sleep(0.3)
            job.refresh_from_db()
        if not _over(job):
            with self._watching(job):
                job = run_job(job.pk)
        self._show(job, last=True)
        if job.status != JobStatus.FINISHED:
            raise CommandError(f"{job.kind}: {job.status}. {job.error}".strip())
        return job

    @contextmanager
    def _watching(self, job: Job) -> Iterator[None]:
        """Show the progress of a job that this process runs, from a thread."""
        if not self._shows:
            yield
            return
        over = Event()

        def watch() -> None:
            while not over.wait(0.5):
                self._show(Job.objects.get(pk=job.pk))
            connections.close_all()

        thread = Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    @property
    def _shows(self) -> bool:
        return not self.as_json and sys.stderr.isatty()

    def _show(self, job: Job, *, last: bool = False) -> None:
        if not self._shows:
            return
        line = f"{job.kind}: {progress_line(job, timezone.now())}"
        # Padded to overwrite a longer line before.
        self.stderr.write(f"\r{line:<70}", ending="\n" if last else "")


def read_json_lines(file: Path) -> list[tuple[int, Any]]:
    """Return number and value of each line of a JSON Lines file that is not blank.

    Raises CommandError, which names the file and the line, for any other file.
    """
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise CommandError(f"{file}: {error}") from error
    values = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                values.append((number, json.loads(line)))
            except ValueError as error:
                raise CommandError(
                    f"{file}: line {number} is not JSON: {error}"
                ) from error
    return values


def write_json_lines(file: Path, values: Iterable[Any]) -> None:
    """Write one JSON value per line."""
    lines = [f"{json.dumps(value, ensure_ascii=False)}\n" for value in values]
    file.write_text("".join(lines), "utf-8")


def progress_line(job: Job, now: datetime) -> str:
    """Return a job's done, total and state; while it runs also rate and time left."""
    total = f"/{job.total:,}" if job.total else ""
    line = f"{job.done:,}{total} {job.status}"
    if job.status != JobStatus.RUNNING or job.started_at is None or not job.done:
        return line
    rate = job.done / max((now - job.started_at).total_seconds(), 0.001)
    line += f", {rate:,.1f} per second"
    if job.total:
        left = timedelta(seconds=round((job.total - job.done) / rate))
        line += f", {left} left"
    return line


def local_path(text: str) -> Path:
    """Return the path of an argument; ``Path`` alone would make s3:/ of an s3://.

    Raises ArgumentTypeError for an address.
    """
    if "://" in text:
        raise argparse.ArgumentTypeError(
            f"{text} is an address. Give a file or folder on this machine."
        )
    return Path(text)


def _over(job: Job) -> bool:
    return job.status not in (JobStatus.QUEUED, JobStatus.RUNNING)
