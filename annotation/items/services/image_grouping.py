"""Image groups: organizers join images into one item, or separate them."""

import secrets
from collections.abc import Sequence

from django.db import transaction

from annotation.items.models.items import Item
from annotation.items.services.lifecycle import (
    create_items,
    dissolve_item,
    has_item_work_begun,
)
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from curation.images.domain.states import ACCEPTED, UNDECIDED
from curation.images.models import Image
from projects.models import Project


@transaction.atomic
def group_images(*, project: Project, images: Sequence[int]) -> list[Image]:
    """Group these images into one item, in this order.

    Items that contain them and are not begun are dissolved; former group members that
    are not named become single images. The item is created once all its images are
    screened. Raises InvalidInputError (images: count, unknown or removed ones),
    ConflictError when an image is being annotated.
    """
    most = project.protocol.item.up_to
    if len(set(images)) != len(images) or not 2 <= len(images) <= most:
        raise InvalidInputError(
            _("These images cannot form one item."),
            [
                FieldProblem(
                    "images", _("Choose 2 to {most} different images.", most=most)
                )
            ],
        )
    free_images = _free(project, images)
    name = f"joined-{secrets.token_hex(8)}"
    former = {image.together for image in free_images} - {""}
    Image.objects.filter(project=project, together__in=former).exclude(
        pk__in=images
    ).filter(place__isnull=True).update(together="", together_at=0)
    for at, image in enumerate(free_images):
        image.together, image.together_at = name, at
    Image.objects.bulk_update(free_images, ["together", "together_at"])
    create_items(project=project)
    return free_images


@transaction.atomic
def ungroup_images(*, project: Project, images: Sequence[int]) -> list[Image]:
    """Separate these images. Raises the same errors as ``group_images``."""
    free_images = _free(project, images)
    for image in free_images:
        image.together, image.together_at = "", 0
    Image.objects.bulk_update(free_images, ["together", "together_at"])
    create_items(project=project)
    return free_images


def _free(project: Project, keys: Sequence[int]) -> list[Image]:
    """Return the images in this order, after dissolving the items they are in."""
    by_key = Image.objects.filter(project=project).in_bulk(keys)
    missing = [key for key in keys if key not in by_key]
    if missing:
        raise InvalidInputError(
            _("These images cannot form one item."),
            [
                FieldProblem(
                    "images",
                    _(
                        "There is no image {missing} in this project.",
                        missing=missing[0],
                    ),
                )
            ],
        )
    free_images = [by_key[key] for key in keys]
    for image in free_images:
        if image.status not in (ACCEPTED, *UNDECIDED):
            reason = _(
                "{original_path} was removed or discarded.",
                original_path=image.original_path,
            )
            raise InvalidInputError(
                _("These images cannot form one item."),
                [FieldProblem("images", reason)],
            )
    for item in Item.objects.filter(places__image__in=keys).distinct():
        if has_item_work_begun(item):
            raise ConflictError(
                _("Item {number} is already being annotated.", number=item.number)
            )
        dissolve_item(item, reason=_("Its images were grouped differently."))
    return free_images
