"""What a stage of curation declares. docs/how-to/add-a-curation-stage.md is the guide.

Pages, states, reports and exports derive from these declarations. Every process loads
them, so what is heavy (Pillow, OpenCV, text recognition) is named by its path and
loaded by jobs.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar, cast

from reporting.phrases import fill_placeholders
from subtext_protocol.document import Protocol
from subtext_protocol.text import Language, Part

P = TypeVar("P", bound=Part)

Kind = Literal["image", "collection", "people"]
Unit = Literal["share", "number", "pixels"]
"""``share``: 0 to 1, written in percent; ``pixels``: a length in the image."""
Icon = Literal["copy", "focus", "people", "ruler", "text"]

Texts = Mapping[str, Mapping[Language, str]]
"""Texts by key and language, with ``{placeholders}``; ``{votes:vote}`` counts a noun of
``reporting/phrases.yaml``.

Every stage has ``title`` (its page), ``lead`` (what it does, a sentence), ``name`` (a
noun phrase in the report), ``removed_as`` (what its images were removed as), ``rule``
(the rule in the report, with parameters as placeholders), ``card`` (the same for a data
card), ``status`` (state of an excluded image), ``action`` (what happened to it),
``parameter.<name>`` and ``parameter.<name>.hint``, and ``reason.<rule>`` for each rule
that excludes, with ``{value}`` and ``{threshold}``. A stage of one image has
``measure.<id>`` for each measure. A stage of people has no ``rule``.
"""


class ValueRange(NamedTuple):
    """The range of a slider or an axis."""

    low: float
    high: float
    step: float


class ExclusionReason(NamedTuple):
    """Why an image was excluded: the rule, the measured value and its threshold."""

    rule: str
    value: float | None
    threshold: float | None


class ImageMeasure(NamedTuple):
    """A number that a stage measures of an image, and its threshold."""

    id: str
    threshold: str
    """The parameter that holds the threshold."""
    excludes: Literal["above", "below"]
    """The side of the threshold whose images are excluded; the threshold itself passes.
    """
    unit: Unit
    axis: ValueRange
    """Axis of the histogram; values outside count in the outermost bins."""
    column: str
    """Column in the export of the images."""

    @property
    def most_excluded_value(self) -> float:
        """The value that is most excluded: 1 for a share, no limit for others above."""
        if self.excludes == "below":
            return self.axis.low
        return 1 if self.unit == "share" else float("inf")

    def is_excluded(self, value: float, threshold: float) -> bool:
        """Return whether a measured value is on the excluded side."""
        return value > threshold if self.excludes == "above" else value < threshold


class Stage(Generic[P]):
    """One step of curation. Subclasses set what has no value here."""

    kind: ClassVar[Kind]
    id: ClassVar[str]
    """The key in protocols, runs and URLs; it never changes."""
    parameters: type[P]
    required: ClassVar[bool] = False
    """Whether every protocol must give the parameters."""
    on_by_default: ClassVar[bool] = False
    """Whether the stage runs where a protocol does not name it."""
    earlier_id: ClassVar[str] = ""
    """The key in protocols of earlier versions."""
    state: ClassVar[str]
    """State of the images that the stage excluded."""
    action: ClassVar[str]
    """The transition that excludes an image, a verb."""
    icon: ClassVar[Icon]
    texts: ClassVar[Texts]
    reasons: ClassVar[Mapping[str, Unit]]
    """The rules that exclude an image, each with the unit of its value."""
    units: ClassVar[Mapping[str, Unit]] = {}
    """Units of the parameters that are numbers, thresholds excepted."""
    columns: ClassVar[Sequence[str]] = ()
    """Columns of the stage in the export of the images."""

    def rules(self, protocol: Protocol) -> P | None:
        """Return the protocol's parameters of this stage, or None where it is off."""
        return cast("P | None", protocol.curation.rules_of_stage(self.id))

    def can_exclude(self, parameters: P) -> bool:
        """Return whether these parameters let the stage exclude any image."""
        return True

    def text(self, key: str, language: Language, /, **values: object) -> str:
        """Return a text with its placeholders filled. Raises KeyError if unknown."""
        return fill_placeholders(self.texts[key][language], language, **values)

    def report_rule(
        self,
        parameters: Mapping[str, Any],
        tools: Mapping[str, Any],
        language: Language,
    ) -> str:
        """Return the rule of a run for the report, without brackets; may be empty."""
        if "rule" not in self.texts:
            return ""
        return self.text("rule", language, **self.parameters_with_units(parameters))

    def card_phrase(self, parameters: P, language: Language) -> str:
        """Return the phrase of a data card on what this stage removed."""
        return self.text(
            "card", language, **self.parameters_with_units(parameters.model_dump())
        )

    def parameter_unit(self, parameter: str) -> Unit | None:
        """Return the unit of a parameter that is a number."""
        return self.units.get(parameter)

    def parameters_with_units(
        self, parameters: Mapping[str, Any]
    ) -> dict[str, str | int]:
        """Return the parameters as texts, shares in percent; whole numbers stay."""
        return {
            name: f"{value * 100:g}%"
            if self.parameter_unit(name) == "share"
            else f"{value:g}"
            if isinstance(value, float)
            else value
            if isinstance(value, int)
            else str(value)
            for name, value in parameters.items()
            if name in self.parameters.model_fields
        }

    def exclusion_reason(self, data: Mapping[str, Any]) -> ExclusionReason:
        """Return the reason from the ledger data of an exclusion."""
        raise NotImplementedError

    def reason_text(self, data: Mapping[str, Any], reason: str) -> str:
        """Return the reason of an exclusion for the export, in English.

        ``reason`` is what a person wrote.
        """
        raise NotImplementedError


