"""Base class of management commands: ``--json``, one-line errors, ``wait_for_job``."""

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

from core.domain.reasons import describe_failure
from core.errors import SubtextError
from core.heartbeats import keep_job_heartbeat
from core.jobs import run_job
from core.models import Job, JobStatus
from core.translation import translate
from core.workers import has_worker

NAP = 0.3
"""Seconds between two looks at work that is waited for."""


def format_error_message(error: SubtextError) -> str:
    """Return an expected error as one line in the current language."""
    detail = translate(error.detail)
    messages = [(field.field, translate(field.message)) for field in error.fields]
    fields = [f"{name}: {text}" for name, text in messages if text not in detail]
    return f"{detail} {'; '.join(fields)}".strip()


class SubtextCommand(BaseCommand):
    """A command that prints its outcome as text or as one JSON object.

    Subclasses implement ``run_command`` and, for their own options, ``add_options``.
    Expected errors become one line on stderr and exit code 1.
    """

    _said_no_worker = False

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
            self.run_command(**options)
            self.stdout.flush()
        except BrokenPipeError:
            # The reader closed the pipe (`… | head`); also discard what is still
            # buffered.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except SubtextError as error:
            raise CommandError(format_error_message(error)) from error

    def run_command(self, **options: Any) -> None:
        """Run the command and ``print_outcome`` its outcome."""
        raise NotImplementedError

    def add_file_argument(
        self, parser: CommandParser, name: str, metavar: str, *, help: str
    ) -> None:
        """Add an argument or option for a file that is read."""
        parser.add_argument(name, type=local_path, metavar=metavar, help=help)

    def add_out_option(self, parser: CommandParser, metavar: str, *, help: str) -> None:
        """Add the required option ``--out`` for a file or folder."""
        parser.add_argument(
            "--out", type=local_path, required=True, metavar=metavar, help=help
        )

    def add_request_options(self, parser: CommandParser) -> None:
        """Add the options of a command that writes requests to a model."""
        self.add_out_option(
            parser, "FILE.jsonl", help="file for the requests, one per line"
        )
        parser.add_argument(
            "--model", default="gpt-4o", help="model to ask (default: %(default)s)"
        )

    def print_outcome(self, data: Mapping[str, Any], text: str) -> None:
        """Print ``data`` as JSON or ``text``, as the options ask."""
        self.stdout.write(
            json.dumps(data, ensure_ascii=False, default=str) if self.as_json else text
        )

    def wait_for_job(self, job: Job) -> Job:
        """Wait for a job: watch a worker run it, or run it in this process.

        It runs here as soon as no live worker reads its queue. Raises CommandError when
        the job fails or is cancelled.
        """
        while not _over(job):
            if has_worker(job.queue):
                self._show(job)
            else:
                self.warn_no_worker(job.queue)
                with self._watching(job), keep_job_heartbeat(job.pk):
                    job = run_job(job.pk)
            if not _over(job):
                sleep(NAP)
                job.refresh_from_db()
        self._show(job, last=True)
        if job.status != JobStatus.FINISHED:
            raise CommandError(f"{job.kind}: {job.status}. {job.error}".strip())
        return job

    def warn_no_worker(self, queue: str) -> None:
        """Say once that this process does the work of a queue that no worker reads."""
        if not self._said_no_worker:
            self._said_no_worker = True
            self.stderr.write(
                f"No worker reads the queue “{queue}”: this process does the work."
            )

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
        line = f"{job.kind}: {progress_line(job, timezone.now())}"
        self.show_line(line, last=last)

    def show_line(self, line: str, *, last: bool = False) -> None:
        """Show progress on a terminal, in place of the line before."""
        if self._shows:
            # Padded to overwrite a longer line before.
            self.stderr.write(f"\r{line:<70}", ending="\n" if last else "")


def read_json_lines(file: Path) -> list[tuple[int, Any]]:
    """Return number and value of each line of a JSON Lines file that is not blank.

    Raises CommandError, which names the file and the line, for any other file.
    """
    try:
        lines = file.read_text("utf-8-sig").splitlines()
    except (OSError, ValueError) as error:
        raise CommandError(f"{file}: {describe_failure(error)}") from error
    values = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                values.append((number, json.loads(line)))
            except ValueError as error:
                raise CommandError(f"{file}: line {number} is not JSON") from error
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
