"""Near-duplicates among the images of a release and of published releases."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from annotation.models import ItemImage
from curation.models.copies import CopyPair, NotCopies
from projects.models import Project
from releases.domain.states import OUT
from releases.models import FrozenRow
from releases.selectors.candidates import Candidate, CandidateImage
from workflow.on_demand import on_demand

_copies_elsewhere: Callable[
    [Project, Sequence[CandidateImage]], Iterable[tuple[int, int]]
] = on_demand("releases.selectors.duplicates_elsewhere.copies_elsewhere")


class Copies(NamedTuple):
    """Pairs of image ids from different items; the first belongs to a candidate."""

    unsettled: Sequence[tuple[int, int]]
    """Confirmed by comparing pixels and not marked as different by a person."""
    distinct: Sequence[tuple[int, int]]
    """Also similar, but a person has kept both."""
    released: Sequence[tuple[int, int]]
    """Near-duplicates of a released image that is not in this version."""
    elsewhere: Sequence[tuple[int, int]]
    """Near-duplicates of an image in a release of another project."""


def copies_among(project: Project, found: Sequence[Candidate]) -> Copies:
    """Return confirmed near-duplicates and copies in other projects' releases."""
    item_of = {image.pk: one.item_id for one in found for image in one.images}
    gone = {
        image: item
        for image, item in _released_images(project).items()
        if image not in item_of
    }
    said_distinct = set(
        NotCopies.objects.filter(left__project=project).values_list("left", "right")
    )
    unsettled: set[tuple[int, int]] = set()
    distinct: set[tuple[int, int]] = set()
    released: set[tuple[int, int]] = set()
    pairs = CopyPair.objects.filter(left__project=project)
    for left, right in pairs.values_list("left", "right").order_by("left", "right"):
        if left in item_of and right in item_of:
            if item_of[left] != item_of[right]:
                settled = (left, right) in said_distinct
                (distinct if settled else unsettled).add((left, right))
        elif left in item_of and right in gone:
            released.add((left, right))
        elif right in item_of and left in gone:
            released.add((right, left))
    images = [image for one in found for image in one.images]
    return Copies(
        sorted(unsettled),
        sorted(distinct),
        sorted(released),
        sorted(_copies_elsewhere(project, images)),
    )


def _released_images(project: Project) -> dict[int, int]:
    """Return the item of every image in a release of the project, by image id."""
    rows = FrozenRow.objects.filter(release__project=project, release__status__in=OUT)
    places = ItemImage.objects.filter(item__in=rows.values("item"))
    return dict(places.values_list("image", "item"))


def clusters(
    project: Project, found: Sequence[Candidate], copies: Copies
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
    key_of |= {image.pk: one.frozen.key for one in found for image in one.images}
    first: dict[str, str] = {}

    def root(key: str) -> str:
        while first.get(key, key) != key:
            key = first[key]
        return key

    for left, right in (*copies.unsettled, *copies.distinct, *copies.released):
        one, other = sorted((root(key_of[left]), root(key_of[right])))
        first[other] = one
        first.setdefault(one, one)
    return {key: root(key) for key in first}