class ImageStage(Stage[P]):
    """A stage that measures each image by itself and compares with thresholds."""

    kind: ClassVar[Kind] = "image"
    measures: ClassVar[Sequence[ImageMeasure]]
    sliders: ClassVar[Mapping[str, ValueRange]] = {}
    """Parameters besides the thresholds that may be tried on the page."""
    measurer: ClassVar[str]
    """Path of a ``curation.stages.measurer.Measurer``."""

    def __init_subclass__(cls) -> None:
        cls.reasons = {measure.id: measure.unit for measure in cls.measures}
        cls.columns = [measure.column for measure in cls.measures]

    def parameter_unit(self, parameter: str) -> Unit | None:
        of_thresholds = {measure.threshold: measure.unit for measure in self.measures}
        return of_thresholds.get(parameter, super().parameter_unit(parameter))

    def can_exclude(self, parameters: P) -> bool:
        return any(
            measure.is_excluded(
                measure.most_excluded_value, getattr(parameters, measure.threshold)
            )
            for measure in self.measures
        )

    def get_measure(self, measure_id: str) -> ImageMeasure | None:
        """Return the measure with this id, if there is one; by default the first."""
        if not measure_id:
            return self.measures[0]
        return next(
            (measure for measure in self.measures if measure.id == measure_id), None
        )

    @property
    def measuring_parameters(self) -> Sequence[str]:
        """Parameters that determine the measured values: all but the thresholds."""
        thresholds = {measure.threshold for measure in self.measures}
        return [name for name in self.parameters.model_fields if name not in thresholds]

    def exclusion_reason(self, data: Mapping[str, Any]) -> ExclusionReason:
        rule = data.get("measure", self.measures[0].id)
        # Entries of version 0.1.0 hold the value under the name of the measure.
        return ExclusionReason(
            rule, data.get("value", data.get(rule)), data["threshold"]
        )

    def reason_text(self, data: Mapping[str, Any], reason: str) -> str:
        excluded = self.exclusion_reason(data)
        measure = self.get_measure(excluded.rule)
        side = measure.excludes if measure else "beyond"
        title = self.text(f"measure.{excluded.rule}", "en").lower()
        return f"{title} {excluded.value:.4f} {side} {excluded.threshold}"


class CollectionStage(Stage[P]):
    """A stage that compares the images of a collection with each other."""

    kind: ClassVar[Kind] = "collection"
    measuring_parameters: ClassVar[Sequence[str]]
    """Parameters that determine the comparisons, besides the tools."""
    tools: ClassVar[str]
    """Path of a function that returns the tools of the comparison."""
    run: ClassVar[str]
    """Path of a function that takes ``run`` and ``progress``, compares, and excludes and
    restores images. It returns the counts of the run and the images that stay because
    people have worked on them."""
    release: ClassVar[str]
    """Path of a function that takes the excluded ``image`` and the ``reason`` of its
    restoration, notes that a person rejected the comparison, and returns data of the
    ledger entry."""
    export: ClassVar[str]
    """Path of a function that returns the values of ``columns`` for images of a project,
    by image id."""


class PeopleStage(Stage[P]):
    """A stage in which people decide by votes; it comes last."""

    kind: ClassVar[Kind] = "people"
