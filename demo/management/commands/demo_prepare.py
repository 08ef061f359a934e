"""Create the demo without a server: draw, import and filter its images.

With --started, also create the project with work for every role. With --finished, also
create the finished project and simulate people until its release.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.jobs import run_or_await_job
from core.models import JobStatus
from core.selectors import list_jobs
from demo.projects.begin import (
    begin_demo,
    begin_finished_project,
    begin_started_project,
)
from projects.models import Project


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--started", action="store_true", help="also simulate the started project"
        )
        parser.add_argument(
            "--finished", action="store_true", help="also simulate the finished project"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self._run_job(begin_demo())
        if options["started"]:
            self._run_job(begin_started_project())
        if options["finished"]:
            self._run_job(begin_finished_project())

    def _run_job(self, project: Project) -> None:
        demo = list_jobs(project.pk).filter(kind__startswith="demo.").first()
        if demo is not None and run_or_await_job(demo).status != JobStatus.FINISHED:
            demo.refresh_from_db()
            raise CommandError(f"{project.slug}: {demo.status}. {demo.error}")
