"""Selectors for the runs that count in a release's tables.

Scores are only comparable on the same questions: tables are made for one set of splits
at a time. In it, the newest scored run stands for a model in a setting, unless a person
chose another.
"""

from collections.abc import Iterable

from django.db.models import QuerySet

from evaluation.domain.states import FINISHED, STALE
from evaluation.models import Run
from projects.domain.protocol.document import Protocol
from releases.models import Release
from workflow.domain.texts import _
from workflow.errors import NotFoundError

Who = tuple[str, str, str]
"""Model, backend and revision: the identity of a leaderboard row."""

Splits = tuple[str, ...]
"""Splits that are scored together, in the protocol's order."""


def splits_in_order(protocol: Protocol, splits: Iterable[str]) -> Splits:
    """Return ``splits`` in the protocol's order, each once."""
    order = [split.id for split in protocol.release.splits]
    return tuple(sorted(set(splits), key=order.index))


def scored_runs(release: Release) -> QuerySet[Run]:
    """Return all scored runs on the questions of ``release``, the earliest first.

    Runs of open tasks and of judges have other scores and are left out.
    """
    evaluation = release.protocol_version.protocol.evaluation
    runs = Run.objects.filter(
        release=release,
        status__in=[FINISHED, STALE],
        setting__in=[setting.id for setting in evaluation.settings],
    )
    return runs.select_related("release__protocol_version").order_by("pk")


def scored_splits(release: Release) -> list[Splits]:
    """Return each set of splits that finished runs cover, the main split first."""
    protocol = release.protocol_version.protocol
    runs = Run.objects.filter(
        release=release, status__in=[FINISHED, STALE], judges=None
    )
    sets = {
        splits_in_order(protocol, splits)
        for splits in runs.values_list("splits", flat=True)
    }
    main = (protocol.release.main_split,)
    order = [split.id for split in protocol.release.splits]
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
    release: Release, splits: Splits | None = None
) -> dict[Who, dict[str, Run]]:
    """Return the scored run that stands for each model in each setting.

    With ``splits``, only runs on exactly these splits. Without, a run on the main split
    takes precedence over runs on other splits only: for comparisons of two runs on the
    questions that both were asked. A run that a person chose takes precedence over
    newer ones. A run in another wording of a setting stands for its model only if it was
    chosen.
    """
    protocol = release.protocol_version.protocol
    main = protocol.release.main_split
    stands_for = {
        setting.id: setting.variant_of or setting.id
        for setting in protocol.evaluation.settings
    }
    runs: Iterable[Run] = scored_runs(release)
    if splits is not None:
        runs = [run for run in runs if set(run.splits) == set(splits)]
    rows: dict[Who, dict[str, Run]] = {}
    for run in sorted(runs, key=lambda run: (main in run.splits, run.chosen)):
        setting = stands_for[run.setting]
        if run.chosen or setting == run.setting:
            rows.setdefault((run.model, run.backend, run.revision), {})[setting] = run
    return rows


def runs_by_wording(
    release: Release, settings: Iterable[str], splits: Splits
) -> dict[Who, dict[str, Run]]:
    """Return each model's newest scored run in each of ``settings`` on ``splits``."""
    rows: dict[Who, dict[str, Run]] = {}
    for run in scored_runs(release).filter(setting__in=list(settings)):
        if set(run.splits) == set(splits):
            rows.setdefault((run.model, run.backend, run.revision), {})[run.setting] = (
                run
            )
    return rows
