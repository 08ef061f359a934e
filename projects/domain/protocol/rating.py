"""Scores that people give by a written standard, and a judge model beside them."""

import itertools
import re
from collections.abc import Sequence
from typing import Annotated, Self

from pydantic import Field, model_validator

from projects.domain.protocol.text import (
    Described,
    Identifier,
    LocalText,
    Part,
    require_distinct,
)

Only = dict[Identifier, Annotated[tuple[Identifier, ...], Field(min_length=1)]]
"""Which items: those that have one of these choices in each of these label fields."""

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
REPLY = "reply"
"""What a judge's prompt calls the reply that is judged."""


class Point(Part):
    """One mark that can be given, and what has to be true for it."""

    value: int
    title: LocalText
    help: LocalText | None = None


class Scale(Described):
    """One thing that is marked: a Likert scale, or yes and no as 1 and 0."""

    points: Annotated[tuple[Point, ...], Field(min_length=2, max_length=10)]

    @model_validator(mode="after")
    def _points_ascend(self) -> Self:
        values = self.values
        if any(after <= before for before, after in itertools.pairwise(values)):
            raise ValueError("points must ascend from lowest to highest")
        return self

    @property
    def values(self) -> Sequence[int]:
        """The marks from the lowest to the highest."""
        return [point.value for point in self.points]


class Judge(Part):
    """A model that gives the marks of one scale.

    ``prompt`` sets what is judged below the instruction; it may use ``{reply}`` and, by
    their ids, the texts that the item's final record has.
    """

    scale: Identifier
    instruction: str
    prompt: str
    images: bool = False
    """Whether the judge sees the item's pictures too."""
    maximum_tokens: int = Field(default=512, ge=1)
    source: str

    @model_validator(mode="after")
    def _the_reply_is_said(self) -> Self:
        if REPLY not in self.named:
            raise ValueError("the prompt must use {reply}")
        return self

    @property
    def named(self) -> Sequence[str]:
        """What the prompt has placeholders for."""
        return _PLACEHOLDER.findall(self.prompt)

    def filled(self, values: dict[str, str]) -> str:
        """The prompt with its placeholders filled in one pass."""
        return _PLACEHOLDER.sub(
            lambda match: values.get(match[1], match[0]), self.prompt
        )


class PublishedMean(Part):
    """What a paper prints of another set by the same standard."""

    set: str
    scale: Identifier
    mean: float
    source: str


class Rating(Part):
    """A sample of items, or of what a model said of them, that people mark blind."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=32)]
    title: LocalText
    help: LocalText | None = None
    replies_of: str | None = None
    """The open task whose replies are marked; without it the items themselves are."""
    only: Only = {}
    share: float = Field(default=1, gt=0, le=1)
    """Of those, drawn by seed."""
    people: int = Field(default=2, ge=1, le=10)
    """Who mark each of them, none seeing what another gave."""
    shown: tuple[Identifier, ...] = ()
    """Fields of the final record that are shown beside what is marked."""
    images: bool = True
    """Whether whoever marks sees the item's pictures too."""
    scales: Annotated[tuple[Scale, ...], Field(min_length=1)]
    slices: tuple[Identifier, ...] = ()
    """Label fields by whose values the means are broken down."""
    judge: Judge | None = None
    published: tuple[PublishedMean, ...] = ()
    source: str

    @model_validator(mode="after")
    def _scales_are_named(self) -> Self:
        require_distinct((scale.id for scale in self.scales), "scales")
        for one in self.published:
            if self.scale(one.scale) is None:
                raise ValueError(
                    f"{one.set!r} has a mean of {one.scale!r}, which is not a scale"
                )
        if not (self.images or self.shown or self.replies_of):
            raise ValueError("raters would see nothing: show fields or images")
        if self.judge is None:
            return self
        if self.replies_of is None:
            raise ValueError(
                "a judge model rates responses: name an open task in replies_of"
            )
        if self.scale(self.judge.scale) is None:
            raise ValueError(
                f"the judge model rates {self.judge.scale!r}, which is not a scale"
            )
        return self

    def scale(self, scale_id: str) -> Scale | None:
        return next((scale for scale in self.scales if scale.id == scale_id), None)
