"""Images that are too small, blurred or blank. Off unless a protocol names it."""

from pydantic import Field

from curation.stages.base import ImageMeasure, ImageStage, ValueRange
from curation.stages.image_quality.texts import TEXTS
from subtext_protocol.text import Part


class ImageQualityRules(Part):
    """Removal of images that are too small, blurred or blank. A threshold of 0 removes
    nothing."""

    minimum_side: int = Field(default=200, ge=0, le=10_000)
    """Smallest width or height in pixels."""
    minimum_sharpness: float = Field(default=20, ge=0)
    """Smallest variance of the Laplacian of the grey values (0 to 255) at 512 pixels
    on the longer side; blurred images have less."""
    minimum_contrast: float = Field(default=4, ge=0, le=127.5)
    """Smallest standard deviation of the grey values (0 to 255); blank images have
    almost none."""


class ImageQuality(ImageStage[ImageQualityRules]):
    """Removes images that nobody can read: too small, blurred or blank."""

    id = "image_quality"
    parameters = ImageQualityRules
    state = "low_quality"
    action = "exclude_quality"
    icon = "focus"
    texts = TEXTS
    measures = (
        ImageMeasure(
            id="smallest_side",
            threshold="minimum_side",
            excludes="below",
            unit="pixels",
            axis=ValueRange(0, 1500, 10),
            column="smallest_side",
        ),
        ImageMeasure(
            id="sharpness",
            threshold="minimum_sharpness",
            excludes="below",
            unit="number",
            axis=ValueRange(0, 1000, 5),
            column="sharpness",
        ),
        ImageMeasure(
            id="contrast",
            threshold="minimum_contrast",
            excludes="below",
            unit="number",
            axis=ValueRange(0, 100, 1),
            column="contrast",
        ),
    )
    measurer = "curation.stages.image_quality.measure.QualityMeasurer"
