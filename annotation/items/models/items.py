"""Items: one or more images that are annotated together."""

from django.db import models

from curation.images.models import Image
from projects.models import Project, ProtocolVersion


class Item(models.Model):
    """The unit of work: one or more images in order."""

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="items", db_index=False
    )
    number = models.PositiveIntegerField()
    """Number within the project, from 1."""
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="item_number")
        ]

    def __str__(self) -> str:
        return f"{self.project_id}/{self.number}"

    @property
    def images(self) -> list[Image]:
        """The item's images in order. Prefetch ``places`` with their images."""
        return [place.image for place in self.places.all()]


class ItemImage(models.Model):
    """The position of an image in an item; an image belongs to one item only."""

    item = models.ForeignKey(
        Item, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    image = models.OneToOneField(Image, on_delete=models.PROTECT, related_name="place")
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "position"], name="item_image_position"
            )
        ]
        ordering = ["position"]

    def __str__(self) -> str:
        return f"{self.item_id}[{self.position}]"
