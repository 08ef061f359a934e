"""Images with too much text (II-Bench §3.2)."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from curation.stages.base import ImageMeasure, ImageStage, ValueRange
from curation.stages.text_area.texts import TEXTS
from subtext_protocol.text import Language, Part


class TextAreaRules(Part):
    """Removal of images with too much text (II-Bench §3.2)."""

    threshold: float = Field(default=0.3, gt=0, le=1)
    """Share of the image area covered by recognised text above which an image is
    removed."""
    confidence: float = Field(default=0.8, ge=0, le=1)
    """Minimum confidence of the text recognition for a line to count."""
    minimum_characters: int = Field(default=2, ge=1)
    """Minimum length of a line to count."""
    languages: tuple[Language, ...] = ("en",)


class TextArea(ImageStage[TextAreaRules]):
    """Removes images of which recognised text covers more than a share."""

    id = "text_area"
    parameters = TextAreaRules
    on_by_default = True
    state = "too_much_text"
    action = "exclude_text"
    icon = "text"
    texts = TEXTS
    units = {"confidence": "share", "minimum_characters": "number"}
    measures = (
        ImageMeasure(
            id="text_area",
            threshold="threshold",
            excludes="above",
            unit="share",
            axis=ValueRange(0, 1, 0.01),
            column="text_area_ratio",
        ),
    )
    sliders = {
        "confidence": ValueRange(0.5, 1, 0.01),
        "minimum_characters": ValueRange(1, 10, 1),
    }
    measurer = "curation.stages.text_area.measure.TextMeasurer"

    @property
    def measuring_parameters(self) -> Sequence[str]:
        # The languages are part of the tools.
        return ["confidence", "minimum_characters"]

    def report_rule(
        self,
        parameters: Mapping[str, Any],
        tools: Mapping[str, Any],
        language: Language,
    ) -> str:
        engine = " ".join(
            str(tools[name]) for name in ("engine", "version") if name in tools
        )
        return self.text(
            "rule", language, **self.parameters_with_units(parameters), engine=engine
        )
