"""Scoring stored responses: at the end of a run, and again under a better rule."""

from typing import Any

from evaluation.models import Outcome, Run
from evaluation.runner import records, report
from evaluation.runner.benchmark import Benchmark, read_benchmark
from evaluation.runner.errors import RunnerError
from evaluation.runner.rules import CHOICES as RULE
from evaluation.selectors.runs import latest_responses
from evaluation.selectors.stored import StoredRelease
from releases.selectors.files import release_uri
from releases.selectors.records import hidden_answers
from workflow.errors import ConflictError
from workflow.services import Actor, transition


def score_run_responses(run: Run, provenance: dict[str, Any]) -> dict[str, Any]:
    """Keep an outcome row for each response under the rule in force.

    Returns the result record without them. Raises ConflictError when the release cannot be
    read.
    """
    rows = latest_responses(run)
    result = report.result(
        _benchmark(run),
        [
            records.response_from_data(row.record, where=f"run {run.pk}")
            for row in rows.values()
        ],
        provenance=provenance,
    )
    Outcome.objects.bulk_create(
        [
            Outcome(
                response=rows[outcome["question_id"]],
                rule=outcome["rule"],
                outcome=outcome["outcome"],
                letter=outcome["letter"] or "",
                reason=outcome["reason"] or "",
            )
            for outcome in result.pop("outcomes")
        ],
        ignore_conflicts=True,
    )
    return result


def run_rescore(*, run: Run, actor: Actor) -> bool:
    """Read the stored responses under the rule in force; nobody is asked again.

    The responses and the outcomes under earlier rules stay. False where the run was
    scored under this rule already, or asked no questions. Raises ConflictError for a run that
    has no scores.
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
    return True


def _benchmark(run: Run) -> Benchmark:
    try:
        benchmark = read_benchmark(
            release_uri(run.release),
            sha256=run.release.manifest_sha256,
            location=StoredRelease(run.release),
        )
    except RunnerError as error:
        raise ConflictError(f"The release cannot be read: {error}") from error
    return benchmark.with_answers(hidden_answers(run.release))
