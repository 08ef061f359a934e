"""Which pictures of a release are copies: of each other, or of what is out already."""

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
    """Pairs of images of different items, by id; the first is one of the candidates."""

    unsettled: Sequence[tuple[int, int]]
    """Confirmed on pixels, and nobody has said that they differ."""
    distinct: Sequence[tuple[int, int]]
    """Alike as well, but a person has let both in."""
    released: Sequence[tuple[int, int]]
    """Copies of a picture that was released and is not in this version."""
    elsewhere: Sequence[tuple[int, int]]
    """Copies of a picture in a release of another project."""


def copies_among(project: Project, found: Sequence[Candidate]) -> Copies:
    """What curation confirmed to be copies, and what other projects have released."""
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
    """The item of every image that a release of the project holds."""
    rows = FrozenRow.objects.filter(release__project=project, release__status__in=OUT)
    places = ItemImage.objects.filter(item__in=rows.values("item"))
    return dict(places.values_list("image", "item"))


def clusters(
    project: Project, found: Sequence[Candidate], copies: Copies
) -> dict[str, str]:
    """Items whose pictures are copies, by key: each with the first key of its cluster.

    Items of earlier releases are among them, though they are no candidates now.
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
