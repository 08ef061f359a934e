"""URLs of image files, written and read only here.

Organizers reach every image of their project by its id. Other people reach an image by
a URL with a key, written when the image is shown to them. The key is signed for this
person and this image, so neither counting nor another person's URL opens an image. It
contains the image's hash, which does not reveal when the image was imported.
"""

from collections.abc import Iterable
from functools import lru_cache

from django.core.signing import BadSignature, Signer

from core.domain.texts import _
from core.errors import NotFoundError
from curation.images.domain.states import WITHDRAWN
from curation.images.models import Image
from curation.images.selectors.images import get_shown_image
from projects.access.selectors import Access
from projects.roles import ORGANIZERS

FULL = "full"
"""All pixels of an image as its preview shows it, for the viewer when it zooms.

The addresses of an image's files differ only in the last part, so the viewer makes this
one from that of the preview.
"""
FILES = ("published", "preview", "thumbnail", FULL)
_KEYS_KEPT = 4096
"""Cached keys per process: an image has three URLs, and pages are polled."""


def image_address_for_organizers(slug: str, image_id: int, file: str) -> str:
    """Return the URL of an image's file for organizers."""
    return f"/api/projects/{slug}/images/{image_id}/file/{file}/"


def image_address(access: Access, image: Image, file: str) -> str | None:
    """Return the URL of an image's file for the current person.

    Returns None if the image is withdrawn and the person is not an organizer.
    """
    slug = access.project.slug
    if access.actor.role in ORGANIZERS:
        return image_address_for_organizers(slug, image.pk, file)
    if image.status == WITHDRAWN:
        return None
    key = _key(access.user.pk, image.sha256)
    return f"/api/projects/{slug}/images/key/{key}/{file}/"


def image_addresses(
    access: Access, image_ids: Iterable[int], file: str
) -> dict[int, str]:
    """Return the URLs of images by id, for the current person.

    Withdrawn images are left out for people who are not organizers.
    """
    if access.actor.role in ORGANIZERS:
        slug = access.project.slug
        return {pk: image_address_for_organizers(slug, pk, file) for pk in image_ids}
    images = Image.objects.filter(project=access.project).in_bulk(set(image_ids))
    addresses = {pk: image_address(access, image, file) for pk, image in images.items()}
    return {pk: address for pk, address in addresses.items() if address is not None}


def image_number(access: Access, image: Image) -> int:
    """Return a number that identifies an image: its id for organizers.

    For other people it does not reveal when the image was imported. It has 52 bits, so
    that JavaScript reads it exactly.
    """
    return (
        image.pk
        if access.actor.role in ORGANIZERS
        else image_number_for_annotators(image)
    )


def image_number_for_annotators(image: Image) -> int:
    """Return the number that identifies an image for annotators."""
    return int(image.sha256[:13], 16)


def image_of_key(access: Access, key: str) -> Image:
    """Return the image of a key that was signed for this person.

    Raises NotFoundError for another person's key and for a withdrawn image.
    """
    try:
        sha256 = _signer(access.user.pk).unsign(key)
    except BadSignature as error:
        raise NotFoundError(_("There is no such image.")) from error
    return get_shown_image(access.project, sha256)


@lru_cache(maxsize=_KEYS_KEPT)
def _key(person_id: int, sha256: str) -> str:
    return _signer(person_id).sign(sha256)


def _signer(person_id: int) -> Signer:
    return Signer(salt=f"curation.image for {person_id}")
