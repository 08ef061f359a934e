"""Finished runs with scores typed from a paper."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.runs.models.runs import Run
from releases.records.models import Release
from subtext_runner.rules import CHOICES


def finished_run(
    release: Release,
    model: str,
    scores: Mapping[str, Any],
    *,
    setting: str = "none",
    splits: Sequence[str] = ("test",),
    total: int = 1,
    **fields: Any,
) -> Run:
    """Create a run that is finished and has these scores."""
    return Run.objects.create(
        project_id=release.project_id,
        release=release,
        model=model,
        setting=setting,
        splits=list(splits),
        total=total,
        answered=total,
        status="finished",
        result={"scores": dict(scores), "rule": CHOICES},
        **{"backend": "openai", **fields},
    )


def accuracy(percent: float, n: int) -> dict[str, Any]:
    """Return question scores whose overall accuracy prints as ``percent``."""
    tally = {
        "n": n,
        "correct": round(percent / 100 * n),
        "accuracy": percent / 100,
        "miss_rate": 0.0,
        "error_rate": 0.0,
    }
    return {"overall": tally}


def captions(
    metrics: Mapping[str, float], items: Mapping[str, float] | None = None
) -> dict[str, Any]:
    """Return scores of an open task; ``metrics`` in percent as ImageMet prints them."""
    shares = {metric: value / 100 for metric, value in metrics.items()}
    return {"n": 350, "metrics": shares, "items": {"sbert": dict(items or {})}}


def rating(
    n: int, mean: float, slices: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """Return scores of a judge model."""
    return {
        "n": n,
        "miss": 0,
        "overall_mark": {"n": n, "mean": mean},
        "slices": slices,
        "marks": {},
    }
