"""Bringing images to where the confirmed pairs want them, and what people say of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from django.db import transaction

from curation.domain.clustering import Cluster, ConfirmedPair, Copy, Member, cluster
from curation.domain.confirming import Confirmation, Difference
from curation.domain.states import (
    ACCEPTED,
    DISCARDED,
    DUPLICATE,
    IMPORTED,
    IN_SCREENING,
    WITHDRAWN,
)
from curation.models import CopyPair, FilterRun, Image, Measurement, NotCopies
from curation.selectors.filters import DUPLICATES, last_finished_run
from curation.services.images import images_hold_unvoted, images_let_through
from curation.services.pending import pending_go_on
from projects.models import Project
from workflow.errors import Conflict, FieldProblem, Invalid
from workflow.services import Actor, transition, transition_all

_CHUNK = 200


@dataclass
class Settled:
    """What settling changed."""

    excluded: int = 0
    restored: int = 0
    untouched: list[dict[str, int]] = field(default_factory=list)
    """Copies that stay because people have worked on them: {"image", "copy_of"}."""


@transaction.atomic
def duplicates_settle(*, run: FilterRun, actor: Actor) -> Settled:
    """Bring images to where the confirmed pairs of ``run`` want them.

    Of each cluster the best stays. Images that people have voted on or that an
    organizer has cleared stay in any case.
    """
    project = run.project
    settled = Settled()
    clusters = _clusters(run)
    wanted = {
        copy.key: (found.kept, copy) for found in clusters for copy in found.excluded
    }
    now = Image.objects.filter(project=project, status=DUPLICATE)
    back = [image for image in now if image.pk not in wanted]
    transition_all(
        back, "refilter", actor=actor, data=_named(run), changes={"duplicate_of": None}
    )
    settled.restored = len(back)
    moved = images_hold_unvoted(wanted, states=(IMPORTED, IN_SCREENING))
    transition_all(
        moved,
        "mark_duplicate",
        actor=actor,
        data=lambda image: {
            **_named(run)(image),
            "copy_of": wanted[image.pk][0],
            "distance": wanted[image.pk][1].distance,
            "similarity": round(wanted[image.pk][1].similarity, 4),
        },
    )
    settled.excluded = len(moved)
    stayed = [image for image in now.filter(pk__in=wanted) if image not in moved]
    pointing = [*moved, *stayed]
    for image in pointing:
        image.duplicate_of_id = wanted[image.pk][0]
    Image.objects.bulk_update(pointing, ["duplicate_of"], batch_size=_CHUNK)
    _record(run, pointing, wanted)
    settled.untouched = [
        {"image": copy.key, "copy_of": found.kept}
        for found in clusters
        for copy in found.locked
    ]
    return settled


def _named(run: FilterRun) -> Callable[[Image], dict[str, Any]]:
    return lambda _: {"run": run.pk, "radius": run.parameters["radius"]}


def _record(
    run: FilterRun,
    images: Sequence[Image],
    wanted: Mapping[int, tuple[int, Copy]],
) -> None:
    """Keep what excluded these images with the run."""
    Measurement.objects.bulk_create(
        [
            Measurement(
                run=run,
                image=image,
                value=copy.distance,
                threshold=run.parameters["radius"],
                excluded=True,
                details={
                    "copy_of": kept,
                    "similarity": round(copy.similarity, 4),
                    "differences": list(copy.differences),
                },
            )
            for image in images
            for kept, copy in (wanted[image.pk],)
        ],
        update_conflicts=True,
        unique_fields=["run", "image"],
        update_fields=["value", "threshold", "excluded", "details"],
        batch_size=_CHUNK,
    )


def _clusters(run: FilterRun) -> Sequence[Cluster]:
    """Clusters of all pairs found under the run's signature and not overruled."""
    overruled = set(
        NotCopies.objects.filter(left__project=run.project).values_list(
            "left_id", "right_id"
        )
    )
    pairs = {
        (pair.left_id, pair.right_id): ConfirmedPair(
            pair.left_id,
            pair.right_id,
            pair.distance,
            _confirmation(pair.confirmation),
        )
        for pair in CopyPair.objects.filter(
            run__project=run.project,
            run__stage=DUPLICATES,
            run__signature=run.signature,
        )
        .exclude(left__status=WITHDRAWN)
        .exclude(right__status=WITHDRAWN)
        if (pair.left_id, pair.right_id) not in overruled
    }
    involved = sorted({key for pair in pairs for key in pair})
    members = [
        Member(
            key=image.pk,
            width=image.width,
            height=image.height,
            order=image.pk,
            locked=_locked(image),
        )
        for start in range(0, len(involved), _CHUNK)
        for image in Image.objects.filter(pk__in=involved[start : start + _CHUNK])
    ]
    return cluster(members, pairs.values())


def _locked(image: Image) -> bool:
    return (
        image.status in (ACCEPTED, DISCARDED)
        or image.votes_cast > 0
        or DUPLICATES in image.cleared
    )


def _confirmation(stored: Mapping[str, Any]) -> Confirmation:
    differences = tuple(Difference(name) for name in stored["differences"])
    return Confirmation(**{**stored, "differences": differences})


# What people say ------------------------------------------------------------------


@transaction.atomic
def duplicates_keep(*, image: Image, actor: Actor) -> Image:
    """Keep this copy in place of the one that was chosen.

    Raises Conflict when it is none, or when the kept one has been screened already.
    """
    kept = image.duplicate_of
    if image.status != DUPLICATE or kept is None:
        raise Conflict("This picture is not excluded as a copy.")
    if kept.status in (ACCEPTED, DISCARDED) or kept.votes_cast:
        raise Conflict("The copy that was kept has been screened already.")
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
    pending_go_on(project=image.project, actor=actor)
    image.refresh_from_db()
    return image


@transaction.atomic
def duplicates_split(*, kept: Image, reason: str, actor: Actor) -> list[Image]:
    """None of these are copies of each other: bring all of a cluster back.

    Raises Invalid (reason), Conflict when the image has no copies.
    """
    copies = list(kept.duplicates.filter(status=DUPLICATE).order_by("pk"))
    if not copies:
        raise Conflict("This picture has no copies.")
    if not reason.strip():
        raise Invalid(
            "A reason is needed.", [FieldProblem("reason", "Please say why.")]
        )
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
    pending_go_on(project=kept.project, actor=actor)
    restored = Image.objects.filter(pk__in=[copy.pk for copy in copies])
    return list(restored.select_related("source").order_by("pk"))


def _settle_again(project: Project, actor: Actor) -> None:
    """After a person's word: the same pairs, settled anew."""
    run = last_finished_run(project, DUPLICATES)
    if run is not None:
        duplicates_settle(run=run, actor=actor)
    waiting = Image.objects.filter(project=project, status=IMPORTED)
    images_let_through(images=list(waiting), actor=Actor.system())
