"""Items: one or more pictures that are annotated together."""

from django.db import models

from curation.models.images import Image
from projects.models import Project, ProtocolVersion


class Item(models.Model):
    """The unit of work: one or more images in order."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="items")
    number = models.PositiveIntegerField()
    """Counts from 1 within the project."""
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="item_number")
        ]

    def __str__(self) -> str:
        return f"{self.project_id}/{self.number}"

    @property
    def pictures(self) -> list[Image]:
        """Its images in order; ``places`` with their images should be prefetched."""
        return [place.image for place in self.places.all()]


class ItemImage(models.Model):
    """An image's place in an item; an image is in one item only."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="places")
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
