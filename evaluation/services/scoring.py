"""Scoring of stored responses: at the end of a run, or under a newer rule."""

from typing import Any

from evaluation.models import Run
from evaluation.runner import records, report
from evaluation.runner.benchmark import Benchmark, read_benchmark
from evaluation.runner.errors import RunnerError
from evaluation.runner.rules import CHOICES as RULE
from evaluation.selectors.runs import latest_responses
from evaluation.selectors.stored import StoredRelease
from evaluation.services.columns import count_people, store_outcomes
from releases.selectors.files import release_uri
from releases.selectors.records import hidden_answers
from workflow.domain.texts import _
from workflow.errors import ConflictError
from workflow.services import Actor, transition


def score_run_responses(run: Run, provenance: dict[str, Any]) -> dict[str, Any]:
    """Store the outcomes under the current rule; return the other results.

    Raises ConflictError when the release cannot be read.
    """
    rows = latest_responses(run)
    result = report.result_of_scores(
        _benchmark(run),
        [
            records.response_from_data(row.data, where=f"run {run.pk}")
            for row in rows.values()
        ],
        provenance=provenance,
    )
    outcomes = result.pop("outcomes")
    if outcomes:
        store_outcomes(run, outcomes)
    return result


def rescore_run(*, run: Run, actor: Actor) -> bool:
    """Score the stored responses of a run under the current rule, without new calls.

    The responses and the outcomes under earlier rules are kept. Return False when the
    run was already scored under this rule, or has no questions. Raises ConflictError
    for a run without scores.
    """
    if run.result.get("rule") == RULE or not run.asks_questions:
        return False
    rules = {"rule": RULE, "published_rule": run.rules.published_rule}
    transition(
        run,
        "rescore",
        actor=actor,
        data={"from": run.result.get("rule", ""), "to": RULE},
        changes={"result": score_run_responses(run, {**run.result, **rules})},
    )
    count_people(run.release)
    return True


def _benchmark(run: Run) -> Benchmark:
    try:
        benchmark = read_benchmark(
            release_uri(run.release),
            sha256=run.release.manifest_sha256,
            location=StoredRelease(run.release),
        )
    except RunnerError as error:
        raise ConflictError(
            _("The release cannot be read: {error}", error=error)
        ) from error
    return benchmark.with_answers(hidden_answers(run.release))
