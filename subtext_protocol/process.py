"""Rules of items, annotation and review."""

from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from core.domain.texts import _
from subtext_protocol.guideline_images import GuidelineText
from subtext_protocol.text import Identifier, LocalText, Part, require_distinct


class Reason(Part):
    id: Identifier
    title: LocalText


def require_distinct_reasons(reasons: Sequence[Reason]) -> Sequence[Reason]:
    require_distinct((reason.id for reason in reasons), "reasons")
    return reasons


Reasons = Annotated[tuple[Reason, ...], AfterValidator(require_distinct_reasons)]
"""Reasons to choose from, in the order in which they are offered."""


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
            raise ValueError(_("most is less than images"))
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
    organizers_invite: bool = True
    """Whether organizers may invite annotators and raters; maintainers always may."""
    lease_minutes: int = Field(default=45, ge=1)
    calibration: CalibrationRules | None = None
    gold_share: float = Field(default=0, ge=0, lt=1)
    """Share of the work that is gold: a finished item assigned again, unmarked."""
    skills: Annotated[tuple[Skill, ...], AfterValidator(require_distinct_reasons)] = ()
    decline_reasons: Reasons
    guidelines: GuidelineText
    """With headings, lists, and images that were uploaded or lie beside the file."""
    content_warning: LocalText | None = None


class RoundRules(Part):
    """One validation round.

    In ``answer`` rounds, ``people`` who have not seen a question answer it without the
    key. It passes when ``agree`` of them choose the key and no one reports an issue. In
    ``checklist`` rounds, an organizer ticks ``checklist`` for each item. A missing point
    sends the item to rework, and its annotators read the organizer's note.
    """

    title: LocalText
    kind: Literal["answer", "checklist"]
    scope: Literal["all", "reworked"]
    share: float = Field(default=0, ge=0, le=1)
    """With ``reworked``: the random share of other items that are also included."""
    people: int = Field(default=1, ge=1)
    agree: int = Field(default=1, ge=1)
    discuss_dissent: bool = False
    """Whether a question that passes although someone chose another answer is discussed
    until an organizer settles it (II-Bench B.3, CII-Bench D.3). The round cannot be
    closed before."""
    checklist: Reasons = ()

    @model_validator(mode="after")
    def _rule_can_be_met(self) -> Self:
        if self.agree > self.people:
            raise ValueError(_("more people must agree than are asked"))
        if self.kind == "checklist" and not self.checklist:
            raise ValueError(_("a checklist round needs a checklist"))
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
