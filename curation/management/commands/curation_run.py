"""Run the curation stages of a project's protocol, except screening by people."""

from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from core.errors import FieldProblem, InvalidInputError
from core.services import Actor
from curation.filters.services.requests import begin_filters
from curation.images.selectors.images import count_images_by_state
from curation.stages.registry import automatic_stages
from projects.access.selectors import get_project


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "--stage",
            default="all",
            metavar="ID",
            help="stage of the protocol to run, or all (default: %(default)s)",
        )
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="STAGE.PARAMETER=VALUE",
            help="parameter for this run; may be repeated (default: of the project)",
        )
        parser.add_argument(
            "--wait", action="store_true", help="wait until the job has finished"
        )

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        stage = options["stage"]
        job = begin_filters(
            project=project,
            stages=() if stage == "all" else [stage],
            parameters=_parameters(options["set"]),
            actor=Actor.system(),
        )
        if not options["wait"]:
            self.print_outcome(
                {"job": job.pk, "status": job.status}, f"Job {job.pk} is queued."
            )
            return
        result = self.wait_for_job(job).result
        counts = count_images_by_state(project)
        stages = [stage.id for stage in automatic_stages()]
        untouched = {
            name: result[name]["untouched"] for name in stages if name in result
        }
        lines = [f"{name:>14} {count}" for name, count in counts.items()]
        self.print_outcome(
            {"funnel": counts, "seconds": result["seconds"], "untouched": untouched},
            "\n".join(lines),
        )


def _parameters(settings: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return parameters by stage. Raises InvalidInputError for a bad setting."""
    parameters: dict[str, dict[str, str]] = {}
    for setting in settings:
        path, equals, value = setting.partition("=")
        stage, dot, name = path.partition(".")
        if not equals or not dot:
            problem = FieldProblem("set", f"{setting}: write STAGE.PARAMETER=VALUE.")
            raise InvalidInputError("A parameter is not written correctly.", [problem])
        parameters.setdefault(stage, {})[name] = value
    return parameters
