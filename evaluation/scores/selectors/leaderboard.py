"""Leaderboard: models compared with each other and with people."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.runs.domain.model_names import model_name
from evaluation.runs.models.runs import BASELINES, BY_PEOPLE, Run
from evaluation.runs.selectors.completeness import errors_of
from evaluation.runs.selectors.model_cards import access_of_models
from evaluation.runs.selectors.released_questions import SliceField, slice_fields
from evaluation.runs.selectors.scored_runs import (
    ModelIdentity,
    Splits,
    latest_runs,
    scored_splits,
)
from evaluation.scores.selectors.caption_scores import CaptionRow, caption_rows
from evaluation.scores.selectors.human_baseline import HumanTally, human_tallies
from evaluation.scores.selectors.outcome_arrays import question_columns
from releases.records.models import Release
from subtext_protocol.publication import CaptionMetric, OpenTask, Setting
from subtext_protocol.text import LocalText

Tally = Mapping[str, Any]
"""Outcomes of some questions as a run's scores hold them."""


@dataclass(frozen=True)
class Cell:
    """Scores of one model in one setting."""

    run: int
    stale: bool
    overall: Tally | None
    published: Tally | None
    slices: Mapping[str, Mapping[str, Tally]]
    formats: Mapping[str, Tally]
    rule: str
    incomplete: bool
    fixed: Mapping[str, Tally]
    footnote: str


@dataclass(frozen=True)
class LeaderboardRow:
    """One model, baseline or person, by the runs that stand for it."""

    model: str
    backend: str
    revision: str
    parameters: str
    origin: str
    access: str
    cells: Mapping[str, Cell]

    @property
    def who(self) -> ModelIdentity:
        return ModelIdentity(self.model, self.backend, self.revision, self.parameters)

    @property
    def name(self) -> str:
        return model_name(self.model, self.revision, self.parameters)

    @property
    def is_baseline(self) -> bool:
        return self.backend in BASELINES

    def rate(
        self, setting: str, part: str, *path: str, rate: str = "accuracy"
    ) -> float | None:
        """Return a rate of the tally at ``path`` of a part of the cell of ``setting``.

        The part is ``overall`` or ``slices``, for example. None where the row has no run
        in the setting, no such tally, or one that was counted before there was this rate.
        """
        tally = getattr(self.cells.get(setting), part, None)
        for name in path:
            tally = (tally or {}).get(name)
        return tally.get(rate) if tally else None

    def runs(self, settings: Iterable[str]) -> tuple[int, ...]:
        """Return the ids of the runs in ``settings``."""
        cells = self.cells
        return tuple(cells[setting].run for setting in settings if setting in cells)


@dataclass(frozen=True)
class Human(HumanTally):
    """Accuracy of validators, who answered without the correct answer."""

    complete: bool
    """Whether each person counted answered every question."""
    slices: Mapping[str, Mapping[str, HumanTally]]
    """By label field, then choice."""
    fixed: Mapping[str, HumanTally]
    """By fixed question of the protocol."""


@dataclass(frozen=True)
class ScoredSplits:
    """Splits that were scored together, and their number of questions."""

    splits: Splits
    questions: int


@dataclass(frozen=True)
class OpenTaskScores:
    """The rows of models and people in one open task."""

    id: str
    title: LocalText
    metrics: Sequence[CaptionMetric]
    rows: Sequence[CaptionRow]


@dataclass(frozen=True)
class Leaderboard(ScoredSplits):
    """Scores on one set of splits, and which other sets were scored."""

    version: str
    manifest_sha256: str
    scored_splits: Sequence[ScoredSplits]
    settings: Sequence[Setting]
    rows: Sequence[LeaderboardRow]
    """Models and baselines, the best first."""
    people: Sequence[LeaderboardRow]
    """People who answered all questions, by themselves."""
    human: Human
    slices: Sequence[SliceField]
    open_tasks: Sequence[OpenTaskScores]
    to_answer: Sequence[Setting | OpenTask]
    """All that somebody outside may have answered."""


def leaderboard(
    release: Release,
    splits: Splits | None = None,
    left_out: Collection[int] = (),
) -> Leaderboard:
    """Return the leaderboard of ``release`` on ``splits``: a row per model.

    A row has a cell per setting. All scores, those of people too, are on exactly these
    splits: by default on the first set that was scored, the main split if it was. People
    who answered all questions are rows of their own, never among the models. Runs in
    ``left_out`` do not count.
    """
    evaluation = release.protocol.evaluation
    numbers = Counter(question_columns(release).splits)
    scored = [
        ScoredSplits(some, _questions_in(numbers, some))
        for some in scored_splits(release)
    ]
    main = (release.protocol.release.main_split,)
    chosen = splits or (scored[0].splits if scored else main)
    access = access_of_models(release.project)
    rows = [
        LeaderboardRow(
            *who,
            origin=next(iter(by_setting.values())).origin,
            access=access.get(who.model, ""),
            cells={setting: _cell(run) for setting, run in by_setting.items()},
        )
        for who, by_setting in latest_runs(release, chosen, left_out).items()
    ]
    rows.sort(key=_best, reverse=True)
    human = human_tallies(release, chosen)
    return Leaderboard(
        splits=chosen,
        questions=_questions_in(numbers, chosen),
        version=release.version,
        manifest_sha256=release.manifest_sha256,
        scored_splits=scored,
        settings=evaluation.own_settings,
        rows=[row for row in rows if row.origin not in BY_PEOPLE],
        people=[row for row in rows if row.origin in BY_PEOPLE],
        human=Human(
            **vars(human.overall),
            complete=human.complete,
            slices=human.slices,
            fixed=human.fixed,
        ),
        slices=slice_fields(release),
        open_tasks=[
            OpenTaskScores(task.id, task.title, task.metrics, captions)
            for task in evaluation.open_tasks
            if (captions := caption_rows(release, task, chosen, left_out))
        ],
        to_answer=[*evaluation.settings, *evaluation.open_tasks],
    )


def _questions_in(numbers: Counter[str], splits: Splits) -> int:
    return sum(numbers[split] for split in splits)


def _cell(run: Run) -> Cell:
    scores = run.scores
    return Cell(
        run=run.pk,
        stale=run.stale,
        overall=scores.get("overall"),
        published=scores.get("published"),
        slices=scores.get("slices", {}),
        formats=scores.get("formats", {}),
        rule=run.result.get("rule", ""),
        incomplete=errors_of(run).is_incomplete,
        fixed=scores.get("fixed", {}),
        footnote=run.footnote,
    )


def _best(row: LeaderboardRow) -> float:
    return max(
        (row.rate(setting, "overall") or 0.0 for setting in row.cells), default=0
    )
