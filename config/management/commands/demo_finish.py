"""Make the demo's finished project: what `make run` does once it serves."""

from typing import Any

from django.core.management.base import BaseCommand

from config.demo_project import finished_project_ready


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        finished_project_ready(say=self.stdout.write)
