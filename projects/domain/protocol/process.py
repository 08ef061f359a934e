"""Rules of curation, items, annotation and review."""

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from projects.domain.protocol.text import (
    Identifier,
    Language,
    LocalText,
    Part,
    require_distinct,
)


class DuplicateRules(Part):
    """Stage 1 (II-Bench §3.2): removal of duplicates and near-duplicates."""

    radius: int = Field(default=12, ge=0, le=32)
    """Maximum differing bits of the 64-bit perceptual hashes of images to compare."""
    similarity: float = Field(default=0.7, ge=0.7, le=1)
    """Share of the places with visible content that must agree for two images to be
    near-duplicates. Less than 0.7 is never enough; the rule itself defines how marks
    and tones count."""


class TextAreaRules(Part):
    """Stage 2 (II-Bench §3.2): removal of images with too much text."""

    threshold: float = Field(default=0.3, gt=0, le=1)
    """Share of the image area covered by recognised text above which an image is
    removed."""
    confidence: float = Field(default=0.8, ge=0, le=1)
    minimum_characters: int = Field(default=2, ge=1)
    languages: tuple[Language, ...] = ("en",)


class Reason(Part):
    id: Identifier
    title: LocalText


def _distinct_reasons(reasons: Sequence[Reason]) -> Sequence[Reason]:
    require_distinct((reason.id for reason in reasons), "reasons")
    return reasons


Reasons = Annotated[tuple[Reason, ...], AfterValidator(_distinct_reasons)]
"""Reasons to choose from, in the order in which they are offered."""


class ScreeningReason(Reason):
    text: bool = False
    """Whether this reason needs a sentence of explanation."""


class ScreeningRules(Part):
    """Stage 3 (II-Bench §3.2): people discard images that imply nothing."""

    votes: int = Field(default=1, ge=1, le=5)
    question: LocalText
    reasons: Annotated[
        tuple[ScreeningReason, ...],
        AfterValidator(_distinct_reasons),
        Field(min_length=1),
    ]


class CurationRules(Part):
    duplicates: DuplicateRules = DuplicateRules()
    text_area: TextAreaRules = TextAreaRules()
    screening: ScreeningRules


class ItemRules(Part):
    """Number of images, in order, that make one item."""

    images: int = Field(default=1, ge=1, le=5)
    """Images per item where no grouping is given."""
    most: int | None = Field(default=None, ge=1, le=5)
    """Maximum images that a manifest or an organizer may group (CMMMU: one to five).
    None: as many as ``images``."""

    @model_validator(mode="after")
    def _range_is_one(self) -> Self:
        if self.most is not None and self.most < self.images:
            raise ValueError("most is less than images")
        return self

    @property
    def up_to(self) -> int:
        """The maximum number of images of an item."""
        return self.most or self.images


class BalanceRules(Part):
    """Targets of a balanced collection (CMMMU §3.1, stages 1 and 3)."""

    by: Identifier
    """The label field whose values should be filled evenly."""
    sources: int = Field(default=1, ge=1)
    """Minimum number of sources of each value's items."""
    thin: float = Field(default=0.5, gt=0, le=1)
    """A value is underrepresented below this share of the mean."""


class CalibrationRules(Part):
    """A calibration batch that all annotators do before the real work."""

    items: int = Field(ge=1)
    agreement: float = Field(ge=0, le=1)
    """Mean similarity to the labels of ``against``, 0 to 1, that passes."""
    against: Literal["majority", "record"] = "majority"
    """What labels are compared with: the majority's labels, or the final record of
    items that have one (and the majority's for the others)."""
    blocks: bool = True
    """Whether annotators must pass, or be approved, before other work."""


class Skill(Reason):
    """A skill that not every annotator has.

    Items require it by a tag of the same name.
    """

    everybody: bool = False
    """Whether all annotators need it, for any item."""


class AnnotationRules(Part):
    people: int = Field(default=2, ge=1, le=9)
    """Number of independent annotators per item, exactly."""
    lease_minutes: int = Field(default=45, ge=1)
    calibration: CalibrationRules | None = None
    gold_share: float = Field(default=0, ge=0, lt=1)
    """Share of the work that is gold: a finished item assigned again, unmarked."""
    skills: Annotated[tuple[Skill, ...], AfterValidator(_distinct_reasons)] = ()
    decline_reasons: Reasons
    guidelines: LocalText
    content_warning: LocalText | None = None


class RoundRules(Part):
    """One validation round.

    In ``answer`` rounds, ``people`` who have not seen a question answer it without the
    key. It passes when ``agree`` of them choose the key and no one reports an issue. In
    ``checklist`` rounds, an organizer ticks ``checklist`` for each item.
    """

    title: LocalText
    kind: Literal["answer", "checklist"]
    scope: Literal["all", "reworked"]
    share: float = Field(default=0, ge=0, le=1)
    """With ``reworked``: the random share of other items that are also included."""
    people: int = Field(default=1, ge=1)
    agree: int = Field(default=1, ge=1)
    checklist: Reasons = ()

    @model_validator(mode="after")
    def _rule_can_be_met(self) -> Self:
        if self.agree > self.people:
            raise ValueError("more people must agree than are asked")
        if self.kind == "checklist" and not self.checklist:
            raise ValueError("a checklist round needs a checklist")
        return self


class ReviewRules(Part):
    decided_by: Literal["third", "together"] = "third"
    """``third``: a third person who did not annotate the item decides (adjudication).
    ``together``: the annotators see each other's work and must all agree (consensus;
    ImageMet §3)."""
    rounds: tuple[RoundRules, ...] = ()
    issues: Reasons
    """Issues that a validator may report about a question."""
    agreement_floor: dict[Identifier, Annotated[float, Field(ge=-1, le=1)]] = {}
    """Minimum Krippendorff's alpha of a field in a release."""
