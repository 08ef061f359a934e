"""Leaderboard: models compared with each other and with people."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.models import Run
from evaluation.selectors.caption_tables import caption_rows
from evaluation.selectors.comparison import latest_runs
from evaluation.selectors.human_baseline import human_scores
from evaluation.selectors.questions import released_questions, slice_fields
from projects.domain.protocol.publication import OpenTask, Setting
from releases.models import Release


def leaderboard(release: Release) -> dict[str, Any]:
    """Return the leaderboard of ``release``: a row per model, a cell per setting.

    The latest finished run of a model in a setting counts. People are measured on the
    splits that models are scored on, or on all splits where there is no run.
    """
    protocol = release.protocol_version.protocol
    runs = latest_runs(release)
    rows = [
        {
            "model": model,
            "backend": backend,
            "revision": revision,
            "origin": next(iter(by_setting.values())).origin,
            "cells": {setting: _cell(run) for setting, run in by_setting.items()},
        }
        for (model, backend, revision), by_setting in runs.items()
    ]
    splits = {
        s for cells in runs.values() for run in cells.values() for s in run.splits
    }
    human = human_scores(release, released_questions(release, splits=sorted(splits)))
    return {
        "release": release,
        "settings": _titled(protocol.evaluation.settings),
        "rows": sorted(rows, key=_best, reverse=True),
        "human": {
            "mean": human.overall.mean,
            "best": human.overall.best,
            "people": human.overall.people,
            "answers": human.overall.answers,
            "slices": human.slices,
            "fixed": human.fixed,
        },
        "slices": slice_fields(release),
        "open_tasks": [
            {
                "id": task.id,
                "title": task.title,
                "rows": scored,
                "metrics": task.metrics,
            }
            for task in protocol.evaluation.open_tasks
            if (scored := caption_rows(release, task))
        ],
        "to_answer": [
            *_titled(protocol.evaluation.settings),
            *_titled(protocol.evaluation.open_tasks),
        ],
    }


def _titled(ways: Sequence[Setting] | Sequence[OpenTask]) -> list[dict[str, Any]]:
    return [{"id": one.id, "title": one.title} for one in ways]


def _cell(run: Run) -> dict[str, Any]:
    scores = run.scores
    return {
        "run": run.pk,
        "stale": run.stale,
        "overall": scores.get("overall"),
        "published": scores.get("published"),
        "slices": scores.get("slices", {}),
        "formats": scores.get("formats", {}),
        "fixed": scores.get("fixed", {}),
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
