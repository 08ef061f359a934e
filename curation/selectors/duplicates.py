"""Queries on near-duplicates: the current clusters, and the effects of another run."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from curation.domain.clustering import (
    Cluster,
    ConfirmedPair,
    Copy,
    KeepReason,
    Member,
    cluster,
)
from curation.domain.confirmation import Difference, MatchResult
from curation.domain.states import (
    ACCEPTED,
    DISCARDED,
    DUPLICATE,
    IMPORTED,
    IN_SCREENING,
    WITHDRAWN,
)
from curation.models.copies import CopyPair, NotCopies, ReleasedCopy, ReleasedDecision
from curation.models.filters import Change, FilterChange, FilterRun, Measurement
from curation.models.images import Image
from curation.selectors.filters import DUPLICATES, last_finished_run, run_last_applied
from projects.models import Project
from workflow.selectors import get_or_missing

_CHUNK = 200


class DuplicateParameters(NamedTuple):
    """Limits of the near-duplicates filter; see ``DuplicateRules``."""

    radius: int
    similarity: float


def duplicate_parameters(project: Project) -> DuplicateParameters:
    """Return the parameters last applied under this protocol, or the protocol's."""
    applied = run_last_applied(project, DUPLICATES)
    if applied is not None:
        return DuplicateParameters(
            applied.parameters["radius"], applied.parameters["similarity"]
        )
    rules = project.protocol.curation.duplicates
    return DuplicateParameters(rules.radius, rules.similarity)


def measured_under(run: FilterRun) -> QuerySet[Measurement]:
    """Return the measurements that ``run`` can reuse: those with the same signature.

    Measurements of previews count only for previews: an image passes the filter only
    after a run has measured it.
    """
    measured = Measurement.objects.filter(
        run__project=run.project_id, run__stage=run.stage, run__signature=run.signature
    )
    return measured if run.preview else measured.filter(run__preview=False)


# Planned exclusions ----------------------------------------------------------------


class Plan(NamedTuple):
    """Images to exclude or keep according to the confirmed pairs of a run."""

    wanted: Mapping[int, tuple[int, Copy]]
    """By image to exclude: the image kept in its place, and their comparison."""
    locked: Mapping[int, tuple[int, Copy]]
    """The same for duplicates that stay because people have worked on them."""


def plan_duplicates(run: FilterRun) -> Plan:
    """Return the plan from all pairs of the run's signature that no person rejected."""
    clusters = _clusters(run)
    return Plan(
        {copy.key: (one.kept, copy) for one in clusters for copy in one.excluded},
        {copy.key: (one.kept, copy) for one in clusters for copy in one.locked},
    )


def _clusters(run: FilterRun) -> Sequence[Cluster]:
    overruled = set(
        NotCopies.objects.filter(left__project=run.project_id).values_list(
            "left_id", "right_id"
        )
    )
    least = run.parameters["similarity"]
    pairs = {
        (pair.left_id, pair.right_id): ConfirmedPair(
            pair.left_id,
            pair.right_id,
            pair.distance,
            confirmation_of(pair.confirmation),
        )
        for pair in CopyPair.objects.filter(
            run__project=run.project_id,
            run__stage=DUPLICATES,
            run__signature=run.signature,
        )
        .exclude(left__status=WITHDRAWN)
        .exclude(right__status=WITHDRAWN)
        if (pair.left_id, pair.right_id) not in overruled
        and pair.confirmation["similarity"] >= least
    }
    involved = sorted({key for pair in pairs for key in pair})
    images = [
        image
        for start in range(0, len(involved), _CHUNK)
        for image in Image.objects.filter(pk__in=involved[start : start + _CHUNK])
    ]
    members = [
        Member(
            key=image.pk,
            width=image.width,
            height=image.height,
            order=order,
            locked=_worked_on(image) or DUPLICATES in image.cleared,
            chosen=DUPLICATES in image.cleared,
        )
        for order, image in enumerate(sorted(images, key=_came))
    ]
    return cluster(members, pairs.values())


