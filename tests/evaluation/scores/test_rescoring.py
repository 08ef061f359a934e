import json
from io import StringIO

import pytest
from django.core.management import call_command

from core.errors import ConflictError, NotAllowedError
from core.models import LedgerEntry
from core.services import Actor
from evaluation.runs.models.runs import Response, Run
from evaluation.runs.services.responses import record_responses
from evaluation.scores.models.outcome_arrays import OutcomeColumns
from evaluation.scores.selectors.outcome_arrays import outcome_columns, question_columns
from evaluation.scores.services.response_scoring import rescore_run
from evaluation.scores.services.run_scoring import finish_run
from releases.records.models import Release
from tests.evaluation.ordering import ordered
from tests.evaluation.runs.test_runs import SUMMARY, answers, key_of
from tests.support.cast import Cast

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
    assert misread.result["rule"] == "subtext-4"
    assert misread.result["seconds"] == SUMMARY["seconds"]
    assert misread.status == "finished"
    assert list(Response.objects.filter(run=misread).values()) == before
    by_rule = dict(misread.outcome_columns.values_list("rule", "outcomes"))
    assert {rule: {*read} - {"-"} for rule, read in by_rule.items()} == {
        OLD: {"m"},
        "subtext-4": {"c"},
    }
    entry = LedgerEntry.objects.get(machine="run", action="rescore")
    assert entry.data == {"from": OLD, "to": "subtext-4"}
    assert entry.actor == cast.organizer


def test_what_was_read_under_this_rule_is_left_alone(misread: Run) -> None:
    assert rescore_run(run=misread, actor=Actor.system()) is True
    assert rescore_run(run=misread, actor=Actor.system()) is False


def test_a_run_from_before_a_metric_is_counted_again(misread: Run, cast: Cast) -> None:
    rescore_run(run=misread, actor=Actor.system())
    misread.refresh_from_db()
    expected = dict(misread.result["scores"]["overall"])
    del misread.result["scores"]["overall"]["miss_rate"]
    misread.save(update_fields=["result"])
    assert "Rescored runs under subtext-4: 1 of 1." in say()
    misread.refresh_from_db()
    assert misread.result["scores"]["overall"] == expected
    assert say() == "Rescored runs under subtext-4: 0 of 1."


def test_only_scored_runs_and_only_by_organizers(
    misread: Run, release: Release, cast: Cast
) -> None:
    with pytest.raises(NotAllowedError):
        rescore_run(run=misread, actor=cast.actor(cast.annotators[0]))
    queued = ordered(release, model="waiting")
    with pytest.raises(ConflictError):
        rescore_run(run=queued, actor=cast.actor(cast.organizer))


def say(*arguments: str) -> str:
    out = StringIO()
    call_command("evaluation_rescore", "bench", *arguments, stdout=out)
    return out.getvalue().strip()


def test_a_preview_says_what_would_change_and_changes_nothing(misread: Run) -> None:
    columns = list(misread.outcome_columns.values())
    line = (
        f"Run {misread.pk}: m, none: accuracy 0.0% → 100.0% "
        f"({OLD} → subtext-4); answers that differ: {misread.total}, "
        f"miss → correct: {misread.total}"
    )
    assert say("--preview").splitlines() == [
        line,
        "Runs that would be rescored under subtext-4: 1 of 1.",
    ]
    changed = {
        "run": misread.pk,
        "rule": OLD,
        "before": 0.0,
        "after": 1.0,
        "answers": misread.total,
        "outcomes": [
            {"before": "miss", "after": "correct", "questions": misread.total}
        ],
    }
    said = json.loads(say("--preview", "--json"))
    assert said == {"rule": "subtext-4", "preview": True, "runs": [changed]}
    before = misread.result
    misread.refresh_from_db()
    assert misread.result == before
    assert list(misread.outcome_columns.values()) == columns
    assert not LedgerEntry.objects.filter(action="rescore").exists()


def test_the_command_says_what_changed(misread: Run) -> None:
    [changed] = json.loads(say("--json"))["runs"]
    assert (changed["run"], changed["before"], changed["after"]) == (misread.pk, 0, 1)
    assert say() == "Rescored runs under subtext-4: 0 of 1."


def test_a_run_keeps_the_outcomes_of_its_own_rule_until_it_is_rescored(
    misread: Run,
) -> None:
    questions = question_columns(misread.release)
    columns = outcome_columns([misread], questions)[misread.pk]
    assert (columns.rule, {*columns.outcomes} - {"-"}) == (OLD, {"m"})
    rescore_run(run=misread, actor=Actor.system())
    columns = outcome_columns([misread], questions)[misread.pk]
    assert (columns.rule, {*columns.outcomes} - {"-"}) == ("subtext-4", {"c"})
