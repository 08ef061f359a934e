"""Import external results: predictions, II-Bench or lmms-eval logs, captions."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import SubtextCommand, local_path
from core.selectors import last_reached
from core.services import Actor
from evaluation.entrants.services.external_results import ExternalFile, import_results
from evaluation.runs.states import FAILED
from evaluation.scores.services.run_scoring import score_run
from projects.access.selectors import get_project
from releases.records.selectors.releases import get_release


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument("version", help="version of the release, for example 1.0.0")
        parser.add_argument("file", type=local_path, help="file with the responses")
        parser.add_argument("--model", required=True, help="name of the model")
        parser.add_argument(
            "--revision", default="", help="commit or date of the weights"
        )
        parser.add_argument(
            "--setting",
            default="",
            help="setting or open task (default: the first of the protocol)",
        )
        parser.add_argument(
            "--seed",
            type=int,
            default=0,
            help="number of a repeated run of an open task (default: %(default)s)",
        )
        parser.add_argument(
            "--people",
            action="store_true",
            help="people wrote the answers (human baseline)",
        )
        parser.add_argument(
            "--note", default="", help="who computed the results, with what, and when"
        )

    def run_command(self, **options: Any) -> None:
        path: Path = options["file"]
        try:
            content = path.read_bytes()
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        run = import_results(
            release=get_release(get_project(options["slug"]), options["version"]),
            file=ExternalFile(
                content=content,
                name=path.name,
                model=options["model"],
                revision=options["revision"],
                setting=options["setting"],
                note=options["note"],
                seed=options["seed"],
                by_people=options["people"],
            ),
            actor=Actor.system(),
        )
        score_run(run_id=run.pk)
        run.refresh_from_db()
        if run.status == FAILED:
            why = last_reached("run", FAILED, [run.pk])[run.pk].reason
            raise CommandError(f"Run {run.pk} could not be scored: {why}")
        scores = run.result["scores"]
        overall, metrics = scores.get("overall"), scores.get("metrics")
        summary = (
            f"Accuracy {overall['accuracy']:.1%} (n = {overall['n']})."
            if overall
            else " · ".join(
                f"{name} {100 * value:.1f}" for name, value in metrics.items()
            )
        )
        self.print_outcome(
            {
                "run": run.pk,
                "model": run.model,
                "overall": overall,
                "metrics": metrics,
                "skipped": scores.get("skipped"),
            },
            f"Run {run.pk}: {run.model}, imported. {summary}",
        )
