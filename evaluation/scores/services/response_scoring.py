"""Scoring of stored responses: at the end of a run, or under a newer rule."""

from typing import Any

from core.services import Actor, transition
from evaluation.runs.models.runs import Run
from evaluation.scores.selectors.rescoring import are_scores_outdated, scored_responses
from evaluation.scores.services.outcome_arrays import count_people, store_outcomes
from subtext_runner.rules import CHOICES as RULE


def score_run_responses(run: Run, provenance: dict[str, Any]) -> dict[str, Any]:
    """Store the outcomes under the current rule; return the other results.

    Raises ConflictError when the release cannot be read.
    """
    if run.asks_questions:
        # A worker of another version names its own rule, but reads no answers.
        provenance = {**provenance, "rule": RULE}
    result = scored_responses(run, provenance)
    outcomes = result.pop("outcomes")
    if outcomes:
        store_outcomes(run, outcomes)
    return result


def rescore_run(*, run: Run, actor: Actor) -> bool:
    """Score the stored responses of a run under the current rule, without new calls.

    The responses and the outcomes under earlier rules are kept. Return False when the
    run was already scored under this rule with every metric, or has no questions.
    Raises ConflictError for a run without scores.
    """
    if not are_scores_outdated(run):
        return False
    rules = {"published_rule": run.rules.published_rule}
    transition(
        run,
        "rescore",
        actor=actor,
        data={"from": run.result.get("rule", ""), "to": RULE},
        changes={"result": score_run_responses(run, {**run.result, **rules})},
    )
    count_people(run.release)
    return True
