"""Near-duplicates among the images of a release and of published releases."""

from collections.abc import Sequence
from typing import NamedTuple

from annotation.items.models.items import ItemImage
from curation.near_duplicates.models import PairAnswer, PairDecision
from curation.near_duplicates.selectors.clusters import (
    duplicate_parameters,
    latest_pairs,
)
from projects.models import Project
from releases.gate.selectors.candidates import ReleaseCandidate
from releases.records.models import FrozenRow
from releases.records.states import OUT


class DuplicatePairs(NamedTuple):
    """Pairs of image ids from different items; the first belongs to a candidate."""

    unsettled: Sequence[tuple[int, int]]
    """Near-duplicates that no person decided to keep both of."""
    possible: Sequence[tuple[int, int]]
    """Possible near-duplicates that no person has decided on."""
    distinct: Sequence[tuple[int, int]]
    """Similar, but a person has kept both."""
    released: Sequence[tuple[int, int]]
    """Near-duplicates of a released image that is not in this version."""
    elsewhere: Sequence[tuple[int, int]]
    """Near-duplicates of an image in a release of another project."""


def duplicates_among_candidates(
    project: Project, candidates: Sequence[ReleaseCandidate]
) -> DuplicatePairs:
    """Return confirmed near-duplicates and copies in other projects' releases."""
    item_of = {
        image.pk: candidate.item_id
        for candidate in candidates
        for image in candidate.images
    }
    removed_images = {
        image: item
        for image, item in _released_images(project).items()
        if image not in item_of
    }
    answers = {
        (left, right): answer
        for left, right, answer in PairDecision.objects.filter(
            left__project=project
        ).values_list("left", "right", "answer")
    }
    least = duplicate_parameters(project).certainty
    unsettled: list[tuple[int, int]] = []
    possible: list[tuple[int, int]] = []
    distinct: list[tuple[int, int]] = []
    released: list[tuple[int, int]] = []
    for (left, right), certainty in sorted(latest_pairs(project).items()):
        answer = answers.get((left, right))
        is_same = certainty >= least if answer is None else answer == PairAnswer.SAME
        if left in item_of and right in item_of:
            if item_of[left] == item_of[right]:
                continue
            if is_same:
                unsettled.append((left, right))
            elif answer is None:
                possible.append((left, right))
            elif certainty >= least:
                distinct.append((left, right))
        elif is_same and left in item_of and right in removed_images:
            released.append((left, right))
        elif is_same and right in item_of and left in removed_images:
            released.append((right, left))
    # It loads SciPy, which only this check needs.
    from releases.gate.selectors.duplicates_elsewhere import (  # noqa: PLC0415
        copies_in_other_projects,
    )

    images = [image for candidate in candidates for image in candidate.images]
    elsewhere = sorted(copies_in_other_projects(project, images))
    return DuplicatePairs(unsettled, possible, distinct, sorted(released), elsewhere)


def _released_images(project: Project) -> dict[int, int]:
    """Return the item of every image in a release of the project, by image id."""
    rows = FrozenRow.objects.filter(release__project=project, release__status__in=OUT)
    places = ItemImage.objects.filter(item__in=rows.values("item"))
    return dict(places.values_list("image", "item"))


def cluster_items(
    project: Project, candidates: Sequence[ReleaseCandidate], copies: DuplicatePairs
) -> dict[str, str]:
    """Return the cluster of items with near-duplicate images, named by its first key.

    The result maps item keys to clusters. It includes items of earlier releases that
    are no longer candidates.
    """
    rows = FrozenRow.objects.filter(release__project=project, release__status__in=OUT)
    key_of_item = dict(rows.order_by("release").values_list("item", "key"))
    key_of = {
        image: key_of_item[item]
        for image, item in _released_images(project).items()
        if item in key_of_item
    }
    key_of |= {
        image.pk: candidate.frozen.key
        for candidate in candidates
        for image in candidate.images
    }
    first: dict[str, str] = {}

    def root(key: str) -> str:
        while first.get(key, key) != key:
            key = first[key]
        return key

    for left, right in (*copies.unsettled, *copies.distinct, *copies.released):
        first_key, second_key = sorted((root(key_of[left]), root(key_of[right])))
        first[second_key] = first_key
        first.setdefault(first_key, first_key)
    return {key: root(key) for key in first}