def _came(image: Image) -> tuple[int, str, int]:
    """Return the sort key for the time of import.

    Workers share an import and finish in any order, so the path decides within an
    import.
    """
    return (image.job_id or 0, image.original_path, image.pk)


def _worked_on(image: Image) -> bool:
    return image.status in (ACCEPTED, DISCARDED) or image.votes_cast > 0


def confirmation_of(stored: Mapping[str, Any]) -> MatchResult:
    """Return the match result that was stored as JSON."""
    differences = tuple(Difference(name) for name in stored["differences"])
    return MatchResult(**{**stored, "differences": differences})


def copies_now(project: Project) -> QuerySet[Image]:
    """Return the images excluded as near-duplicates within the project."""
    released = ReleasedCopy.objects.filter(
        image=OuterRef("pk"), decision=ReleasedDecision.EXCLUDED
    )
    return Image.objects.filter(project=project, status=DUPLICATE).exclude(
        Exists(released)
    )


def duplicates_changes(run: FilterRun) -> list[FilterChange]:
    """Return the changes that settling ``run`` would make, as unsaved rows by image."""
    plan = plan_duplicates(run)
    before = dict(copies_now(run.project).values_list("pk", "duplicate_of"))
    free: set[int] = set()
    wanted = sorted(plan.wanted)
    for start in range(0, len(wanted), _CHUNK):
        free.update(
            Image.objects.filter(
                pk__in=wanted[start : start + _CHUNK],
                status__in=(IMPORTED, IN_SCREENING),
            ).values_list("pk", flat=True)
        )
    changes = [
        FilterChange(run=run, image_id=key, change=Change.BACK, before_id=kept)
        for key, kept in before.items()
        if key not in plan.wanted
    ]
    for key, (kept, copy) in plan.wanted.items():
        moves = key in before and before[key] != kept
        if key in free or moves:
            change = Change.GOES if key in free else Change.MOVES
            changes.append(_change(run, change, kept, copy, before.get(key)))
    return sorted(
        [*changes, *copies_that_stay(run, plan)],
        key=lambda one: (one.kept_id or one.before_id or 0, one.image_id),
    )


def copies_that_stay(run: FilterRun, plan: Plan) -> list[FilterChange]:
    """Return unsaved rows of the duplicates that stay because people worked on them."""
    return [
        _change(run, Change.STAYS, kept, copy, None)
        for kept, copy in plan.locked.values()
    ]


def _change(
    run: FilterRun, change: Change, kept: int, copy: Copy, before: int | None
) -> FilterChange:
    return FilterChange(
        run=run,
        image_id=copy.key,
        change=change,
        kept_id=kept,
        before_id=before,
        distance=copy.distance,
        similarity=round(copy.similarity, 4),
    )


# Data of the pages -----------------------------------------------------------------


def clusters(project: Project) -> QuerySet[Image]:
    """Return the kept images of clusters.

    Their excluded duplicates are prefetched as ``duplicates``.
    """
    copies = Image.objects.filter(status=DUPLICATE).select_related("source")
    return (
        Image.objects.filter(project=project)
        .filter(Exists(copies.filter(duplicate_of=OuterRef("pk"))))
        .select_related("source")
        .prefetch_related(Prefetch("duplicates", copies.order_by("pk")))
    )


def copies_left_alone(project: Project) -> QuerySet[FilterChange]:
    """Return the duplicates that the last run kept because people worked on them."""
    run = last_finished_run(project, DUPLICATES)
    changes = FilterChange.objects.filter(run=run, change=Change.STAYS)
    return _with_images(changes if run else FilterChange.objects.none())


def changes_of(run: FilterRun, change: str = "") -> QuerySet[FilterChange]:
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
    out = Q(image__status__in=(DUPLICATE, WITHDRAWN)) & ~Q(
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
        "This project has no such match.",
    )


def kept_because(
    copies: Iterable[Image], measured: Mapping[int, Measurement]
) -> list[str]:
    """Return the distinct reasons why a cluster keeps another image than ``copies``."""
    found = {
        measured[copy.pk].details.get("because")
        for copy in copies
        if copy.pk in measured
    }
    return [reason.value for reason in KeepReason if reason in found]
