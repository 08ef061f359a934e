"""Near-duplicate clusters: applying confirmed pairs and organizers' decisions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from django.db import transaction

from curation.domain.clustering import Copy
from curation.domain.states import (
    ACCEPTED,
    DISCARDED,
    DUPLICATE,
    IMPORTED,
    IN_SCREENING,
)
from curation.models.copies import NotCopies
from curation.models.filters import FilterChange, FilterRun, Measurement
from curation.models.images import Image
from curation.selectors.duplicates import copies_now, copies_that_stay, plan_duplicates
from curation.selectors.filters import DUPLICATES, last_finished_run
from curation.services.images import images_hold_unvoted, promote_to_screening
from curation.services.remaining_filters import enqueue_remaining_filters
from projects.models import Project
from workflow.errors import ConflictError
from workflow.on_demand import on_demand
from workflow.services import Actor, require_reason, transition, transition_all

_CHUNK = 200
_window_verdict: Callable[[int, int], tuple[int, int]] = on_demand(
    "curation.services.duplicates.window_verdict"
)


@dataclass
class Settled:
    """Changes that settling made."""

    excluded: int = 0
    restored: int = 0
    untouched: list[dict[str, int]] = field(default_factory=list)
    """Duplicates that stay because people have worked on them: {"image", "copy_of"}."""


@transaction.atomic
def settle_duplicates(*, run: FilterRun, actor: Actor, reason: str = "") -> Settled:
    """Exclude or restore images according to the confirmed pairs of ``run``.

    The best image of each cluster stays. Images with votes and images cleared by an
    organizer always stay.
    """
    settled = Settled()
    plan = plan_duplicates(run)
    wanted = plan.wanted
    now = copies_now(run.project)
    back = [image for image in now if image.pk not in wanted]
    transition_all(
        back,
        "refilter",
        actor=actor,
        reason=reason,
        data=lambda _: {"run": run.pk, "radius": run.parameters["radius"]},
        changes={"duplicate_of": None},
    )
    settled.restored = len(back)
    moved = images_hold_unvoted(wanted, states=(IMPORTED, IN_SCREENING))
    stayed = [image for image in now if image.pk in wanted]
    found = _verdicts(run, [*moved, *stayed], wanted)
    transition_all(
        moved,
        "mark_duplicate",
        actor=actor,
        reason=reason,
        data=lambda image: {"run": run.pk, **found[image.pk].as_data()},
    )
    settled.excluded = len(moved)
    for verdict in found.values():
        verdict.image.duplicate_of_id = verdict.copy_of
    pointing = [one.image for one in found.values()]
    Image.objects.bulk_update(pointing, ["duplicate_of"], batch_size=_CHUNK)
    _record(run, found.values())
    left_alone = copies_that_stay(run, plan)
    FilterChange.objects.filter(run=run).delete()
    FilterChange.objects.bulk_create(left_alone, batch_size=_CHUNK)
    settled.untouched = [
        {"image": key, "copy_of": kept} for key, (kept, _) in plan.locked.items()
    ]
    return settled


@dataclass(frozen=True)
class _Verdict:
    """Why an image is excluded as a near-duplicate, in numbers."""

    image: Image
    copy_of: int
    copy: Copy
    rule: str
    """``hash``: the perceptual hashes are close; ``window``: those of parts are."""
    value: int
    threshold: int
    radius: int
    least: float

    def as_data(self) -> dict[str, Any]:
        return {
            "copy_of": self.copy_of,
            "rule": self.rule,
            "value": self.value,
            "threshold": self.threshold,
            "radius": self.radius,
            "distance": self.copy.distance,
            "similarity": round(self.copy.similarity, 4),
            "least_similarity": self.least,
            "because": str(self.copy.because),
        }


def _verdicts(
    run: FilterRun,
    images: Sequence[Image],
    wanted: Mapping[int, tuple[int, Copy]],
) -> dict[int, _Verdict]:
    radius = run.parameters["radius"]
    verdicts = {}
    for image in images:
        kept, copy = wanted[image.pk]
        rule, value, threshold = "hash", copy.distance, radius
        if copy.distance > radius:
            rule = "window"
            value, threshold = _window_verdict(image.pk, kept)
        least = run.parameters["similarity"]
        verdicts[image.pk] = _Verdict(
            image, kept, copy, rule, value, threshold, radius, least
        )
    return verdicts


def _record(run: FilterRun, verdicts: Iterable[_Verdict]) -> None:
    """Store the measurements that excluded these images with the run."""
    Measurement.objects.bulk_create(
        [
            Measurement(
                run=run,
                image=one.image,
                value=one.value,
                threshold=one.threshold,
                excluded=True,
                details={**one.as_data(), "differences": list(one.copy.differences)},
            )
            for one in verdicts
        ],
        update_conflicts=True,
        unique_fields=["run", "image"],
        update_fields=["value", "threshold", "excluded", "details"],
        batch_size=_CHUNK,
    )


# Decisions of organizers ----------------------------------------------------------


@transaction.atomic
def keep_duplicates(*, image: Image, actor: Actor) -> Image:
    """Keep this duplicate in place of the one that was chosen.

    Raises ConflictError when the image is not excluded as a near-duplicate, or when the
    kept image has been screened.
    """
    kept = image.duplicate_of
    if image.status != DUPLICATE or kept is None:
        raise ConflictError("This image was not removed as a duplicate.")
    if kept.status in (ACCEPTED, DISCARDED) or kept.votes_cast:
        raise ConflictError("The duplicate that was kept is already screened.")
    kept.cleared = [name for name in kept.cleared if name != DUPLICATES]
    kept.save(update_fields=["cleared"])
    transition(
        image,
        "refilter",
        actor=actor,
        data={"kept_in_place_of": kept.pk},
        changes={
            "duplicate_of": None,
            "cleared": sorted({*image.cleared, DUPLICATES}),
        },
    )
    _settle_again(image.project, actor)
    enqueue_remaining_filters(project=image.project, actor=actor)
    image.refresh_from_db()
    return image


@transaction.atomic
def split_duplicates(*, kept: Image, reason: str, actor: Actor) -> list[Image]:
    """Restore all images of a cluster, because they are not near-duplicates.

    Raises InvalidInputError (reason), and ConflictError when the image has no
    duplicates.
    """
    copies = list(kept.duplicates.filter(status=DUPLICATE).order_by("pk"))
    if not copies:
        raise ConflictError("This image has no duplicates.")
    require_reason(reason)
    members = sorted([kept.pk, *(copy.pk for copy in copies)])
    NotCopies.objects.bulk_create(
        [
            NotCopies(left_id=left, right_id=right, reason=reason)
            for left, right in combinations(members, 2)
        ],
        ignore_conflicts=True,
    )
    transition_all(
        copies,
        "restore",
        actor=actor,
        reason=reason,
        data=lambda _: {"overruled": DUPLICATES, "copy_of": kept.pk},
        changes={"duplicate_of": None},
    )
    _settle_again(kept.project, actor)
    enqueue_remaining_filters(project=kept.project, actor=actor)
    restored = Image.objects.filter(pk__in=[copy.pk for copy in copies])
    return list(restored.select_related("source").order_by("pk"))


def _settle_again(project: Project, actor: Actor) -> None:
    """Settle the same pairs again after a person's decision."""
    run = last_finished_run(project, DUPLICATES)
    if run is not None:
        settle_duplicates(run=run, actor=actor)
    promote_to_screening(project=project)
