"""Queries on near-duplicates: the current clusters, and the effects of another run."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from core.domain.texts import _
from core.selectors import get_or_missing
from curation.filters.models import Change, FilterChange, FilterRun, Measurement
from curation.filters.selectors.runs import last_finished_run, run_last_applied
from curation.images.domain.states import (
    ACCEPTED,
    DISCARDED,
    IMPORTED,
    IN_SCREENING,
    UNDECIDED,
    WITHDRAWN,
)
from curation.images.models import Image
from curation.near_duplicates.domain.certainty_fit import DecidedPair
from curation.near_duplicates.domain.clustering import (
    Cluster,
    ClusterMember,
    ConfirmedPair,
    Copy,
    KeepReason,
    cluster_duplicates,
)
from curation.near_duplicates.domain.match import MOST_CANDIDATES, Alteration, PairMatch
from curation.near_duplicates.domain.stage import NearDuplicateRules, NearDuplicates
from curation.near_duplicates.models import (
    NearDuplicatePair,
    PairAnswer,
    PairDecision,
    ReleasedCopy,
    ReleasedDecision,
)
from projects.models import Project

# It loads SciPy, which a web process never needs.
_CHUNK = 200


class DuplicateParameters(NamedTuple):
    """Parameters of the near-duplicates filter; see ``NearDuplicateRules``."""

    certainty: float


def duplicate_parameters(project: Project) -> DuplicateParameters:
    """Return the parameters last applied under this protocol, or the protocol's."""
    applied = run_last_applied(project, NearDuplicates.id)
    if applied is not None:
        return DuplicateParameters(minimum_certainty_of_run(applied))
    rules = NearDuplicates().rules(project.protocol) or NearDuplicateRules()
    return DuplicateParameters(rules.certainty)


def undecided_pairs_block(project: Project) -> bool:
    """Return whether possible near-duplicates without a decision block a release."""
    rules = NearDuplicates().rules(project.protocol)
    return rules is not None and rules.block_release


def minimum_certainty_of_run(run: FilterRun) -> float:
    """Return the certainty of a near-duplicate; runs of version 0.1.0 have none."""
    certainty: float = run.parameters.get("certainty", NearDuplicateRules().certainty)
    return certainty


def reusable_runs(run: FilterRun) -> QuerySet[FilterRun]:
    """Return the other runs whose comparisons ``run`` can reuse: same signature.

    Previews count only for previews: an image passes the filter only after a run has
    compared it.
    """
    runs = FilterRun.objects.filter(
        project=run.project_id, stage=run.stage, signature=run.signature
    ).exclude(pk=run.pk)
    return runs if run.preview else runs.filter(preview=False)


# Planned exclusions ----------------------------------------------------------------


class DuplicatePlan(NamedTuple):
    """Images to exclude or keep according to the pairs of a run."""

    excluded: Mapping[int, tuple[int, Copy]]
    """By image to exclude: the image kept in its place, and their comparison."""
    locked: Mapping[int, tuple[int, Copy]]
    """The same for duplicates that stay because people have worked on them."""


def plan_duplicates(run: FilterRun) -> DuplicatePlan:
    """Return the plan from all pairs of the run's signature and people's decisions."""
    clusters = _clusters(run)
    return DuplicatePlan(
        {
            copy.key: (cluster.kept, copy)
            for cluster in clusters
            for copy in cluster.excluded
        },
        {
            copy.key: (cluster.kept, copy)
            for cluster in clusters
            for copy in cluster.locked
        },
    )


def _clusters(run: FilterRun) -> Sequence[Cluster]:
    return cluster_duplicates(*_members_and_pairs(run))


def members_to_compare(run: FilterRun) -> Mapping[int, AbstractSet[int]]:
    """Return, by image id, the members of its large family to compare it with."""
    # Only jobs come here: it loads SciPy.
    from curation.near_duplicates.domain.families import (  # noqa: PLC0415
        unconfirmed_members,
    )

    return unconfirmed_members(*_members_and_pairs(run), MOST_CANDIDATES)


