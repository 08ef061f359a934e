"""``evaluation_run``: an option is never dropped, and ``--wait`` never waits for nobody."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from core.models import LedgerEntry
from core.workers import record_worker
from evaluation.dispatch.services import runs
from evaluation.management.commands import evaluation_run
from evaluation.runs.models.runs import Response, Run
from evaluation.runs.selectors.runs import answered_ids
from evaluation.runs.services.responses import record_responses
from evaluation.scores.services.run_scoring import finish_run
from projects.roles import Role
from releases.records.models import Release
from subtext_runner.parameters import RequestParameters
from tests.evaluation.ordering import ordered
from tests.evaluation.runs.test_runs import SUMMARY, answers, key_of

pytestmark = pytest.mark.django_db

OF_EVERY_COMMAND = {
    *("verbosity", "settings", "pythonpath", "traceback"),
    *("no_color", "force_color", "skip_checks", "json"),
}
IDENTITY = {"slug", "version", "model", "backend", "setting", "judges", "seed"}
"""Another value of these, or of a request parameter, is another run."""
NO_PROPERTY = {"wait", "retry_errors"}
OTHER_VALUES = {
    "endpoint": "lab",
    "base_url": "http://elsewhere/v1",
    "revision": "B",
    "prompt_price": 2.5,
    "completion_price": 10.0,
    "splits": ["dev"],
}


def call(*arguments: str, **options: Any) -> tuple[dict[str, Any], str]:
    """What the command prints as JSON, and what it says besides."""
    out, err = StringIO(), StringIO()
    call_command(
        *("evaluation_run", "bench", "1.0.0", "--json", *arguments),
        stdout=out,
        stderr=err,
        **options,
    )
    return json.loads(out.getvalue()), err.getvalue()


def finished_with_errors(release: Release, *, errors: int) -> Run:
    run = ordered(release)
    batch = answers(run, key_of)
    failure = {"text": None, "error": {"kind": "timeout", "detail": "no answer"}}
    batch[:errors] = [{**data, **failure} for data in batch[:errors]]
    record_responses(run_id=run.pk, responses=batch)
    assert finish_run(run_id=run.pk, summary={**SUMMARY, "errors": errors})
    run.refresh_from_db()
    assert run.status == "finished"
    return run


def test_every_option_is_known_to_these_tests() -> None:
    parser = evaluation_run.Command().create_parser("manage.py", "evaluation_run")
    names = vars(parser.parse_args(["bench", "1.0.0"])).keys() - OF_EVERY_COMMAND
    parameters = RequestParameters.model_fields.keys()
    assert names == IDENTITY | parameters | NO_PROPERTY | OTHER_VALUES.keys()


@pytest.mark.parametrize("name", OTHER_VALUES)
def test_an_option_that_a_running_run_does_not_have_is_refused_and_named(
    release: Release, name: str
) -> None:
    run = ordered(release, revision="A", by_operator=True)
    same = {"model": "m", "revision": "A"}
    assert call(**same)[0]["run"] == run.pk

    flag = {"splits": "--split"}.get(name, f"--{name.replace('_', '-')}")
    with pytest.raises(CommandError) as refused:
        call(**{**same, name: OTHER_VALUES[name]})
    said = str(refused.value)
    given = ", ".join(OTHER_VALUES[name]) if name == "splits" else OTHER_VALUES[name]
    has = {"revision": "A", "splits": "test"}.get(name, "nothing")
    assert f"{flag}: given {given}, run {run.pk} has {has}" in said
    assert said.count("given") == 1
    assert Run.objects.filter(model="m").count() == 1


def test_an_option_left_out_is_compared_too(release: Release) -> None:
    run = ordered(release, revision="A", base_url="http://a/v1")
    with pytest.raises(CommandError) as refused:
        call(model="m")
    assert f"--revision: given nothing, run {run.pk} has A" in str(refused.value)
    assert f"--base-url: given nothing, run {run.pk} has http" in str(refused.value)


def test_it_does_the_run_itself_where_only_another_queue_has_a_worker(
    release: Release, django_capture_on_commit_callbacks: Any, monkeypatch: Any
) -> None:
    record_worker("default@here", queues=["default", "curation"], processes=2)
    sent: list[Run] = []
    monkeypatch.setattr(runs, "send_run", lambda *, run: sent.append(run))
    with django_capture_on_commit_callbacks(execute=True):
        data, said = call(model="guess", backend="random", wait=True)
    assert data["status"] == "finished"
    assert "No worker reads the queue “gpu”" in said
    # Otherwise a worker that starts later would do, and pay for, all of it again.
    assert sent == []


def test_it_watches_a_worker_that_has_the_run(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_worker("gpu@there", queues=["gpu"], processes=1)

    def work(_seconds: float) -> None:
        """Do a step of the worker's at each look."""
        run = Run.objects.get(model="m")
        if run.status == "queued":
            record_responses(run_id=run.pk, responses=answers(run, key_of))
        else:
            finish_run(run_id=run.pk, summary=SUMMARY)

    monkeypatch.setattr(evaluation_run, "sleep", work)
    data, said = call(model="m", wait=True)
    assert (data["status"], data["overall"]["accuracy"]) == ("finished", 1.0)
    assert said == ""


