"""Pictures of two images laid over each other, for an organizer who decides on them."""

import io

from django.core.files.storage import default_storage
from PIL import Image as Picture

from core.domain.texts import _
from core.errors import NotFoundError
from curation.images.models import Image
from curation.near_duplicates.domain.match import Alteration
from curation.near_duplicates.domain.overlay import ImageOverlay, overlay_images
from curation.near_duplicates.models import NearDuplicatePair


def pair_image(pair: NearDuplicatePair, part: str) -> bytes:
    """Return ``base``, ``aligned`` or ``differences`` of a pair as WebP.

    Raises NotFoundError if the two cannot be laid over each other.
    """
    mirrored = Alteration.MIRRORED in pair.confirmation["kinds"]
    overlay = overlay_images(_open(pair.left), _open(pair.right), mirrored=mirrored)
    if overlay is None or part not in ImageOverlay._fields[:3]:
        raise NotFoundError(_("These images cannot be laid over each other."))
    file = io.BytesIO()
    getattr(overlay, part).save(file, "WEBP", quality=85, method=2)
    return file.getvalue()


def _open(image: Image) -> Picture.Image:
    with default_storage.open(image.thumbnail) as file, Picture.open(file) as picture:
        return picture.convert("RGB")
