"""Scores of models in open tasks: means and spreads over runs.

Source: ImageMet, Tables 1 and 2. A mean is over runs with different seeds on the same
items; runs on other splits have rows of their own.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from core.domain.grouping import group_by_key
from evaluation.runs.domain.model_names import technique_name
from evaluation.runs.models.runs import BY_PEOPLE, Run
from evaluation.runs.selectors.completeness import errors_of
from evaluation.runs.selectors.runs import responses_digest
from evaluation.runs.selectors.scored_runs import HAS_SCORES, Splits
from releases.records.models import Release
from subtext_protocol.publication import OpenTask


@dataclass(frozen=True)
class CaptionRow:
    """Scores of one model, or of people from elsewhere, in an open task.

    ``means`` are shares by metric over ``runs``.
    """

    model: str
    revision: str
    parameters: str
    """Label of the request parameters in which it differs from the protocol."""
    origin: str
    runs: Sequence[int]
    """Ids of the runs that the means are over, one of each seed, ascending."""
    n: int
    """Number of items that each of them covers."""
    identical: bool
    """Whether some of them have the same responses, so that they have no spread."""
    means: Mapping[str, float]
    """Means by metric, as shares (0 to 1)."""
    spreads: Mapping[str, float]
    """Standard deviations by metric; only where there are several runs, all different."""
    incomplete: bool
    """Whether some of the runs have more errors than the protocol allows."""

    technique: str = ""
    """The task's suffix of the model's name."""

    @property
    def name(self) -> str:
        return technique_name(
            self.model, self.technique, self.revision, self.parameters
        )

    @property
    def by_people(self) -> bool:
        return self.origin in BY_PEOPLE


def caption_rows(
    release: Release,
    task: OpenTask,
    splits: Splits,
    left_out: Collection[int] = (),
) -> list[CaptionRow]:
    """Return a row for each model with scores in ``task`` on ``splits``, by name.

    Of each seed the newest run counts, unless a person chose another.
    """
    runs = (
        Run.objects.filter(HAS_SCORES, release=release, setting=task.id)
        .exclude(pk__in=left_out)
        .select_related("release__protocol_version")
        .order_by("chosen", "pk")
    )
    latest = {
        (run.model, run.revision, run.parameters_label, run.origin, run.seed): run
        for run in runs
        if set(run.splits) == set(splits)
    }
    by_model = group_by_key(
        ((model, revision, parameters, origin), run)
        for (model, revision, parameters, origin, _seed), run in latest.items()
        if run.scores.get("metrics")
    )
    return [
        _row_of(*name, runs, task.suffix) for name, runs in sorted(by_model.items())
    ]


def _row_of(
    model: str,
    revision: str,
    parameters: str,
    origin: str,
    runs: Sequence[Run],
    technique: str,
) -> CaptionRow:
    values = group_by_key(
        scored for run in runs for scored in run.scores["metrics"].items()
    )
    identical = len(runs) > 1 and len({*map(responses_digest, runs)}) < len(runs)
    return CaptionRow(
        model=model,
        revision=revision,
        parameters=parameters,
        origin=origin,
        runs=sorted(run.pk for run in runs),
        n=runs[0].total,
        identical=identical,
        # A metric that only some runs have would be a mean over fewer of them.
        means={
            metric: fmean(of_runs)
            for metric, of_runs in values.items()
            if len(of_runs) == len(runs)
        },
        spreads={
            metric: stdev(of_runs)
            for metric, of_runs in values.items()
            if len(of_runs) == len(runs) > 1 and not identical
        },
        incomplete=any(errors_of(run).is_incomplete for run in runs),
        technique=technique,
    )
