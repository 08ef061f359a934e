"""Reading runs, their responses, and the leaderboard."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from evaluation.domain.states import FINISHED, QUEUED, RUNNING, STALE
from evaluation.models import Outcome, Response, Run
from evaluation.runner.extraction import RULE
from projects.models import Project
from releases.models import FrozenRow, Release
from review.selectors.measures import human_accuracy
from workflow.errors import Missing


def run_list(project: Project, *, version: str = "") -> QuerySet[Run]:
    """A project's runs, of one release or of all."""
    runs = Run.objects.filter(project=project).select_related(
        "release__protocol_version"
    )
    return runs.filter(release__version=version) if version else runs


def run_get(project: Project, run_id: int) -> Run:
    """One run. Raises Missing."""
    run = run_list(project).filter(pk=run_id).first()
    if run is None:
        raise Missing("There is no such run.")
    return run


def run_under_way(
    release: Release, *, model: str, backend: str, setting: str, seed: int
) -> Run | None:
    """The run of that description which is queued or running."""
    return Run.objects.filter(
        release=release,
        model=model,
        backend=backend,
        setting=setting,
        seed=seed,
        status__in=[QUEUED, RUNNING],
    ).first()


def latest_responses(run: Run) -> dict[str, Response]:
    """The response that counts for each question: the latest attempt."""
    rows = Response.objects.filter(run=run).order_by("attempt")
    return {row.question_id: row for row in rows}


def answered_ids(run: Run) -> list[str]:
    """Questions that need not be asked again."""
    rows = Response.objects.filter(run=run, failed=False)
    return sorted(rows.values_list("question_id", flat=True))


def questions_by_split(release: Release) -> dict[str, int]:
    """How many questions each split of a release has."""
    counts: Counter[str] = Counter()
    for split, payload in FrozenRow.objects.filter(release=release).values_list(
        "split", "payload"
    ):
        counts[split] += len(payload["questions"])
    return dict(counts)


def frozen_questions(release: Release) -> dict[str, dict[str, Any]]:
    """Each question of a release by its id, with its item's key, images and labels."""
    found = {}
    for row in FrozenRow.objects.filter(release=release):
        for question in row.payload["questions"]:
            found[question["id"]] = {
                **question,
                "item_key": row.key,
                "item_id": row.item_id,
                "labels": row.payload["labels"],
            }
    return found


def samples(
    run: Run, *, outcome: str = "", field: str = "", choice: str = ""
) -> QuerySet[Response]:
    """Responses with their outcome, filtered, for looking at them one by one.

    Of several attempts it is the latest.
    """
    under_rule = Outcome.objects.filter(rule=RULE)
    later = Response.objects.filter(
        run=run, question_id=OuterRef("question_id"), attempt__gt=OuterRef("attempt")
    )
    rows = Response.objects.filter(~Exists(later), run=run).prefetch_related(
        Prefetch("outcomes", queryset=under_rule, to_attr="scored")
    )
    if outcome:
        rows = rows.filter(outcomes__rule=RULE, outcomes__outcome=outcome)
    if field and choice:
        chosen = [
            uid
            for uid, question in frozen_questions(run.release).items()
            if choice in question["labels"].get(field, ())
        ]
        rows = rows.filter(question_id__in=chosen)
    return rows


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


def slice_fields(release: Release) -> list[dict[str, Any]]:
    """The labels that scores on a release are cut by, with their choices."""
    protocol = release.protocol_version.protocol
    return [
        {
            "field": field_id,
            "title": protocol.label(field_id).title,
            "choices": [
                {"id": choice.id, "title": choice.title}
                for choice in protocol.label(field_id).choices
            ],
        }
        for field_id in protocol.evaluation.slices
    ]


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
