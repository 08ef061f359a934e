"""Descriptions of images for the near-duplicate search, a file each.

An import writes them. Where one is missing or of an earlier version it is made from the
thumbnail, which has the size that features are found at.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image as Picture

from curation.images.domain.description import VERSION, ImageDescription, describe_image
from curation.images.models import Image

_CHUNK = 500
_MOST_IN_MEMORY = 1_000
"""Descriptions that a worker holds, about 40 kB each."""


class _Files(NamedTuple):
    sha256: str
    thumbnail: str


class DescriptionStore:
    """Descriptions of images by id, the most recently used ones in memory.

    ``beat`` is called whenever one is read, because reading many takes long.
    """

    def __init__(
        self, image_ids: Sequence[int], beat: Callable[[], None] = lambda: None
    ) -> None:
        self._files: dict[int, _Files] = {}
        self._descriptions: OrderedDict[int, ImageDescription] = OrderedDict()
        self._beat = beat
        self.add_images(image_ids)

    def add_images(self, image_ids: Iterable[int]) -> None:
        """Add images whose descriptions may be asked for."""
        missing = sorted(set(image_ids) - self._files.keys())
        for start in range(0, len(missing), _CHUNK):
            images = Image.objects.filter(pk__in=missing[start : start + _CHUNK])
            for image_id, *names in images.values_list("pk", "sha256", "thumbnail"):
                self._files[image_id] = _Files(*names)

    def __call__(self, image_id: int) -> ImageDescription:
        """Return the description of an image."""
        description = self._descriptions.pop(image_id, None)
        if description is None:
            self._beat()
            description = _read(self._files[image_id])
        self._descriptions[image_id] = description
        if len(self._descriptions) > _MOST_IN_MEMORY:
            self._descriptions.popitem(last=False)
        return description

    def has_files(self, image_id: int) -> bool:
        """Return whether the image can be described: its thumbnail is still stored."""
        files = self._files.get(image_id)
        return files is not None and default_storage.exists(files.thumbnail)


def _read(files: _Files) -> ImageDescription:
    name = description_name(files.sha256)
    if default_storage.exists(name):
        with default_storage.open(name) as file:
            try:
                return ImageDescription.from_bytes(file.read())
            except (ValueError, OSError, KeyError):
                pass  # A killed worker may have left a part of the file.
        default_storage.delete(name)
    with default_storage.open(files.thumbnail) as file, Picture.open(file) as image:
        description = describe_image(image.convert("RGB"))
    default_storage.save(name, ContentFile(description.to_bytes()))
    return description


def description_name(sha256: str) -> str:
    """Return the storage name of the description of an original."""
    return f"descriptions/{sha256[:2]}/{sha256}.v{VERSION}.npz"
