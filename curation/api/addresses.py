"""Addresses of image files: written and read here only.

Organizers reach every image of their project by its id. Everybody else reaches an image
by an address that was written for them when they were shown it. Its key is signed for
this person and this image: counting finds nothing, and another person's address opens
nothing. The key is made of the image's hash, which tells nothing of its age.
"""

from functools import lru_cache

from django.core.signing import BadSignature, Signer

from curation.domain.states import WITHDRAWN
from curation.models.images import Image
from curation.selectors import get_shown_image
from projects.selectors import ORGANIZERS, Access
from workflow.errors import NotFoundError

FILES = ("published", "preview", "thumbnail")
_KEYS_KEPT = 4096
"""Keys that a process remembers: an image has three addresses, and pages are polled."""


def organizer_address(slug: str, image_id: int, file: str) -> str:
    """Return the address of an image's file for organizers."""
    return f"/api/projects/{slug}/images/{image_id}/file/{file}/"


def image_address(access: Access, image: Image, file: str) -> str | None:
    """Return the address of an image's file for the person who reads.

    None where the image was withdrawn and the person is not an organizer.
    """
    slug = access.project.slug
    if access.actor.role in ORGANIZERS:
        return organizer_address(slug, image.pk, file)
    if image.status == WITHDRAWN:
        return None
    key = _key(access.user.pk, image.sha256)
    return f"/api/projects/{slug}/images/key/{key}/{file}/"


def image_number(access: Access, image: Image) -> int:
    """Return a number that tells images apart: for organizers the id.

    For others it says nothing of when the image came. JavaScript reads 52 bits.
    """
    return image.pk if access.actor.role in ORGANIZERS else annotators_number(image)


def annotators_number(image: Image) -> int:
    """Return the number by which annotators know an image."""
    return int(image.sha256[:13], 16)


def image_of_key(access: Access, key: str) -> Image:
    """Return the image that the person was given this key for.

    Raises NotFoundError for the key of another person, and once the image is withdrawn.
    """
    try:
        sha256 = _signer(access.user.pk).unsign(key)
    except BadSignature as error:
        raise NotFoundError("There is no such image.") from error
    return get_shown_image(access.project, sha256)


@lru_cache(maxsize=_KEYS_KEPT)
def _key(person_id: int, sha256: str) -> str:
    return _signer(person_id).sign(sha256)


def _signer(person_id: int) -> Signer:
    return Signer(salt=f"curation.image for {person_id}")
