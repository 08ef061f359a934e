"""Which questions an item carries, in which formats, and how they are checked."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from projects.domain.protocol.text import (
    Identifier,
    LocalText,
    Part,
    require_distinct,
)

QuestionFormat = Identifier
"""A kind of question by its id; which are installed is not the document's to know."""

CheckLevel = Literal["block", "advise", "off"]


class TextLength(Part):
    """A length hint; only ``maximum`` is a limit."""

    unit: Literal["words", "characters"] = "words"
    target: int | None = Field(default=None, ge=1)
    maximum: int | None = Field(default=None, ge=1)


class MadeFrom(Part):
    """How a question about one slot of a sentence is made from the decided record, with
    that slot as its key (ImageMet §4.1)."""

    field: Identifier
    slot: Identifier
    distractors: Literal["slots", "similar"]
    """``slots``: the sentence's other slots. ``similar``: of words that fit what is shown,
    those most similar to the key."""
    similarity: tuple[float, float] = (0.2, 0.8)
    """With ``similar``: cosine similarity that a distractor has at least and at most."""

    @model_validator(mode="after")
    def _range_is_one(self) -> Self:
        least, most = self.similarity
        if not -1 <= least < most <= 1:
            raise ValueError("similarity must be a range between -1 and 1")
        return self


class FixedQuestion(Part):
    """A question that stands on every item and whose stem nobody edits."""

    id: Identifier
    title: LocalText | None = None
    """What tables call it; without one, by its id."""
    stem: LocalText
    options: int | None = Field(default=None, ge=2, le=26)
    """How many options this question has, where not as many as the others."""
    made: MadeFrom | None = None


class QuestionRules(Part):
    """How many questions an item has and what each looks like."""

    formats: Annotated[tuple[QuestionFormat, ...], Field(min_length=1)] = (
        "single_choice",
    )
    minimum: int = Field(default=1, ge=0)
    maximum: int = Field(default=3, ge=0)
    usual: int | None = Field(default=None, ge=1)
    """More than so many on one item are advised against (CMMMU §3.1: a picture is used
    for as few questions as possible)."""
    options: int = Field(default=6, ge=2, le=26)
    stem: TextLength = TextLength()
    option: TextLength = TextLength()
    fixed: tuple[FixedQuestion, ...] = ()
    written_by: Literal["both", "first", "rule"] = "both"
    """``rule``: nobody writes questions; the fixed ones are made from what was decided
    (``FixedQuestion.made``) and an organizer accepts them."""
    checks: dict[Identifier, CheckLevel] = {}
    """Level of each question check by its id; a check not named here advises."""

    @model_validator(mode="after")
    def _counts_are_possible(self) -> Self:
        if self.maximum < self.minimum:
            raise ValueError("maximum is less than minimum")
        if len(self.fixed) > self.maximum:
            raise ValueError("more fixed questions than the maximum allows")
        require_distinct((question.id for question in self.fixed), "fixed questions")
        if self.written_by == "rule":
            if any(question.made is None for question in self.fixed):
                raise ValueError("each fixed question must say how it is generated")
            if not self.minimum == self.maximum == len(self.fixed):
                raise ValueError("generated questions must be exactly the fixed ones")
        return self

    def options_of(self, fixed_id: str | None) -> int:
        """How many options a question has; ``None`` is one that is not fixed."""
        for question in self.fixed:
            if question.id == fixed_id and question.options is not None:
                return question.options
        return self.options