def _members_and_pairs(
    run: FilterRun,
) -> tuple[Sequence[ClusterMember], Sequence[ConfirmedPair]]:
    """Return the images in near-duplicate pairs, and the pairs."""
    answers = {
        (decision.left_id, decision.right_id): decision.answer
        for decision in PairDecision.objects.filter(left__project=run.project_id)
    }
    least = minimum_certainty_of_run(run)
    pairs = {
        (pair.left_id, pair.right_id): ConfirmedPair(
            pair.left_id,
            pair.right_id,
            pair.distance,
            match_from_json(pair.confirmation),
        )
        for pair in list_pairs_of_run(run)
        if (answer := answers.get((pair.left_id, pair.right_id))) == PairAnswer.SAME
        or (answer is None and pair.certainty >= least)
    }
    involved = sorted({key for pair in pairs for key in pair})
    images = [
        image
        for start in range(0, len(involved), _CHUNK)
        for image in Image.objects.filter(pk__in=involved[start : start + _CHUNK])
    ]
    members = [
        ClusterMember(
            key=image.pk,
            width=image.width,
            height=image.height,
            order=order,
            locked=_worked_on(image) or NearDuplicates.id in image.overridden_stages,
            chosen=NearDuplicates.id in image.overridden_stages,
        )
        for order, image in enumerate(sorted(images, key=_came))
    ]
    return members, list(pairs.values())


def list_pairs_of_run(run: FilterRun) -> QuerySet[NearDuplicatePair]:
    """Return all pairs of a run's signature whose images are not withdrawn."""
    return (
        NearDuplicatePair.objects.filter(
            run__project=run.project_id,
            run__stage=NearDuplicates.id,
            run__signature=run.signature,
        )
        .exclude(left__status=WITHDRAWN)
        .exclude(right__status=WITHDRAWN)
    )


def latest_pairs(project: Project) -> dict[tuple[int, int], float]:
    """Return the certainty of every pair of image ids, as the latest run judges."""
    run = (
        FilterRun.objects.filter(
            project=project, stage=NearDuplicates.id, preview=False
        )
        .order_by("-pk")
        .first()
    )
    if run is None:
        return {}
    rows = list_pairs_of_run(run).values_list("left", "right", "certainty")
    return {(left, right): certainty for left, right, certainty in rows}


def decided_pairs(project: Project) -> list[DecidedPair]:
    """Return the certainty of each pair that a person decided on, with the answer."""
    certainties = latest_pairs(project)
    answers = PairDecision.objects.filter(left__project=project).values_list(
        "left", "right", "answer"
    )
    return [
        DecidedPair(certainties[left, right], answer == PairAnswer.SAME)
        for left, right, answer in answers
        if (left, right) in certainties
    ]


def _came(image: Image) -> tuple[int, str, int]:
    """Return the sort key for the time of import.

    Workers share an import and finish in any order, so the path decides within an
    import.
    """
    return (image.job_id or 0, image.original_path, image.pk)


def _worked_on(image: Image) -> bool:
    return image.status in (ACCEPTED, DISCARDED) or image.votes_cast > 0


def match_from_json(stored: Mapping[str, Any]) -> PairMatch:
    """Return the match that was stored as JSON."""
    return PairMatch(
        **{**stored, "kinds": tuple(Alteration(kind) for kind in stored["kinds"])}
    )


def list_excluded_duplicates(project: Project) -> QuerySet[Image]:
    """Return the images excluded as near-duplicates within the project."""
    released = ReleasedCopy.objects.filter(
        image=OuterRef("pk"), decision=ReleasedDecision.EXCLUDED
    )
    return Image.objects.filter(project=project, status=NearDuplicates.state).exclude(
        Exists(released)
    )


def duplicates_changes(run: FilterRun) -> list[FilterChange]:
    """Return the changes that settling ``run`` would make, as unsaved rows by image."""
    plan = plan_duplicates(run)
    before = dict(
        list_excluded_duplicates(run.project).values_list("pk", "duplicate_of")
    )
    free: set[int] = set()
    image_ids = sorted(plan.excluded)
    for start in range(0, len(image_ids), _CHUNK):
        free.update(
            Image.objects.filter(
                pk__in=image_ids[start : start + _CHUNK],
                status__in=(IMPORTED, IN_SCREENING),
            ).values_list("pk", flat=True)
        )
    changes = [
        FilterChange(run=run, image_id=key, change=Change.BACK, before_id=kept_id)
        for key, kept_id in before.items()
        if key not in plan.excluded
    ]
    for key, (kept_id, copy) in plan.excluded.items():
        moves = key in before and before[key] != kept_id
        if key in free or moves:
            change = Change.GOES if key in free else Change.MOVES
            changes.append(_change(run, change, kept_id, copy, before.get(key)))
    return sorted(
        [*changes, *copies_that_stay(run, plan)],
        key=lambda change: (change.kept_id or change.before_id or 0, change.image_id),
    )


