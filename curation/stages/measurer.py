"""How a stage of one image measures: the base class of its ``measurer``."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple

from django.core.files.storage import default_storage
from PIL import Image as Picture

from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import InvalidInputError
from curation.image_files.domain.decoding import decode_image
from curation.image_files.domain.rejection import RejectedFileError
from curation.stages.base import P


class ImageFile(NamedTuple):
    """An image to measure; its file may be opened in another thread."""

    pk: int
    preview: str
    published: str
    width: int
    height: int

    def open(self, *, whole: bool = False) -> Picture.Image:
        """Return the decoded preview, or the ``whole`` image, opaque and in RGB.

        Raises InvalidInputError naming the image.
        """
        name = self.published if whole else self.preview
        try:
            with default_storage.open(name) as file:
                return decode_image(file.read()).shown
        except (OSError, RejectedFileError) as error:
            raise InvalidInputError(
                _(
                    "Image {image} cannot be read: {error}",
                    image=self.pk,
                    error=describe_failure(error),
                )
            ) from error


class MeasuredValues(NamedTuple):
    """The values of one image by the id of their measure."""

    values: Mapping[str, float]
    details: Mapping[str, Any] = {}
    """What the page of an image and later runs may use, as JSON."""


class Measurer(Generic[P]):
    """Measures images with the parameters of a run."""

    version = 1
    """Raise it when the same image gives another value, so that runs measure again."""

    def __init__(self, parameters: P) -> None:
        self.parameters = parameters

    @property
    def tool_versions(self) -> dict[str, Any]:
        """What determines the values besides the parameters: names and versions."""
        return {"measurement": str(self.version)}

    def measure_image(self, image: ImageFile) -> MeasuredValues:
        """Measure one image. Raises InvalidInputError for one that cannot be read."""
        raise NotImplementedError

    def measure_images(
        self, images: Iterable[ImageFile]
    ) -> Iterator[tuple[ImageFile, MeasuredValues]]:
        """Yield each image with its values, in order."""
        for image in images:
            yield image, self.measure_image(image)

    def remeasure_from_details(
        self, details: Mapping[str, Any]
    ) -> MeasuredValues | None:
        """Return the values from details that the same tools stored, if that suffices.

        By default other parameters need another look at the image.
        """
        return None
