"""Published images, which curation compares with new ones."""

from collections.abc import Collection, Iterable, Mapping

from annotation.models import ItemImage
from curation.ports import ReleasedIn
from releases.domain.states import OUT
from releases.models import FrozenRow, Release

_CHUNK = 500


class PublishedImages:
    """The images of every published release, including yanked ones.

    Implements ``curation.ports.ReleasedImages``.
    """

    def releases(self) -> Collection[int]:
        return list(
            Release.objects.filter(status__in=OUT)
            .order_by("pk")
            .values_list("pk", flat=True)
        )

    def images_of(self, releases: Collection[int]) -> Iterable[int]:
        items = FrozenRow.objects.filter(release__in=list(releases)).values("item")
        return (
            ItemImage.objects.filter(item__in=items)
            .order_by("image_id")
            .values_list("image_id", flat=True)
            .distinct()
        )

    def where(self, images: Collection[int]) -> Mapping[int, ReleasedIn]:
        found: dict[int, ReleasedIn] = {}
        keys = sorted(images)
        for start in range(0, len(keys), _CHUNK):
            rows = (
                FrozenRow.objects.filter(
                    item__places__image__in=keys[start : start + _CHUNK],
                    release__status__in=OUT,
                )
                .order_by("release_id")
                .values_list(
                    "item__places__image",
                    "release__project__slug",
                    "release__name",
                    "release__version",
                )
            )
            for image, slug, name, version in rows:
                found[image] = ReleasedIn(slug, name, version)
        return found
