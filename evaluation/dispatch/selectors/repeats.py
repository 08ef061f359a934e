"""Models of the previous release that can be run again on a new one."""

from dataclasses import dataclass

from evaluation.runs.models.runs import BASELINES, Origin, Run
from evaluation.runs.selectors.released_questions import (
    ReleasedQuestion,
    released_questions,
)
from evaluation.runs.selectors.scored_runs import latest_runs, model_identity_of
from evaluation.runs.states import CANCELLED, DISMISSED, FAILED
from releases.records.models import Release


@dataclass(frozen=True)
class RepeatableRun:
    """A run on the previous release, and what repeating it would ask."""

    run: Run
    unchanged: tuple[str, ...]
    """Questions whose responses are copied, because their prompt is the same."""
    to_ask: int
    cost: float | None
    """Estimated US dollars, at the run's mean cost of a question; None if unknown."""


def repeatable_runs(release: Release) -> list[RepeatableRun]:
    """Return the scored runs of models on the previous release, without baselines.

    Runs that this release has already, judges and open tasks are left out.
    """
    previous = release.previous
    if previous is None:
        return []
    known = set(
        Run.objects.filter(release=release)
        .exclude(status__in=(FAILED, CANCELLED, DISMISSED))
        .values_list("model", "backend", "revision", "parameters_label", "setting")
    )
    return [
        _repeatable(run, release)
        for by_setting in latest_runs(previous).values()
        for run in by_setting.values()
        if run.origin == Origin.OWN
        and run.backend not in BASELINES
        and run.asks_questions
        and release.protocol.evaluation.setting(run.setting) is not None
        and (*model_identity_of(run), run.setting) not in known
    ]


def _repeatable(run: Run, release: Release) -> RepeatableRun:
    questions = released_questions(release, splits=run.splits)
    unchanged: tuple[str, ...] = ()
    if _has_same_prompts(run, release):
        before = released_questions(run.release, splits=run.splits)
        unchanged = tuple(
            uid
            for uid, question in questions.items()
            if uid in before
            and _prompt_content(question) == _prompt_content(before[uid])
        )
    to_ask = len(questions) - len(unchanged)
    usage = run.result.get("usage", {})
    paid_for = run.total - usage.get("reused", 0)
    cost = usage.get("cost")
    return RepeatableRun(
        run, unchanged, to_ask, to_ask * cost / paid_for if cost and paid_for else None
    )


def _has_same_prompts(run: Run, release: Release) -> bool:
    """Return whether both releases prompt alike: the setting and its examples."""
    new, old = release.protocol, run.release.protocol
    setting = new.evaluation.setting(run.setting)
    if setting != old.evaluation.setting(run.setting) or new.language != old.language:
        return False
    if setting is None or not setting.shots:
        return True
    splits = [split.id for split in new.release.splits if split.shots]
    return _examples(release, splits) == _examples(run.release, splits)


def _examples(release: Release, splits: list[str]) -> set[str]:
    rows = release.rows.filter(split__in=splits)
    return set(rows.values_list("digest", flat=True))


def _prompt_content(question: ReleasedQuestion) -> tuple[object, ...]:
    """Return what a prompt may show of a question; its correct answer it never does."""
    return (
        question.format,
        question.stem,
        question.options,
        question.cluster,
        dict(question.labels),
    )
