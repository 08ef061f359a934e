"""Models against each other and against people."""

from collections.abc import Mapping
from typing import Any

from evaluation.domain.states import FINISHED, STALE
from evaluation.models import Run
from evaluation.selectors.questions import slice_fields
from projects.models import Project
from releases.models import Release
from review.selectors.measures import human_accuracy


def leaderboard(project: Project, release: Release) -> dict[str, Any]:
    """Rows are models, columns are settings; humans and what scores are cut by.

    The latest finished run of a model in a setting counts.
    """
    protocol = release.protocol_version.protocol
    runs = Run.objects.filter(release=release, status__in=[FINISHED, STALE]).order_by(
        "pk"
    )
    human = human_accuracy(project)
    rows: dict[tuple[str, str, str], dict[str, Any]] = {}
    for run in runs:
        row = rows.setdefault(
            (run.model, run.backend, run.revision),
            {
                "model": run.model,
                "backend": run.backend,
                "revision": run.revision,
                "cells": {},
            },
        )
        row["cells"][run.setting] = _cell(run)
    return {
        "release": release,
        "settings": [
            {"id": setting.id, "title": setting.title}
            for setting in protocol.evaluation.settings
        ],
        "rows": sorted(rows.values(), key=_best, reverse=True),
        "human": {
            "mean": human.mean,
            "best": human.best,
            "people": len(human.people),
            "answers": human.answered,
        },
        "slices": slice_fields(release),
    }


def _cell(run: Run) -> dict[str, Any]:
    scores: Mapping[str, Any] = run.result.get("scores") or {}
    return {
        "run": run.pk,
        "stale": run.status == STALE,
        "overall": scores.get("overall"),
        "published": scores.get("published"),
        "slices": scores.get("slices", {}),
        "rule": run.result.get("rule", ""),
    }


def _best(row: Mapping[str, Any]) -> float:
    return max(
        (
            cell["overall"]["accuracy"] or 0.0
            for cell in row["cells"].values()
            if cell["overall"]
        ),
        default=0.0,
    )
