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
    target: int | None = None
    maximum: int | None = None


class FixedQuestion(Part):
    """A question that stands on every item and whose stem nobody edits."""

    id: Identifier
    stem: LocalText
    options: int | None = Field(default=None, ge=2, le=26)
    """How many options this question has, where not as many as the others."""


class QuestionRules(Part):
    """How many questions an item has and what each looks like."""

    formats: Annotated[tuple[QuestionFormat, ...], Field(min_length=1)] = (
        "single_choice",
    )
    minimum: int = Field(default=1, ge=0)
    maximum: int = Field(default=3, ge=0)
    options: int = Field(default=6, ge=2, le=26)
    stem: TextLength = TextLength()
    option: TextLength = TextLength()
    fixed: tuple[FixedQuestion, ...] = ()
    written_by: Literal["both", "first"] = "both"
    checks: dict[Identifier, CheckLevel] = {}
    """Level of each question check by its id; a check not named here advises."""

    @model_validator(mode="after")
    def _counts_are_possible(self) -> Self:
        if self.maximum < self.minimum:
            raise ValueError("maximum is less than minimum")
        if len(self.fixed) > self.maximum:
            raise ValueError("more fixed questions than the maximum allows")
        require_distinct((question.id for question in self.fixed), "fixed questions")
        return self

    def options_of(self, fixed_id: str | None) -> int:
        """How many options a question has; ``None`` is one that is not fixed."""
        for question in self.fixed:
            if question.id == fixed_id and question.options is not None:
                return question.options
        return self.options