def test_a_run_that_somebody_does_at_the_moment_is_not_done_twice(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as another command on a machine without a worker."""
    run = ordered(release)
    record_responses(run_id=run.pk, responses=answers(run, key_of))
    monkeypatch.setattr(
        evaluation_run, "sleep", lambda _: finish_run(run_id=run.pk, summary=SUMMARY)
    )
    data, said = call(model="m", wait=True)
    assert (data["run"], data["status"], said) == (run.pk, "finished", "")


def test_errors_are_retried_and_scored_again(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = finished_with_errors(release, errors=2)
    before = run.result["scores"]["overall"]
    assert (before["error"], before["correct"]) == (2, run.total - 2)
    asked: list[str] = []

    def work(run: Run) -> Run:
        assert run.status == "queued"
        assert run.result["scores"]["overall"] == before
        wanted = [
            data
            for data in answers(run, key_of)
            if data["question_id"] not in answered_ids(run)
        ]
        asked.extend(data["question_id"] for data in wanted)
        record_responses(run_id=run.pk, responses=wanted[:1])
        # The end has overtaken the last response.
        assert not finish_run(run_id=run.pk, summary={**SUMMARY, "errors": 0})
        record_responses(run_id=run.pk, responses=wanted[1:])
        assert finish_run(run_id=run.pk, summary={**SUMMARY, "errors": 0})
        return Run.objects.get(pk=run.pk)

    monkeypatch.setattr(evaluation_run, "run_in_this_process", lambda *, run: work(run))
    data, _said = call(retry_errors=run.pk, wait=True)
    assert len(asked) == 2
    assert (data["overall"]["error"], data["overall"]["accuracy"]) == (0, 1.0)
    assert Response.objects.filter(run=run).count() == run.total + 2

    entry = LedgerEntry.objects.get(machine="run", action="retry_errors")
    assert (entry.role, entry.source, entry.target) == (
        *(Role.MAINTAINER, "finished", "queued"),
    )
    assert entry.reason == f"2 of {run.total} questions have no response."

    with pytest.raises(CommandError, match="No response of this run is an error"):
        call(retry_errors=run.pk)


def test_retrying_takes_the_options_of_the_run_and_no_others(release: Release) -> None:
    run = finished_with_errors(release, errors=1)
    with pytest.raises(CommandError, match=f"--revision: given B, run {run.pk} has no"):
        call(retry_errors=run.pk, revision="B")
    with pytest.raises(CommandError, match=r"--total-time: given 9\.0, run"):
        call(retry_errors=run.pk, seconds=9.0)
    assert Run.objects.get(pk=run.pk).status == "finished"
