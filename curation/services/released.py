"""Images that show what a published release of this installation shows already."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from curation.domain.states import IMPORTED, IN_SCREENING, WITHDRAWN
from curation.models.copies import ReleasedCopy, ReleasedDecision
from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image, ImageFingerprint
from curation.ports import released_images
from curation.selectors.duplicates import measured_under
from curation.services.duplicates import Progress, confirmed_copies, near
from curation.services.images import image_restore, images_hold_unvoted
from workflow.errors import Conflict, FieldProblem, Invalid
from workflow.services import Actor, transition

_CHUNK = 200


def released_compare(*, run: FilterRun, progress: Progress) -> int:
    """Compare the project with every release that is out; returns how many matches.

    New images meet all releases, the others those published since. Images of the
    project itself are compared by the filter, so only withdrawn ones are looked at
    here. Written as it goes, and the releases are named in the run once all is done.
    """
    releases = set(released_images().releases())
    before = FilterRun.objects.filter(
        project=run.project,
        stage=run.stage,
        signature=run.signature,
        preview=False,
        pk__lt=run.pk,
    )
    seen = {
        release
        for parameters in before.values_list("parameters", flat=True)
        for release in parameters.get("releases", ())
    }
    images = Image.objects.filter(project=run.project).exclude(status=WITHDRAWN)
    done = measured_under(run).filter(run__in=before).values("image_id")
    fresh = list(
        images.exclude(pk__in=done).order_by("pk").values_list("pk", flat=True)
    )
    known = list(images.filter(pk__in=done).order_by("pk").values_list("pk", flat=True))
    for mine, others in (
        (fresh, _published(run, releases)),
        (known, _published(run, releases - seen)),
    ):
        found = _matches(run, mine, others, progress)
        ReleasedCopy.objects.bulk_create(found, ignore_conflicts=True)
    run.parameters["releases"] = sorted(releases)
    run.save(update_fields=["parameters"])
    return ReleasedCopy.objects.filter(run=run).count()


def _published(run: FilterRun, releases: set[int]) -> list[int]:
    """Images of these releases that the filter does not compare anyhow."""
    if not releases:
        return []
    keys = sorted(released_images().images_of(releases))
    own = Image.objects.filter(project=run.project).exclude(status=WITHDRAWN)
    return [
        key
        for start in range(0, len(keys), _CHUNK)
        for key in ImageFingerprint.objects.filter(pk__in=keys[start : start + _CHUNK])
        .exclude(image__in=own)
        .order_by("pk")
        .values_list("pk", flat=True)
    ]


def _matches(
    run: FilterRun, mine: Sequence[int], others: Sequence[int], progress: Progress
) -> Iterator[ReleasedCopy]:
    if not mine:
        return

    def beat() -> None:
        progress(0, len(mine))

    found = near(mine, others, run.parameters["radius"], beat)
    for one, outcome in confirmed_copies(found, beat):
        if outcome.similarity >= run.parameters["similarity"]:
            yield ReleasedCopy(
                run=run,
                image_id=one.image,
                released_id=one.other,
                distance=one.distance,
                confirmation=outcome._asdict(),
            )


@transaction.atomic
def released_copy_decide(
    *, copy: ReleasedCopy, decision: str, reason: str, actor: Actor
) -> ReleasedCopy:
    """Say whether an image stays although a release shows the same.

    Raises Invalid (decision, reason), Conflict when people have worked on the image,
    so that it cannot be excluded any more.
    """
    problems = []
    if decision not in (ReleasedDecision.EXCLUDED, ReleasedDecision.KEPT):
        problems.append(FieldProblem("decision", "Excluded or kept."))
    if not reason.strip():
        problems.append(FieldProblem("reason", "Please say why."))
    if problems:
        raise Invalid("This cannot be decided so.", problems)
    excluded = copy.decision == ReleasedDecision.EXCLUDED
    if decision == ReleasedDecision.EXCLUDED and not excluded:
        _exclude(copy, reason, actor)
    if decision == ReleasedDecision.KEPT and excluded:
        image_restore(image=copy.image, reason=reason, actor=actor)
    copy.decision = decision
    copy.reason = reason
    copy.decided_at = timezone.now()
    copy.save(update_fields=["decision", "reason", "decided_at"])
    return copy


def _exclude(copy: ReleasedCopy, reason: str, actor: Actor) -> None:
    held = images_hold_unvoted([copy.image_id], states=(IMPORTED, IN_SCREENING))
    if not held:
        raise Conflict("People have worked on this picture, or it is excluded already.")
    (image,) = held
    data = _verdict(copy)
    transition(image, "mark_duplicate", actor=actor, reason=reason, data=data)
    Measurement.objects.update_or_create(
        run=copy.run,
        image=image,
        defaults={
            "value": data["value"],
            "threshold": data["threshold"],
            "excluded": True,
            "details": data,
        },
    )
    copy.image = image


def _verdict(copy: ReleasedCopy) -> dict[str, Any]:
    where = released_images().where([copy.released_id]).get(copy.released_id)
    parameters = copy.run.parameters
    return {
        "run": copy.run_id,
        "rule": "released",
        "released": {"image": copy.released_id, **(where._asdict() if where else {})},
        "value": copy.confirmation["similarity"],
        "threshold": parameters["similarity"],
        "radius": parameters["radius"],
        "distance": copy.distance,
        "similarity": copy.confirmation["similarity"],
        "least_similarity": parameters["similarity"],
    }
