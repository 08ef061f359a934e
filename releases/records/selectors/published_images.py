"""Published images, which curation compares with new ones."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import QuerySet

from annotation.items.models.items import ItemImage
from curation.images.models import Image
from curation.ports import ReleasedImages, ReleasedIn
from releases.records.models import FrozenRow, Release
from releases.records.states import OUT


class PublishedImages(ReleasedImages):
    """The images of every published release, including yanked ones."""

    def published_release_ids(self) -> Collection[int]:
        return list(
            Release.objects.filter(status__in=OUT)
            .order_by("pk")
            .values_list("pk", flat=True)
        )

    def image_ids_in_releases(self, releases: Collection[int]) -> Iterable[int]:
        items = FrozenRow.objects.filter(release__in=list(releases)).values("item")
        return (
            ItemImage.objects.filter(item__in=items)
            .order_by("image_id")
            .values_list("image_id", flat=True)
            .distinct()
        )

    def release_of_images(
        self, images: Collection[int] | QuerySet[Image, Any]
    ) -> Mapping[int, ReleasedIn]:
        rows = FrozenRow.objects.filter(
            item__places__image__in=images, release__status__in=OUT
        )
        columns = rows.order_by("release_id").values_list(
            "item__places__image",
            "release__project__slug",
            "release__name",
            "release__version",
        )
        return {image: ReleasedIn(*named) for image, *named in columns}
