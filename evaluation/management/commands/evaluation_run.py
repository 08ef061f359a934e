"""Run a model on a release and score its responses, or retry the errors of a run."""

from collections.abc import Mapping
from time import sleep
from typing import Any

from django.core.management.base import CommandError, CommandParser

from core.commands import NAP, SubtextCommand
from core.selectors import last_entry
from core.services import Actor
from core.workers import has_worker
from evaluation.dispatch.selectors.run_parameters import run_parameters
from evaluation.dispatch.services.retries import retry_errors
from evaluation.dispatch.services.runs import create_run, run_in_this_process
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.runs import Backend, Run
from evaluation.runs.selectors.runs import (
    get_run,
    queue_waited_for,
    run_under_way,
    splits_of_run,
)
from evaluation.runs.states import FINISHED, QUEUED, RUNNING, STALE
from projects.access.selectors import get_project
from projects.models import Project
from projects.roles import Role
from releases.records.selectors.releases import get_release
from subtext_runner.messages import ORDERS
from subtext_runner.parameter_options import (
    add_parameter_options,
    parse_request_parameters,
    parse_seed,
)

_OF_THE_MODEL = (
    "backend",
    "endpoint",
    "base_url",
    "revision",
    "prompt_price",
    "completion_price",
)
"""Options that are fields of the model."""


class Command(SubtextCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="slug of the project")
        parser.add_argument("version", help="version of the release, for example 1.0.0")
        parser.add_argument("--model", help="name of the model")
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
            "--retry-errors",
            type=int,
            metavar="RUN",
            help="ask again the questions of this finished run that got no response",
        )
        parser.add_argument(
            "--wait", action="store_true", help="wait until the run is scored"
        )
        add_parameter_options(parser)

    def run_command(self, **options: Any) -> None:
        project = get_project(options["slug"])
        # A worker that starts later must not do again what this process does now.
        send = not options["wait"] or has_worker(ORDERS)
        if options["retry_errors"] is None:
            run = self._run(project, options, send=send)
        else:
            run = get_run(project, options["retry_errors"])
            _refuse_differences(run, self._changed_options(options))
            # Shell access implies the permissions of a maintainer.
            actor = Actor(None, Role.MAINTAINER)
            run = retry_errors(run=run, actor=actor, send=send)
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
        text = f"Run {run.pk}: {run.model}, {run.setting}, {run.status}."
        self.print_outcome(data, text + _score_text(scores))

    def _run(self, project: Project, options: Mapping[str, Any], *, send: bool) -> Run:
        """Create the run, or return it if it is queued or running with these options.

        Publishing may have queued it.
        """
        if not options["model"]:
            raise CommandError("Name the model with --model.")
        release = get_release(project, options["version"])
        judges = get_run(project, options["judges"]) if options["judges"] else None
        setting, seed = options["setting"], parse_seed(options) or 0
        parameters = parse_request_parameters(options)
        model = ServedModel(
            name=options["model"],
            by_operator=True,
            **{name: options[name] for name in _OF_THE_MODEL},
        )
        run = run_under_way(
            release,
            model=model.name,
            backend=model.backend,
            setting=setting,
            seed=seed,
            parameters=run_parameters(release, setting, model, parameters),
            judges=judges,
        )
        if run is not None:
            splits = splits_of_run(release, setting, options["splits"], judges)
            of_model = {name: options[name] for name in _OF_THE_MODEL}
            _refuse_differences(run, {**of_model, "splits": splits})
            return run
        return create_run(
            release=release,
            model=model,
            setting=setting,
            splits=options["splits"],
            seed=seed,
            parameters=parameters,
            judges=judges,
            actor=Actor.system(),
            send=send,
        )

    def _changed_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that differ from their defaults."""
        parser = self.create_parser("manage.py", "evaluation_run")
        return {
            name: value
            for name, value in options.items()
            if value != parser.get_default(name)
        }

    def _wait(self, run: Run) -> Run:
        """Wait until a worker has done the run, or do it here if none reads its queue.

        Raises CommandError when it fails or is cancelled.
        """
        run.refresh_from_db()
        while run.status in (QUEUED, RUNNING):
            queue = queue_waited_for(run)
            if queue is None or has_worker(queue):
                sleep(NAP)
                run.refresh_from_db()
            else:
                self.warn_no_worker(queue)
                run = run_in_this_process(run=run)
        if run.status not in (FINISHED, STALE):
            entry = last_entry(run)
            raise CommandError(
                f"Run {run.pk}: {run.status}. {entry.reason if entry else ''}".strip()
            )
        return run


def _refuse_differences(run: Run, options: Mapping[str, Any]) -> None:
    """Raise CommandError that names each of ``options`` that the run does not have."""
    model, parameters = run.served_model, run.request_parameters
    of_run = {
        **parameters.model_dump(),
        "version": run.release.version,
        "model": model.name,
        **{name: getattr(model, name) for name in _OF_THE_MODEL},
        "setting": run.setting,
        "judges": run.judges_id,
        "splits": sorted(run.splits),
        "seed": parameters.seed or run.seed,
    }
    compared = {name: options[name] for name in of_run if name in options}
    if "splits" in compared:
        compared["splits"] = sorted(set(compared["splits"]))
    differences = [
        f"{_FLAGS.get(name) or '--' + name.replace('_', '-')}: given {_as_text(value)}, "
        f"run {run.pk} has {_as_text(of_run[name])}"
        for name, value in compared.items()
        if value != of_run[name]
    ]
    if differences:
        raise CommandError(
            f"Run {run.pk} is {run.status} with other options. {'; '.join(differences)}. "
            "Leave them out or give those of the run."
        )


_FLAGS = {"version": "version", "splits": "--split", "seconds": "--total-time"}


def _as_text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    return "nothing" if value in (None, "") else str(value)


def _score_text(scores: Mapping[str, Any]) -> str:
    text = ""
    overall = scores.get("overall")
    if overall and overall["n"]:
        accuracy = overall["accuracy"]
        text += (
            f" Accuracy {'–' if accuracy is None else format(accuracy, '.1%')}"
            f" (n = {overall['n']}, miss {overall['miss']}, error {overall['error']})."
        )
    marked = scores.get("overall_mark")
    if marked and marked["n"]:
        text += f" Mean rating {marked['mean']:.2f} (n = {marked['n']})."
    return text
