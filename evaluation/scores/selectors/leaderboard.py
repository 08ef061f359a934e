"""Leaderboard: models compared with each other and with people."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from evaluation.runs.models.runs import BY_PEOPLE, Run
from evaluation.runs.selectors.completeness import errors_of
from evaluation.runs.selectors.model_cards import access_of_models
from evaluation.runs.selectors.released_questions import slice_fields
from evaluation.runs.selectors.scored_runs import Splits, latest_runs, scored_splits
from evaluation.scores.selectors.caption_scores import caption_rows
from evaluation.scores.selectors.human_baseline import human_tallies
from evaluation.scores.selectors.outcome_arrays import question_columns
from releases.records.models import Release
from subtext_protocol.publication import OpenTask, Setting


def leaderboard(
    release: Release,
    splits: Splits | None = None,
    left_out: Collection[int] = (),
) -> dict[str, Any]:
    """Return the leaderboard of ``release`` on ``splits``: a row per model.

    A row has a cell per setting. All scores, those of people too, are on exactly these
    splits: by default on the first set that was scored, the main split if it was. People
    who answered all questions are rows of their own, never among the models. Runs in
    ``left_out`` do not count.
    """
    protocol = release.protocol_version.protocol
    choices = scored_splits(release)
    chosen_splits = splits or next(iter(choices), (protocol.release.main_split,))
    runs = latest_runs(release, chosen_splits, left_out)
    access = access_of_models(release.project)
    rows = [
        {
            **who._asdict(),
            "origin": next(iter(by_setting.values())).origin,
            "access": access.get(who.model, ""),
            "cells": {setting: _cell(run) for setting, run in by_setting.items()},
        }
        for who, by_setting in runs.items()
    ]
    rows.sort(key=_best, reverse=True)
    human = human_tallies(release, chosen_splits)
    numbers = Counter(question_columns(release).splits)
    return {
        "release": release,
        "splits": chosen_splits,
        "questions": _questions_in(numbers, chosen_splits),
        "scored_splits": [
            {"splits": some, "questions": _questions_in(numbers, some)}
            for some in choices
        ],
        "settings": _titled(protocol.evaluation.own_settings),
        "rows": [row for row in rows if row["origin"] not in BY_PEOPLE],
        "people": [row for row in rows if row["origin"] in BY_PEOPLE],
        "human": {
            "complete": human.complete,
            **asdict(human.overall),
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
            if (scored := caption_rows(release, task, chosen_splits, left_out))
        ],
        "to_answer": [
            *_titled(protocol.evaluation.settings),
            *_titled(protocol.evaluation.open_tasks),
        ],
    }


def _questions_in(numbers: Counter[str], splits: Splits) -> int:
    return sum(numbers[split] for split in splits)


def _titled(ways: Sequence[Setting] | Sequence[OpenTask]) -> list[dict[str, Any]]:
    return [{"id": way.id, "title": way.title} for way in ways]


def _cell(run: Run) -> dict[str, Any]:
    scores = run.scores
    return {
        "run": run.pk,
        "footnote": run.footnote,
        "incomplete": errors_of(run).is_incomplete,
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
