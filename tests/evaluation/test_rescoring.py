import json
from io import StringIO

import pytest
from django.core.management import call_command

from evaluation.models import OutcomeColumns, Response, Run
from evaluation.services.runs import finish_run, record_responses
from evaluation.services.scoring import rescore_run
from releases.models import Release
from tests.evaluation.ordering import ordered
from tests.evaluation.test_runs import SUMMARY, answers, key_of
from tests.support.cast import Cast
from workflow.errors import ConflictError, NotAllowedError
from workflow.models import LedgerEntry
from workflow.services import Actor

pytestmark = pytest.mark.django_db

OLD = "subtext-0"


@pytest.fixture
def misread(release: Release) -> Run:
    """A finished run whose right answers an earlier rule took for misses."""
    run = ordered(release)
    record_responses(run_id=run.pk, responses=answers(run, key_of))
    assert finish_run(run_id=run.pk, summary=SUMMARY)
    run.refresh_from_db()
    columns = OutcomeColumns.objects.get(run=run)
    columns.rule = OLD
    columns.outcomes = columns.outcomes.replace("c", "m")
    columns.letters = "-" * len(columns.letters)
    columns.save()
    overall = run.result["scores"]["overall"]
    overall |= {"accuracy": 0.0, "correct": 0, "miss": run.total}
    Run.objects.filter(pk=run.pk).update(result={**run.result, "rule": OLD})
    run.refresh_from_db()
    return run


def test_responses_are_read_again_and_nobody_is_asked(misread: Run, cast: Cast) -> None:
    before = list(Response.objects.filter(run=misread).values())
    assert rescore_run(run=misread, actor=cast.actor(cast.organizer)) is True
    misread.refresh_from_db()
    overall = misread.result["scores"]["overall"]
    assert (overall["correct"], overall["miss"]) == (misread.total, 0)
    assert misread.result["rule"] == "subtext-3"
    assert misread.result["seconds"] == SUMMARY["seconds"]
    assert misread.status == "finished"
    assert list(Response.objects.filter(run=misread).values()) == before
    by_rule = dict(misread.outcome_columns.values_list("rule", "outcomes"))
    assert {rule: {*read} - {"-"} for rule, read in by_rule.items()} == {
        OLD: {"m"},
        "subtext-3": {"c"},
    }
    entry = LedgerEntry.objects.get(machine="run", action="rescore")
    assert entry.data == {"from": OLD, "to": "subtext-3"}
    assert entry.actor == cast.organizer


def test_what_was_read_under_this_rule_is_left_alone(misread: Run) -> None:
    assert rescore_run(run=misread, actor=Actor.system()) is True
    assert rescore_run(run=misread, actor=Actor.system()) is False


def test_only_scored_runs_and_only_by_organizers(
    misread: Run, release: Release, cast: Cast
) -> None:
    with pytest.raises(NotAllowedError):
        rescore_run(run=misread, actor=cast.actor(cast.annotators[0]))
    queued = ordered(release, model="waiting")
    with pytest.raises(ConflictError):
        rescore_run(run=queued, actor=cast.actor(cast.organizer))


def test_the_command_says_what_changed(misread: Run) -> None:
    out = StringIO()
    call_command("evaluation_rescore", "bench", "--json", stdout=out)
    said = json.loads(out.getvalue())
    assert said["runs"] == [{"run": misread.pk, "before": 0.0, "after": 1.0}]
    out = StringIO()
    call_command("evaluation_rescore", "bench", stdout=out)
    assert out.getvalue().strip() == "Rescored runs under subtext-3: 0 of 1."
