"""Run the filters on the images of a project: duplicates, then text area."""

from typing import Any

from django.core.management.base import CommandParser

from curation.selectors import funnel
from curation.selectors.filters import STAGES
from curation.services.filtering import begin_filters
from projects.selectors import get_project
from workflow.commands import SubtextCommand
from workflow.services import Actor


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "--stage",
            choices=[*STAGES, "all"],
            default="all",
            help="filter to run (default: %(default)s)",
        )
        parser.add_argument(
            "--radius",
            type=int,
            help="maximum hash distance in bits (default: from the protocol)",
        )
        parser.add_argument(
            "--threshold",
            type=float,
            help="maximum share of text, 0 to 1 (default: of the project)",
        )
        parser.add_argument(
            "--wait", action="store_true", help="wait until the job has finished"
        )

    def act(self, **options: Any) -> None:
        project = get_project(options["slug"])
        stage = options["stage"]
        job = begin_filters(
            project=project,
            stages=STAGES if stage == "all" else [stage],
            radius=options["radius"],
            threshold=options["threshold"],
            actor=Actor.system(),
        )
        if not options["wait"]:
            self.emit({"job": job.pk, "status": job.status}, f"Job {job.pk} is queued.")
            return
        result = self.wait_for(job).result
        counts = funnel(project)
        untouched = {
            name: result[name]["untouched"] for name in STAGES if name in result
        }
        lines = [f"{name:>14} {count}" for name, count in counts.items()]
        self.emit(
            {"funnel": counts, "seconds": result["seconds"], "untouched": untouched},
            "\n".join(lines),
        )
