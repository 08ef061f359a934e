"""Estimated time and tokens of a run, from earlier runs."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.runs.models.runs import Backend, Run
from evaluation.runs.selectors.released_questions import questions_by_split
from evaluation.runs.states import FINISHED, STALE
from releases.records.models import Release


@dataclass(frozen=True)
class RunEstimate:
    """Size of a run; None where no earlier run tells."""

    questions: int
    """Questions of the splits, in one setting."""
    seconds: float | None
    """For one question, in the last run of the same model."""
    prompt_tokens: float | None
    """For one question; of the same model, else of the last one that reports it."""
    completion_tokens: float | None


def estimate_run(release: Release, *, model: str, splits: Sequence[str]) -> RunEstimate:
    """Estimate a run of ``model`` on ``splits`` of a release; default: the main one."""
    counts = questions_by_split(release)
    main = release.protocol.release.main_split
    runs = [
        run
        for run in Run.objects.filter(
            project=release.project_id,
            backend=Backend.OPENAI,
            status__in=(FINISHED, STALE),
        ).order_by("-pk")[:50]
        if run.total and run.result.get("usage", {}).get("prompt_tokens")
    ]
    same = next((run for run in runs if run.model == model), None)
    measured_run = same or next(iter(runs), None)
    usage = measured_run.result["usage"] if measured_run else {}
    answered = measured_run.total - usage.get("reused", 0) if measured_run else 0
    return RunEstimate(
        questions=sum(counts.get(split, 0) for split in splits or [main]),
        seconds=same.result["seconds"] / same.total if same else None,
        prompt_tokens=usage["prompt_tokens"] / answered if answered else None,
        completion_tokens=usage["completion_tokens"] / answered if answered else None,
    )
