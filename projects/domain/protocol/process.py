"""How an image becomes an item and how an item is agreed on and validated."""

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
    """Stage 1 (II-Bench §3.2): copies and close variants go."""

    radius: int = Field(default=12, ge=0, le=32)
    """Bits in which two 64-bit perceptual hashes may differ to be compared."""
    similarity: float = Field(default=0.7, ge=0.7, le=1)
    """Share of the drawn places that has to agree for two pictures to be copies. Less
    than 0.7 is never enough; how marks and tones count lies in the rule itself."""


class TextAreaRules(Part):
    """Stage 2 (II-Bench §3.2): too much text goes."""

    threshold: float = Field(default=0.3, gt=0, le=1)
    """Share of the image area covered by recognised text above which it goes."""
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
"""What a person can pick from, in the order in which it is offered."""


class ScreeningReason(Reason):
    text: bool = False
    """Whoever gives it has to say in a sentence what it is."""


class ScreeningRules(Part):
    """Stage 3 (II-Bench §3.2): people discard what implies nothing."""

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
    """How many images, in order, make one item."""

    images: int = Field(default=1, ge=1, le=5)
    """So many are put together where nobody says which belong together."""
    most: int | None = Field(default=None, ge=1, le=5)
    """As many may be put together, by a manifest or an organizer (CMMMU: one to five);
    None: as many as ``images``."""

    @model_validator(mode="after")
    def _range_is_one(self) -> Self:
        if self.most is not None and self.most < self.images:
            raise ValueError("most is less than images")
        return self

    @property
    def up_to(self) -> int:
        """The most images that an item has."""
        return self.most or self.images


class BalanceRules(Part):
    """What makes a collection balanced (CMMMU §3.1, stages 1 and 3)."""

    by: Identifier
    """The label field whose choices shall be filled alike."""
    sources: int = Field(default=1, ge=1)
    """From so many sources the items of one choice shall come."""
    thin: float = Field(default=0.5, gt=0, le=1)
    """A choice is thin that has less than this share of the mean."""


class CalibrationRules(Part):
    """A shared batch that everybody annotates before the real work."""

    items: int = Field(ge=1)
    agreement: float = Field(ge=0, le=1)
    """Likeness of a person's labels to those of ``against``, on average, that passes."""
    against: Literal["majority", "record"] = "majority"
    """What labels are held against: those that most people gave, or the final record of
    items that have one (and the majority's of the others)."""
    blocks: bool = True
    """Whether who has not passed waits for an organizer before the real work."""


class Skill(Reason):
    """Something to know or to have learnt that not every annotator brings.

    Items ask for it by a tag of the same name.
    """

    everybody: bool = False
    """Asked of everybody who annotates, whatever the item."""


class AnnotationRules(Part):
    people: int = Field(default=2, ge=1, le=9)
    """Blind annotators an item: exactly so many, never more."""
    lease_minutes: int = Field(default=45, ge=1)
    calibration: CalibrationRules | None = None
    gold_share: float = Field(default=0, ge=0, lt=1)
    """Share of the work that is a finished item asked again, unseen."""
    skills: Annotated[tuple[Skill, ...], AfterValidator(_distinct_reasons)] = ()
    decline_reasons: Reasons
    guidelines: LocalText
    content_warning: LocalText | None = None


class RoundRules(Part):
    """One validation round.

    ``answer`` rounds ask ``people`` who have not seen a question for its answer without
    the key; it passes when ``agree`` of them choose the key and nobody reports an
    issue. ``checklist`` rounds ask an organizer to tick ``checklist`` for each item.
    """

    title: LocalText
    kind: Literal["answer", "checklist"]
    scope: Literal["all", "reworked"]
    share: float = Field(default=0, ge=0, le=1)
    """With ``reworked``: this random share of the other items besides."""
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
    """Who settles what annotators said: somebody who did not annotate the item, or they
    themselves, who then see each other's work and all have to agree (ImageMet §3)."""
    rounds: tuple[RoundRules, ...] = ()
    issues: Reasons
    """What a validator may report about a question."""
    agreement_floor: dict[Identifier, Annotated[float, Field(ge=-1, le=1)]] = {}
    """Smallest Krippendorff's alpha a field may have at a release."""
