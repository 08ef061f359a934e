"""Which pictures belong together: an organizer joins them into one item, or parts them."""

import secrets
from collections.abc import Sequence

from django.db import transaction

from annotation.models import Item
from annotation.services.items import item_dissolve, item_is_begun, items_form
from curation.domain.states import ACCEPTED, UNDECIDED
from curation.models.images import Image
from projects.models import Project
from workflow.errors import Conflict, FieldProblem, Invalid


@transaction.atomic
def images_join(*, project: Project, images: Sequence[int]) -> list[Image]:
    """Let these pictures become one item, in this order.

    Items that they are in and that nobody has begun are taken apart; what belonged with
    them and is not named stands alone again. The item is made once each of the pictures
    is decided on. Raises Invalid (how many, which), Conflict (being annotated).
    """
    most = project.protocol.item.up_to
    if len(set(images)) != len(images) or not 2 <= len(images) <= most:
        raise Invalid(
            "These images cannot form one item.",
            [FieldProblem("images", f"Choose 2 to {most} different images.")],
        )
    found = _free(project, images)
    name = f"joined-{secrets.token_hex(8)}"
    former = {image.together for image in found} - {""}
    Image.objects.filter(project=project, together__in=former).exclude(
        pk__in=images
    ).filter(place__isnull=True).update(together="", together_at=0)
    for at, image in enumerate(found):
        image.together, image.together_at = name, at
    Image.objects.bulk_update(found, ["together", "together_at"])
    items_form(project=project)
    return found


@transaction.atomic
def images_part(*, project: Project, images: Sequence[int]) -> list[Image]:
    """Let each of these pictures stand alone again. Raises as ``images_join`` does."""
    found = _free(project, images)
    for image in found:
        image.together, image.together_at = "", 0
    Image.objects.bulk_update(found, ["together", "together_at"])
    items_form(project=project)
    return found


def _free(project: Project, keys: Sequence[int]) -> list[Image]:
    """The pictures in this order, in no item any more."""
    by_key = Image.objects.filter(project=project).in_bulk(keys)
    missing = [key for key in keys if key not in by_key]
    if missing:
        raise Invalid(
            "These images cannot form one item.",
            [
                FieldProblem(
                    "images", f"There is no image {missing[0]} in this project."
                )
            ],
        )
    found = [by_key[key] for key in keys]
    for image in found:
        if image.status not in (ACCEPTED, *UNDECIDED):
            reason = f"{image.original_path} was removed or discarded."
            raise Invalid(
                "These images cannot form one item.", [FieldProblem("images", reason)]
            )
    for item in Item.objects.filter(places__image__in=keys).distinct():
        if item_is_begun(item):
            raise Conflict(f"Item {item.number} is already being annotated.")
        item_dissolve(item, reason="Its images were grouped differently.")
    return found
