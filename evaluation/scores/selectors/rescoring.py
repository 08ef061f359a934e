"""Scores of stored responses under the current rule, before anything is stored."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from core.domain.texts import _
from core.errors import ConflictError
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.runs import latest_responses
from evaluation.runs.selectors.stored_releases import StoredRelease
from evaluation.scores.selectors.outcome_arrays import outcome_columns, question_columns
from releases.records.selectors.files import release_uri
from releases.records.selectors.releases import hidden_answers
from subtext_runner import records, report
from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.errors import RunnerError
from subtext_runner.metrics.registry import METRICS
from subtext_runner.rules import CHOICES as RULE

OUTCOMES = {"c": "correct", "i": "incorrect", "m": "miss", "e": "error"}
"""Outcomes by their entries in columns."""


@dataclass(frozen=True)
class RescoringPreview:
    """What scoring a run under the current rule would change."""

    rule: str
    """Rule under which the run is scored."""
    before: float | None
    """Accuracy; None without scores."""
    after: float | None
    outcomes: dict[tuple[str, str], int]
    """Number of questions by outcome before and after, where they differ."""
    answers: int
    """Number of questions with another answer or another outcome."""


def are_scores_outdated(run: Run) -> bool:
    """Return whether the run has questions and its scores are not those of today.

    It was scored under another rule, or before a metric was added.
    """
    if not run.asks_questions:
        return False
    overall = run.overall or {}
    lacks_metric = any(metric.id not in overall for metric in METRICS)
    return run.result.get("rule") != RULE or lacks_metric


def scored_responses(run: Run, provenance: dict[str, Any]) -> dict[str, Any]:
    """Return the result of the stored responses under the current rule.

    Raises ConflictError when the release cannot be read.
    """
    rows = latest_responses(run)
    responses = [
        records.response_from_data(row.data, where=f"run {run.pk}")
        for row in rows.values()
    ]
    return report.result_of_scores(_benchmark(run), responses, provenance=provenance)


def preview_rescoring(run: Run) -> RescoringPreview:
    """Return what scoring a run under the current rule would change; store nothing.

    Raises ConflictError when the release cannot be read.
    """
    questions = question_columns(run.release)
    columns = outcome_columns([run], questions)[run.pk]
    before = {
        uid: (OUTCOMES.get(outcome, ""), columns.texts.get(uid) or letter.strip("-"))
        for uid, outcome, letter in zip(
            questions.ids, columns.outcomes, columns.letters, strict=False
        )
    }
    result = scored_responses(run, run.result)
    changes = [
        (before.get(outcome["question_id"], ("", "")), outcome)
        for outcome in result["outcomes"]
    ]
    return RescoringPreview(
        rule=run.result.get("rule", ""),
        before=run.overall["accuracy"] if run.overall else None,
        after=result["scores"] and result["scores"]["overall"]["accuracy"],
        outcomes=dict(
            Counter(
                (was, outcome["outcome"])
                for (was, _answer), outcome in changes
                if was != outcome["outcome"]
            )
        ),
        answers=sum(
            was != (outcome["outcome"], outcome["letter"] or "")
            for was, outcome in changes
        ),
    )


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
