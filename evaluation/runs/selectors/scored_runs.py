"""Selectors for the runs that count in a release's tables.

Scores are only comparable on the same questions: tables are made for one set of splits
at a time. In it, the newest scored run stands for a model in a setting, unless a person
chose another.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import Q, QuerySet

from core.domain.texts import _
from core.errors import NotFoundError
from evaluation.runs.models.runs import Run
from evaluation.runs.states import CANCELLED, FAILED, FINISHED, QUEUED, RUNNING, STALE
from releases.records.models import Release
from subtext_protocol.document import Protocol

HAS_SCORES = Q(knew_answers=False) & (
    Q(status__in=(FINISHED, STALE))
    | (Q(status__in=(QUEUED, RUNNING, FAILED, CANCELLED)) & ~Q(result={}))
)
"""Runs with scores that count; also those that a finished run has while its errors are
retried."""


class ModelIdentity(NamedTuple):
    """The identity of a leaderboard row."""

    model: str
    backend: str
    revision: str
    parameters: str
    """The label of the request parameters in which it differs from the protocol."""


def model_identity_of(run: Run) -> ModelIdentity:
    """Return whose scores ``run`` has."""
    return ModelIdentity(run.model, run.backend, run.revision, run.parameters_label)


Splits = tuple[str, ...]
"""Splits that are scored together, in the protocol's order."""


def splits_in_order(protocol: Protocol, splits: Iterable[str]) -> Splits:
    """Return ``splits`` in the protocol's order, each once."""
    order = [split.id for split in protocol.release.splits]
    return tuple(sorted(set(splits), key=order.index))


def scored_runs(release: Release, left_out: Collection[int] = ()) -> QuerySet[Run]:
    """Return all scored runs on the questions of ``release``, the earliest first.

    ``left_out`` are ids of runs that do not count, such as incomplete ones.
    Runs of open tasks and of judges have other scores and are left out.
    """
    runs = Run.objects.filter(
        HAS_SCORES,
        release=release,
        setting__in=[setting.id for setting in release.protocol.evaluation.settings],
    )
    return (
        runs.exclude(pk__in=left_out)
        .select_related("release__protocol_version")
        .order_by("pk")
    )


def scored_splits(release: Release) -> list[Splits]:
    """Return each set of splits that finished runs cover, the main split first."""
    runs = Run.objects.filter(HAS_SCORES, release=release, judges=None)
    sets = {
        splits_in_order(release.protocol, splits)
        for splits in runs.values_list("splits", flat=True)
    }
    main = (release.protocol.release.main_split,)
    order = [split.id for split in release.protocol.release.splits]
    return sorted(
        sets, key=lambda splits: (splits != main, [order.index(s) for s in splits])
    )


def get_scored_splits(release: Release, splits: Iterable[str]) -> Splits:
    """Return ``splits`` if runs cover exactly them. Raises NotFoundError otherwise."""
    named = frozenset(splits)
    for scored in scored_splits(release):
        if named == set(scored):
            return scored
    raise NotFoundError(
        _(
            "No run was scored on exactly these splits: {named}.",
            named=", ".join(sorted(named)),
        )
    )


def latest_runs(
    release: Release,
    splits: Splits | None = None,
    left_out: Collection[int] = (),
) -> dict[ModelIdentity, dict[str, Run]]:
    """Return the scored run that stands for each model in each setting.

    With ``splits``, only runs on exactly these splits. Without, a run on the main split
    takes precedence over runs on other splits only: for comparisons of two runs on the
    questions that both were asked. A run that a person chose takes precedence over
    newer ones. A run in another wording of a setting stands for its model only if it was
    chosen.
    """
    main = release.protocol.release.main_split
    stands_for = {
        setting.id: setting.variant_of or setting.id
        for setting in release.protocol.evaluation.settings
    }
    runs: Iterable[Run] = scored_runs(release, left_out)
    if splits is not None:
        runs = [run for run in runs if set(run.splits) == set(splits)]
    rows: dict[ModelIdentity, dict[str, Run]] = {}
    for run in sorted(runs, key=lambda run: (main in run.splits, run.chosen)):
        setting = stands_for[run.setting]
        if run.chosen or setting == run.setting:
            rows.setdefault(model_identity_of(run), {})[setting] = run
    return rows


def runs_by_wording(
    release: Release,
    settings: Iterable[str],
    splits: Splits,
    left_out: Collection[int] = (),
) -> dict[ModelIdentity, dict[str, Run]]:
    """Return each model's newest scored run in each of ``settings`` on ``splits``."""
    rows: dict[ModelIdentity, dict[str, Run]] = {}
    for run in scored_runs(release, left_out).filter(setting__in=list(settings)):
        if set(run.splits) == set(splits):
            rows.setdefault(model_identity_of(run), {})[run.setting] = run
    return rows
