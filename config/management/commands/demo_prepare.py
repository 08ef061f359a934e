"""Make the demo without serving it: images drawn, imported and filtered, in this process.

With --finished also the second project, which a simulated crew takes to a release.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.demo.project import demo_begin, finished_begin
from projects.models import Project
from workflow.jobs import job_see_through
from workflow.models import JobStatus
from workflow.selectors import job_list


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--finished", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        self._see_through(demo_begin())
        if options["finished"]:
            self._see_through(finished_begin())

    def _see_through(self, project: Project) -> None:
        demo = job_list(project.pk).filter(kind__startswith="demo.").first()
        if demo is not None and job_see_through(demo).status != JobStatus.FINISHED:
            demo.refresh_from_db()
            raise CommandError(f"{project.slug}: {demo.status}. {demo.error}")
