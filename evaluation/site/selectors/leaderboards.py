"""The leaderboards of a release as its site publishes them: a board per prompt."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluation.runs.models.runs import BASELINES, BY_PEOPLE, Origin, Run
from evaluation.runs.selectors.completeness import errors_of, incomplete_run_ids
from evaluation.runs.selectors.scored_runs import (
    ModelIdentity,
    Splits,
    latest_runs,
    scored_splits,
)
from evaluation.scores.selectors.outcome_arrays import (
    correctness_array,
    outcome_columns,
    question_columns,
)
from evaluation.tables.selectors.leaderboard_rows import mean_of_all
from releases.content.domain.frozen import canonical_json
from releases.records.models import Release
from reporting.ties import smallest_difference, tie_groups
from subtext_protocol.publication import Setting


@dataclass(frozen=True, kw_only=True)
class PublicRow:
    """One model, baseline or panel of people on a board."""

    tie: int | None
    """Tie group, from 1; None for baselines and people, who are outside the order."""
    model: str
    revision: str
    parameters: str
    """Label of the request parameters in which it differs from the protocol."""
    kind: str
    """``model``, ``baseline`` or ``people``."""
    origin: Origin
    n: int
    correct: float
    """A mean for several people."""
    accuracy: float | None
    """None where all responses are errors, also for the interval."""
    low: float | None
    high: float | None
    """Ends of the 95 % interval."""
    missed: int
    """Responses without a readable answer, and errors."""
    errors: int
    incomplete: bool
    """Whether there are more errors than the protocol allows in a complete run."""
    rule: str
    """Version of the rule that read the answers."""
    people: int = 0
    """Number of people that a row of people is over."""
    date: str
    """Day in UTC on which the run ended, ISO 8601; empty if unknown."""


@dataclass(frozen=True, kw_only=True)
class PublicBoard:
    """The rows of one prompt on one set of splits."""

    splits: Splits
    setting: Setting
    prompt_sha256: str
    """Of the setting's canonical JSON: instruction, prompt, examples and sampling."""
    questions: int
    smallest_difference: float | None
    """Difference of accuracies that is found in 80 % of samples; None for one model."""
    rows: Sequence[PublicRow]


def public_boards(
    release: Release, *, complete_only: bool = False
) -> list[PublicBoard]:
    """Return the boards with at least one scored run, in the protocol's order.

    ``complete_only`` leaves out incomplete runs.
    """
    left_out = incomplete_run_ids(release) if complete_only else ()
    return [
        board
        for splits in scored_splits(release)
        for board in _boards_on(
            release, splits, release.protocol.evaluation.settings, left_out
        )
    ]


def _boards_on(
    release: Release,
    splits: Splits,
    settings: Sequence[Setting],
    left_out: Collection[int],
) -> list[PublicBoard]:
    questions = question_columns(release)
    by_setting: dict[str, dict[ModelIdentity, Run]] = {}
    for who, runs in latest_runs(release, splits, left_out).items():
        for setting_id, run in runs.items():
            if run.overall:
                by_setting.setdefault(setting_id, {})[who] = run
    boards = []
    for setting in settings:
        runs_by_who = by_setting.get(setting.id, {})
        if not runs_by_who:
            continue
        # Who has nothing but errors is in no order with the others.
        models = {
            who: run
            for who, run in runs_by_who.items()
            if _kind(run) == "model" and run.scores["overall"]["accuracy"] is not None
        }
        columns = outcome_columns(list(models.values()), questions)
        scores = {
            who: correctness_array(columns[run.pk]) for who, run in models.items()
        }
        content = canonical_json(setting.model_dump(mode="json"))
        boards.append(
            PublicBoard(
                splits=splits,
                setting=setting,
                prompt_sha256=hashlib.sha256(content.encode()).hexdigest(),
                questions=sum(split in splits for split in questions.splits),
                smallest_difference=smallest_difference(
                    list(scores.values()), questions.clusters
                ),
                rows=_rows(runs_by_who, tie_groups(scores)),
            )
        )
    return boards


def _rows(
    runs: Mapping[ModelIdentity, Run], ties: Mapping[ModelIdentity, int]
) -> list[PublicRow]:
    rows = [
        _row(run, ties.get(who)) for who, run in runs.items() if _kind(run) != "people"
    ]
    rows += _people([run for run in runs.values() if _kind(run) == "people"])
    kinds = ("model", "baseline", "people")
    return sorted(
        rows,
        key=lambda row: (
            kinds.index(row.kind),
            row.accuracy is None,
            -(row.accuracy or 0),
            row.model,
        ),
    )


def _row(run: Run, tie: int | None) -> PublicRow:
    tally = run.scores["overall"]
    low, high = tally["interval"] or (None, None)
    counted = errors_of(run)
    return PublicRow(
        tie=tie,
        model=run.model,
        revision=run.revision,
        parameters=run.parameters_label,
        kind=_kind(run),
        origin=Origin(run.origin),
        n=tally["n"],
        correct=tally["correct"],
        accuracy=tally["accuracy"],
        low=low,
        high=high,
        missed=tally["miss"] + tally["error"],
        errors=counted.errors,
        incomplete=counted.is_incomplete,
        rule=run.result.get("rule", ""),
        date=run.finished_at.date().isoformat() if run.finished_at else "",
    )


def _people(runs: Sequence[Run]) -> list[PublicRow]:
    """Return one row with the mean of all people: a site names no person."""
    if not runs:
        return []
    rows = [_row(run, None) for run in runs]
    accuracies = [row.accuracy for row in rows if row.accuracy is not None]
    return [
        PublicRow(
            tie=None,
            model="",
            revision="",
            parameters="",
            kind="people",
            origin=rows[0].origin,
            n=rows[0].n,
            correct=fmean(row.correct for row in rows),
            accuracy=mean_of_all([row.accuracy for row in rows]),
            low=min(accuracies, default=None),
            high=max(accuracies, default=None),
            missed=sum(row.missed for row in rows),
            errors=sum(row.errors for row in rows),
            incomplete=any(row.incomplete for row in rows),
            rule=rows[0].rule,
            people=len(rows),
            date=max(row.date for row in rows),
        )
    ]


def _kind(run: Run) -> str:
    if run.origin in BY_PEOPLE:
        return "people"
    return "baseline" if run.backend in BASELINES else "model"
