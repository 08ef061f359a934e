"""Smallest side, sharpness and contrast of an image."""

from importlib.metadata import version
from typing import Any

import cv2
import numpy as np

from curation.stages.image_quality.stage import ImageQualityRules
from curation.stages.measurer import ImageFile, MeasuredValues, Measurer

_SIDE = 512
"""Longer side in pixels at which sharpness is measured, so that sizes compare."""


class QualityMeasurer(Measurer[ImageQualityRules]):
    """Measures sharpness as the variance of the Laplacian (Pech-Pacheco et al., 2000)."""

    @property
    def tool_versions(self) -> dict[str, Any]:
        package = "opencv-python-headless"
        return {**super().tool_versions, package: version(package)}

    def measure_image(self, image: ImageFile) -> MeasuredValues:
        grey = np.asarray(image.open().convert("L"))
        scale = _SIDE / max(grey.shape)
        if scale < 1:
            grey = cv2.resize(
                grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA
            )
        return MeasuredValues(
            {
                "smallest_side": float(min(image.width, image.height)),
                "sharpness": float(cv2.Laplacian(grey, cv2.CV_64F).var()),
                "contrast": float(grey.std()),
            }
        )
