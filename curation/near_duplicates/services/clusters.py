"""Near-duplicate clusters: applying confirmed pairs and organizers' decisions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from django.db import transaction

from core.domain.texts import _
from core.errors import ConflictError
from core.services import Actor, require_reason, transition, transition_all
from curation.filters.models import FilterChange, FilterRun, Measurement
from curation.filters.selectors.runs import last_finished_run
from curation.filters.services.promotion import promote_to_screening
from curation.filters.services.remaining_stages import enqueue_remaining_filters
from curation.images.domain.states import ACCEPTED, DISCARDED, IMPORTED, IN_SCREENING
from curation.images.models import Image
from curation.images.services.withdrawal import lock_unvoted_images
from curation.near_duplicates.domain.clustering import Copy
from curation.near_duplicates.domain.stage import NearDuplicates
from curation.near_duplicates.models import PairAnswer, PairDecision
from curation.near_duplicates.selectors.clusters import (
    copies_that_stay,
    list_excluded_duplicates,
    minimum_certainty_of_run,
    plan_duplicates,
)
from projects.models import Project

_CHUNK = 200


@dataclass
class SettledDuplicates:
    """Changes that settling made."""

    excluded: int = 0
    restored: int = 0
    untouched: list[dict[str, int]] = field(default_factory=list)
    """Duplicates that stay because people have worked on them: {"image", "copy_of"}."""


@transaction.atomic
def settle_duplicates(
    *, run: FilterRun, actor: Actor, reason: str = ""
) -> SettledDuplicates:
    """Exclude or restore images according to the confirmed pairs of ``run``.

    The best image of each cluster stays. Images with votes and images cleared by an
    organizer always stay.
    """
    settled = SettledDuplicates()
    plan = plan_duplicates(run)
    now = list_excluded_duplicates(run.project)
    restored = [image for image in now if image.pk not in plan.excluded]
    transition_all(
        restored,
        "refilter",
        actor=actor,
        reason=reason,
        data=lambda _: {"run": run.pk, "threshold": minimum_certainty_of_run(run)},
        changes={"duplicate_of": None},
    )
    settled.restored = len(restored)
    excluded = lock_unvoted_images(plan.excluded, states=(IMPORTED, IN_SCREENING))
    still_excluded = [image for image in now if image.pk in plan.excluded]
    verdicts = _verdicts(run, [*excluded, *still_excluded], plan.excluded)
    transition_all(
        excluded,
        NearDuplicates.action,
        actor=actor,
        reason=reason,
        data=lambda image: {"run": run.pk, **verdicts[image.pk].as_data()},
    )
    settled.excluded = len(excluded)
    for verdict in verdicts.values():
        verdict.image.duplicate_of_id = verdict.copy_of
    pointing = [verdict.image for verdict in verdicts.values()]
    Image.objects.bulk_update(pointing, ["duplicate_of"], batch_size=_CHUNK)
    _record(run, verdicts.values())
    left_alone = copies_that_stay(run, plan)
    FilterChange.objects.filter(run=run).delete()
    FilterChange.objects.bulk_create(left_alone, batch_size=_CHUNK)
    settled.untouched = [
        {"image": key, "copy_of": kept_id} for key, (kept_id, _) in plan.locked.items()
    ]
    return settled


@dataclass(frozen=True)
class _Verdict:
    """Why an image is excluded as a near-duplicate, in numbers."""

    image: Image
    copy_of: int
    copy: Copy
    threshold: float

    def as_data(self) -> dict[str, Any]:
        return {
            "copy_of": self.copy_of,
            "rule": "match",
            "value": self.copy.certainty,
            "threshold": self.threshold,
            "distance": self.copy.distance,
            "because": str(self.copy.because),
        }


def _verdicts(
    run: FilterRun,
    images: Sequence[Image],
    excluded: Mapping[int, tuple[int, Copy]],
) -> dict[int, _Verdict]:
    threshold = minimum_certainty_of_run(run)
    return {
        image.pk: _Verdict(image, *excluded[image.pk], threshold) for image in images
    }


def _record(run: FilterRun, verdicts: Iterable[_Verdict]) -> None:
    """Store the measurements that excluded these images with the run."""
    Measurement.objects.bulk_create(
        [
            Measurement(
                run=run,
                image=verdict.image,
                value=verdict.copy.certainty,
                threshold=verdict.threshold,
                excluded=True,
                details={
                    **verdict.as_data(),
                    "differences": list(verdict.copy.differences),
                },
            )
            for verdict in verdicts
        ],
        update_conflicts=True,
        unique_fields=["run", "image", "measure"],
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
    kept_image = image.duplicate_of
    if image.status != NearDuplicates.state or kept_image is None:
        raise ConflictError(_("This image was not removed as a duplicate."))
    if kept_image.status in (ACCEPTED, DISCARDED) or kept_image.votes_cast:
        raise ConflictError(_("The duplicate that was kept is already screened."))
    kept_image.overridden_stages = [
        name for name in kept_image.overridden_stages if name != NearDuplicates.id
    ]
    kept_image.save(update_fields=["overridden_stages"])
    transition(
        image,
        "refilter",
        actor=actor,
        data={"kept_in_place_of": kept_image.pk},
        changes={
            "duplicate_of": None,
            "overridden_stages": sorted({*image.overridden_stages, NearDuplicates.id}),
        },
    )
    resettle_duplicates(image.project, actor)
    enqueue_remaining_filters(project=image.project, actor=actor)
    image.refresh_from_db()
    return image


@transaction.atomic
def split_duplicates(*, kept_image: Image, reason: str, actor: Actor) -> list[Image]:
    """Restore all images of a cluster, because they are not near-duplicates.

    Raises InvalidInputError (reason), and ConflictError when the image has no
    duplicates.
    """
    copies = list(
        kept_image.duplicates.filter(status=NearDuplicates.state).order_by("pk")
    )
    if not copies:
        raise ConflictError(_("This image has no duplicates."))
    require_reason(reason)
    members = sorted([kept_image.pk, *(copy.pk for copy in copies)])
    PairDecision.objects.bulk_create(
        [
            PairDecision(
                left_id=left,
                right_id=right,
                answer=PairAnswer.DIFFERENT,
                reason=reason,
            )
            for left, right in combinations(members, 2)
        ],
        update_conflicts=True,
        unique_fields=["left", "right"],
        update_fields=["answer", "reason"],
    )
    transition_all(
        copies,
        "restore",
        actor=actor,
        reason=reason,
        data=lambda _: {"overruled": NearDuplicates.id, "copy_of": kept_image.pk},
        changes={"duplicate_of": None},
    )
    resettle_duplicates(kept_image.project, actor)
    enqueue_remaining_filters(project=kept_image.project, actor=actor)
    restored = Image.objects.filter(pk__in=[copy.pk for copy in copies])
    return list(restored.select_related("source").order_by("pk"))


def resettle_duplicates(project: Project, actor: Actor) -> None:
    """Settle the same pairs again after a person's decision."""
    run = last_finished_run(project, NearDuplicates.id)
    if run is not None:
        settle_duplicates(run=run, actor=actor)
    promote_to_screening(project=project)
