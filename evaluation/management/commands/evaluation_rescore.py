"""Rescore finished runs under the current extraction rule, without calling a model."""

from typing import Any

from django.core.management.base import CommandParser

from evaluation.domain.states import FINISHED, STALE
from evaluation.models import Run
from evaluation.runner.rules import CHOICES as RULE
from evaluation.selectors.runs import list_runs
from evaluation.services.scoring import rescore_run
from projects.selectors import get_project
from workflow.commands import SubtextCommand
from workflow.services import Actor


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument(
            "--release-version",
            default="",
            metavar="VERSION",
            help="only runs on this release (default: all)",
        )

    def act(self, **options: Any) -> None:
        project = get_project(options["slug"])
        runs = list_runs(project, version=options["release_version"]).filter(
            status__in=[FINISHED, STALE]
        )
        changed = []
        lines = []
        for run in runs.order_by("pk"):
            before = _accuracy(run)
            if not rescore_run(run=run, actor=Actor.system()):
                continue
            after = _accuracy(run)
            changed.append({"run": run.pk, "before": before, "after": after})
            lines.append(
                f"Run {run.pk}: {run.model}, {run.setting}: "
                f"{_share(before)} → {_share(after)}"
            )
        summary = f"Rescored runs under {RULE}: {len(changed)} of {len(runs)}."
        self.emit({"rule": RULE, "runs": changed}, "\n".join([*lines, summary]))


def _accuracy(run: Run) -> float | None:
    return run.overall["accuracy"] if run.overall else None


def _share(accuracy: float | None) -> str:
    return "–" if accuracy is None else f"{accuracy:.1%}"
