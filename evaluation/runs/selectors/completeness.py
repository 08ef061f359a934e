"""Runs with more errors than the protocol allows in a complete run.

An error is a question, an item or a judged response to which no response came. It counts
as wrong, so the score of a run with many of them says little about its model.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evaluation.runs.models.runs import Run
from releases.records.models import Release
from subtext_protocol.publication import EvaluationRules


@dataclass(frozen=True)
class RunErrors:
    """Errors of a run, and whether they are more than the protocol allows."""

    errors: int
    n: int
    """Number of responses, errors among them."""
    is_incomplete: bool


def errors_of(run: Run) -> RunErrors:
    """Return the errors of a run; none before it is scored."""
    return _errors(run.scores, run.rules)


def _errors(scores: Mapping[str, Any], rules: EvaluationRules) -> RunErrors:
    counted = scores.get("overall") or scores
    # Open tasks count "errors", tallies and judges "error".
    errors = counted.get("error") or counted.get("errors") or 0
    n = counted.get("n") or 0
    return RunErrors(errors, n, bool(n) and errors / n > rules.maximum_error_share)


def incomplete_run_ids(release: Release) -> set[int]:
    """Return the ids of the incomplete runs of a release."""
    runs = Run.objects.filter(release=release).exclude(result={})
    return {
        run.pk
        for run in runs.select_related("release__protocol_version")
        if errors_of(run).is_incomplete
    }