def copies_that_stay(run: FilterRun, plan: DuplicatePlan) -> list[FilterChange]:
    """Return unsaved rows of the duplicates that stay because people worked on them."""
    return [
        _change(run, Change.STAYS, kept_id, copy, None)
        for kept_id, copy in plan.locked.values()
    ]


def _change(
    run: FilterRun, change: Change, kept_id: int, copy: Copy, before: int | None
) -> FilterChange:
    return FilterChange(
        run=run,
        image_id=copy.key,
        change=change,
        kept_id=kept_id,
        before_id=before,
        distance=copy.distance,
        certainty=copy.certainty,
    )


# Possible near-duplicates ----------------------------------------------------------


def possible_pairs(project: Project) -> QuerySet[NearDuplicatePair]:
    """Return the pairs that an organizer decides on, whose images are both in use."""
    run = last_finished_run(project, NearDuplicates.id)
    if run is None:
        return NearDuplicatePair.objects.none()
    in_use = (*UNDECIDED, ACCEPTED)
    decided = PairDecision.objects.filter(
        left=OuterRef("left"), right=OuterRef("right")
    )
    return (
        list_pairs_of_run(run)
        .filter(
            ~Exists(decided),
            certainty__lt=minimum_certainty_of_run(run),
            left__status__in=in_use,
            right__status__in=in_use,
        )
        .select_related("left__source", "right__source")
    )


def get_pair(project: Project, pair_id: int) -> NearDuplicatePair:
    """Return a pair of the project. Raises NotFoundError."""
    pairs = NearDuplicatePair.objects.filter(pk=pair_id, left__project=project)
    return get_or_missing(
        pairs.select_related("left__project", "right"),
        _("This project has no such pair."),
    )


# Data of the pages -----------------------------------------------------------------


def list_kept_cluster_images(project: Project) -> QuerySet[Image]:
    """Return the kept images of clusters.

    Their excluded duplicates are prefetched as ``duplicates``.
    """
    copies = Image.objects.filter(status=NearDuplicates.state).select_related("source")
    return (
        Image.objects.filter(project=project)
        .filter(Exists(copies.filter(duplicate_of=OuterRef("pk"))))
        .select_related("source")
        .prefetch_related(Prefetch("duplicates", copies.order_by("pk")))
    )


def copies_left_alone(project: Project) -> QuerySet[FilterChange]:
    """Return the duplicates that the last run kept because people worked on them."""
    run = last_finished_run(project, NearDuplicates.id)
    changes = FilterChange.objects.filter(run=run, change=Change.STAYS)
    return _with_images(changes if run else FilterChange.objects.none())


def list_preview_changes(run: FilterRun, change: str = "") -> QuerySet[FilterChange]:
    """Return the changes that a preview found, of one kind or all."""
    changes = FilterChange.objects.filter(run=run)
    return _with_images(changes.filter(change=change) if change else changes)


def _with_images(changes: QuerySet[FilterChange]) -> QuerySet[FilterChange]:
    return changes.select_related(
        *(f"{name}{part}" for name in _SHOWN for part in ("", "__source"))
    )


_SHOWN = ("image", "kept", "before")


def released_copies(project: Project, decision: str = "") -> QuerySet[ReleasedCopy]:
    """Return the images that match a published release.

    Images excluded for another reason are left out.
    """
    out = Q(image__status__in=(NearDuplicates.state, WITHDRAWN)) & ~Q(
        decision=ReleasedDecision.EXCLUDED
    )
    copies = ReleasedCopy.objects.filter(image__project=project).exclude(out)
    if decision:
        copies = copies.filter(decision=decision)
    return copies.select_related("image__source", "released", "run")


def get_released_copy(project: Project, copy_id: int) -> ReleasedCopy:
    """Return a match with a release. Raises NotFoundError."""
    return get_or_missing(
        (
            ReleasedCopy.objects.filter(
                pk=copy_id, image__project=project
            ).select_related("image__project", "released", "run")
        ),
        _("This project has no such match."),
    )


def list_keep_reasons(
    copies: Iterable[Image], measured: Mapping[int, Measurement]
) -> list[str]:
    """Return the distinct reasons why a cluster keeps another image than ``copies``."""
    reasons = {
        measured[copy.pk].details.get("because")
        for copy in copies
        if copy.pk in measured
    }
    return [reason.value for reason in KeepReason if reason in reasons]
