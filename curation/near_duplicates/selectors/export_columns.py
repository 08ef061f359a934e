"""Near-duplicates in the export of the images, with what people decided on them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any

from django.db.models import Q

from curation.filters.models import FilterRun
from curation.filters.selectors.runs import last_finished_run
from curation.images.models import Image
from curation.near_duplicates.domain.stage import NearDuplicates
from curation.near_duplicates.models import (
    NearDuplicatePair,
    PairDecision,
    ReleasedCopy,
)
from curation.near_duplicates.selectors.clusters import (
    list_pairs_of_run,
    match_from_json,
    minimum_certainty_of_run,
)

Row = dict[str, Any]


def duplicate_columns(images: Sequence[Image]) -> Mapping[int, Row]:
    """Return the stage's columns for images of one project, by image id."""
    keys = [image.pk for image in images]
    project = images[0].project
    run = last_finished_run(project, NearDuplicates.id)
    possible = _possible_duplicates(keys, run, project.zone)
    released = _released_duplicates(keys, project.zone)
    return {
        image.pk: {
            "duplicate_of": image.duplicate_of and image.duplicate_of.original_path,
            "distance": image.duplicate_of and _distance(image, image.duplicate_of),
            "possible_duplicates": possible.get(image.pk, []),
            "released_duplicates": released.get(image.pk, []),
        }
        for image in images
    }


def _moment(at: datetime, zone: tzinfo) -> str:
    return at.astimezone(zone).isoformat()


def _distance(image: Image, original: Image) -> int:
    return (int(image.phash, 16) ^ int(original.phash, 16)).bit_count()


def _possible_duplicates(
    keys: Sequence[int], run: FilterRun | None, zone: tzinfo
) -> Mapping[int, Sequence[Row]]:
    """Return the images that may show the same, or on which a person decided.

    A pair is listed at both of its images; one that only an earlier run found has no
    certainty.
    """
    of_images = Q(left__in=keys) | Q(right__in=keys)
    decisions = {
        (row.left_id, row.right_id): row
        for row in PairDecision.objects.filter(of_images).select_related("decided_by")
    }
    certainties = dict[tuple[int, int], float]()
    pairs = list_pairs_of_run(run) if run else NearDuplicatePair.objects.none()
    for pair in pairs.filter(of_images).only("left", "right", "certainty"):
        ids = (pair.left_id, pair.right_id)
        if ids in decisions or (run and pair.certainty < minimum_certainty_of_run(run)):
            certainties[ids] = pair.certainty
    listed = sorted(decisions.keys() | certainties.keys())
    images = Image.objects.in_bulk({key for ids in listed for key in ids})
    rows: defaultdict[int, list[Row]] = defaultdict(list)
    for ids in listed:
        decision = decisions.get(ids)
        decided_by = decision and decision.decided_by
        for own, counterpart in (ids, ids[::-1]):
            rows[own].append(
                {
                    "path": images[counterpart].original_path,
                    "sha256": images[counterpart].sha256,
                    "certainty": certainties.get(ids),
                    "decision": decision and decision.answer,
                    "reason": decision.reason if decision else "",
                    "decided_by": decided_by and decided_by.pseudonym,
                    "decided_at": decision and _moment(decision.decided_at, zone),
                }
            )
    return rows


def _released_duplicates(
    keys: Sequence[int], zone: tzinfo
) -> Mapping[int, Sequence[Row]]:
    """Return the released images that show the same, and whether the image stays."""
    rows: defaultdict[int, list[Row]] = defaultdict(list)
    copies = ReleasedCopy.objects.filter(image__in=keys).select_related("released")
    for copy in copies.order_by("pk"):
        rows[copy.image_id].append(
            {
                "sha256": copy.released.sha256,
                "certainty": match_from_json(copy.confirmation).certainty,
                "decision": copy.decision,
                "reason": copy.reason,
                "decided_at": copy.decided_at and _moment(copy.decided_at, zone),
            }
        )
    return rows
