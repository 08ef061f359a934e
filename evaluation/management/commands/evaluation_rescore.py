"""Rescore finished runs under the current extraction rule, without calling a model."""

from typing import Any

from django.core.management.base import CommandParser

from core.commands import SubtextCommand
from core.services import Actor
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.runs import list_runs
from evaluation.runs.states import FINISHED, STALE
from evaluation.scores.selectors.rescoring import (
    RescoringPreview,
    are_scores_outdated,
    preview_rescoring,
)
from evaluation.scores.services.response_scoring import rescore_run
from projects.access.selectors import get_project
from subtext_runner.rules import CHOICES as RULE


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

        parser.add_argument(
            "--preview",
            action="store_true",
            help="say what would change, and change nothing",
        )

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        runs = list_runs(project, version=options["release_version"]).filter(
            status__in=[FINISHED, STALE]
        )
        outdated = [run for run in runs.order_by("pk") if are_scores_outdated(run)]
        changes = []
        lines = []
        for run in outdated:
            change = preview_rescoring(run)
            if not options["preview"]:
                rescore_run(run=run, actor=Actor.system())
            changes.append(
                {
                    "run": run.pk,
                    "rule": change.rule,
                    "before": change.before,
                    "after": change.after,
                    "answers": change.answers,
                    "outcomes": [
                        {"before": was, "after": now, "questions": questions}
                        for (was, now), questions in sorted(change.outcomes.items())
                    ],
                }
            )
            lines.append(_line(run, change))
        done = "Runs that would be rescored" if options["preview"] else "Rescored runs"
        summary = f"{done} under {RULE}: {len(outdated)} of {len(runs)}."
        self.print_outcome(
            {"rule": RULE, "preview": options["preview"], "runs": changes},
            "\n".join([*lines, summary]),
        )


def _line(run: Run, change: RescoringPreview) -> str:
    outcomes = "".join(
        f", {was} → {now}: {questions}"
        for (was, now), questions in sorted(change.outcomes.items())
    )
    return (
        f"Run {run.pk}: {run.model}, {run.setting}: accuracy "
        f"{_share(change.before)} → {_share(change.after)} ({change.rule} → {RULE}); "
        f"answers that differ: {change.answers}{outcomes}"
    )


def _share(accuracy: float | None) -> str:
    return "–" if accuracy is None else f"{accuracy:.1%}"
