"""Run a model on a release and score its responses."""

from time import sleep
from typing import Any

from django.core.management.base import CommandError, CommandParser

from evaluation.domain.served_models import ServedModel
from evaluation.domain.states import FINISHED, QUEUED, RUNNING
from evaluation.models import Backend, Run
from evaluation.selectors.runs import get_run, run_under_way
from evaluation.services.runs import create_run, run_in_this_process
from projects.selectors import get_project
from releases.selectors.records import get_release
from workflow.commands import SubtextCommand
from workflow.selectors import last_entry
from workflow.services import Actor
from workflow.workers import live_workers


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument("version", help="version of the release, for example 1.0.0")
        parser.add_argument("--model", required=True, help="name of the model")
        parser.add_argument(
            "--backend",
            choices=Backend.values,
            default=Backend.OPENAI.value,
            help="how the model is run (default: %(default)s)",
        )
        parser.add_argument(
            "--endpoint",
            default="",
            metavar="NAME",
            help="name of an endpoint in SUBTEXT_ENDPOINTS",
        )
        parser.add_argument(
            "--base-url",
            default="",
            help="address of an OpenAI-compatible server; "
            "its key is in the worker's SUBTEXT_MODEL_KEY",
        )
        parser.add_argument(
            "--revision", default="", help="commit or date of the weights"
        )
        parser.add_argument(
            "--prompt-price",
            type=float,
            metavar="USD",
            help="US dollars per million prompt tokens, to compute the cost",
        )
        parser.add_argument(
            "--completion-price",
            type=float,
            metavar="USD",
            help="US dollars per million response tokens, to compute the cost",
        )
        parser.add_argument(
            "--setting",
            default="none",
            help="setting, open task or rating by a judge model (default: %(default)s)",
        )
        parser.add_argument(
            "--judges",
            type=int,
            metavar="RUN",
            help="run of an open task whose responses a judge model rates",
        )
        parser.add_argument(
            "--split",
            action="append",
            default=[],
            dest="splits",
            help="split to evaluate (default: all evaluated splits)",
        )
        parser.add_argument(
            "--seed",
            type=int,
            default=0,
            help="seed of sampling and shuffling (default: %(default)s)",
        )
        parser.add_argument(
            "--wait", action="store_true", help="wait until the run is scored"
        )

    def act(self, **options: Any) -> None:
        project = get_project(options["slug"])
        release = get_release(project, options["version"])
        judges = get_run(project, options["judges"]) if options["judges"] else None
        # Publishing may have queued just this run already.
        run = run_under_way(
            release,
            model=options["model"],
            backend=options["backend"],
            setting=options["setting"],
            seed=options["seed"],
            judges=judges,
        ) or create_run(
            release=release,
            model=ServedModel(
                name=options["model"],
                backend=options["backend"],
                endpoint=options["endpoint"],
                base_url=options["base_url"],
                by_operator=True,
                revision=options["revision"],
                prompt_price=options["prompt_price"],
                completion_price=options["completion_price"],
            ),
            setting=options["setting"],
            splits=options["splits"],
            seed=options["seed"],
            judges=judges,
            actor=Actor.system(),
        )
        if options["wait"]:
            run = self._wait(run)
        scores = run.scores
        data = {
            "run": run.pk,
            "model": run.model,
            "setting": run.setting,
            "status": run.status,
            "questions": run.total,
            **scores,
        }
        overall = scores.get("overall")
        text = f"Run {run.pk}: {run.model}, {run.setting}, {run.status}."
        if overall and overall["n"]:
            text += (
                f" Accuracy {overall['accuracy']:.1%} (n = {overall['n']},"
                f" miss {overall['miss']}, error {overall['error']})."
            )
        marked = scores.get("overall_mark")
        if marked and marked["n"]:
            text += f" Mean rating {marked['mean']:.2f} (n = {marked['n']})."
        self.emit(data, text)

    def _wait(self, run: Run) -> Run:
        run.refresh_from_db()
        watched = bool(live_workers())
        while watched and run.status in (QUEUED, RUNNING):
            sleep(0.5)
            run.refresh_from_db()
        if run.status in (QUEUED, RUNNING):
            run = run_in_this_process(run=run)
        if run.status != FINISHED:
            entry = last_entry(run)
            raise CommandError(
                f"Run {run.pk}: {run.status}. {entry.reason if entry else ''}".strip()
            )
        return run
