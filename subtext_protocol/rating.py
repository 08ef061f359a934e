"""Rubric ratings by people and by a judge model."""

import itertools
import math
import re
from collections.abc import Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator

from core.domain.texts import _
from subtext_protocol.text import (
    Described,
    Identifier,
    LocalText,
    Part,
    require_distinct,
)

Only = dict[Identifier, Annotated[tuple[Identifier, ...], Field(min_length=1)]]
"""Filter of items: those with one of these values in each of these label fields."""

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
REPLY = "reply"
"""Placeholder of the reply in a judge's prompt."""


class Point(Part):
    """A point of a scale, and when it applies."""

    value: int
    title: LocalText
    help: LocalText | None = None


class Scale(Described):
    """A scale: a Likert scale, or yes and no as 1 and 0."""

    points: Annotated[tuple[Point, ...], Field(min_length=2, max_length=10)]

    @model_validator(mode="after")
    def _points_ascend(self) -> Self:
        values = self.values
        if any(after <= before for before, after in itertools.pairwise(values)):
            raise ValueError(_("points must ascend from lowest to highest"))
        return self

    @property
    def values(self) -> Sequence[int]:
        """The values of the points, ascending."""
        return [point.value for point in self.points]


class Judge(Part):
    """A judge model that rates one scale.

    ``prompt`` presents the reply after the instruction. It may use ``{reply}`` and, by
    their ids, the texts of the item's final record.
    """

    scale: Identifier
    instruction: str
    prompt: str
    images: bool = False
    """Whether the judge also sees the item's images."""
    maximum_tokens: int = Field(default=512, ge=1)
    source: str

    @model_validator(mode="after")
    def _prompt_uses_reply(self) -> Self:
        if REPLY not in self.placeholder_names:
            raise ValueError(_("the prompt must use {reply}"))
        return self

    @property
    def placeholder_names(self) -> Sequence[str]:
        """Names of the prompt's placeholders."""
        return _PLACEHOLDER.findall(self.prompt)

    def fill_prompt(self, values: dict[str, str]) -> str:
        """Return the prompt with its placeholders filled in one pass."""
        return _PLACEHOLDER.sub(
            lambda match: values.get(match[1], match[0]), self.prompt
        )


class PublishedMean(Part):
    """A mean that a paper reports for another set by the same rubric."""

    set: str
    scale: Identifier
    mean: float
    source: str


class Rating(Part):
    """A sample of items, or of model replies about them, that people rate blind."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=32)]
    title: LocalText
    help: LocalText | None = None
    replies_of: str | None = None
    """The open task whose replies are rated; None: the items themselves."""
    only: Only = {}
    share: float = Field(default=1, gt=0, le=1)
    """Share of those items that is rated, drawn by seed."""
    number: int | None = Field(default=None, ge=1)
    """At most so many of them are rated (ImageMet, §5.2: 100 images); None: no limit."""
    people: int = Field(default=2, ge=1, le=10)
    """People who rate each of them independently."""
    shown: tuple[Identifier, ...] = ()
    """Fields of the final record that raters see."""
    images: bool = True
    """Whether raters also see the item's images."""
    scales: Annotated[tuple[Scale, ...], Field(min_length=1)]
    slices: tuple[Identifier, ...] = ()
    """Label fields by whose values the means are broken down."""
    judge: Judge | None = None
    published: tuple[PublishedMean, ...] = ()
    source: str

    @model_validator(mode="after")
    def _scales_are_named(self) -> Self:
        require_distinct((scale.id for scale in self.scales), "scales")
        for mean in self.published:
            if self.scale(mean.scale) is None:
                raise ValueError(
                    _(
                        "{set!r} has a mean of {scale!r}, which is not a scale",
                        set=mean.set,
                        scale=mean.scale,
                    )
                )
        if not (self.images or self.shown or self.replies_of):
            raise ValueError(_("raters would see nothing: show fields or images"))
        if self.judge is None:
            return self
        if self.replies_of is None:
            raise ValueError(
                _("a judge model rates responses: name an open task in replies_of")
            )
        if self.scale(self.judge.scale) is None:
            raise ValueError(
                _(
                    "the judge model rates {scale!r}, which is not a scale",
                    scale=self.judge.scale,
                )
            )
        return self

    def sample_size(self, items: int) -> int:
        """Return how many of ``items`` are rated."""
        share = math.ceil(self.share * items)
        return share if self.number is None else min(share, self.number)

    def scale(self, scale_id: str) -> Scale | None:
        return next((scale for scale in self.scales if scale.id == scale_id), None)
