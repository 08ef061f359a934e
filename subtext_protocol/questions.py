"""Rules of an item's questions: number, formats and checks."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from core.domain.texts import _
from subtext_protocol.text import Identifier, LocalText, Part, require_distinct

QuestionFormat = Identifier
"""Id of a question format; the installation determines which ones exist."""

CheckLevel = Literal["block", "advise", "off"]


class TextLength(Part):
    """A length hint; only ``maximum`` is a limit."""

    unit: Literal["words", "characters"] = "words"
    target: int | None = Field(default=None, ge=1)
    maximum: int | None = Field(default=None, ge=1)


class GenerationRule(Part):
    """Rule that generates a question about a sentence slot, its key (ImageMet §4.1).

    The slot's text is taken from the final record.
    """

    field: Identifier
    slot: Identifier
    distractors: Literal["slots", "similar"]
    """``slots``: the sentence's other slots. ``similar``: words that fit the item,
    those most similar to the key."""
    similarity: tuple[float, float] = (0.2, 0.8)
    """With ``similar``: minimum and maximum cosine similarity of a distractor to the
    key."""

    literal_prompt: str = ""
    """With ``similar``: the prompt for a literal caption of the image, whose adjectives
    are the words that distractors are chosen from (ImageMet, §4.1)."""

    @model_validator(mode="after")
    def _similarity_is_range(self) -> Self:
        least, most = self.similarity
        if not -1 <= least < most <= 1:
            raise ValueError(_("similarity must be a range between -1 and 1"))
        return self


class FixedQuestion(Part):
    """A question that every item has and whose stem is not editable."""

    id: Identifier
    title: LocalText | None = None
    """Name in tables; without one, the id is used."""
    stem: LocalText
    options: int | None = Field(default=None, ge=2, le=26)
    """Number of options, if it differs from that of the other questions."""
    made: GenerationRule | None = None


class QuestionRules(Part):
    """Number of questions of an item, and their form."""

    formats: Annotated[tuple[QuestionFormat, ...], Field(min_length=1)] = (
        "single_choice",
    )
    minimum: int = Field(default=1, ge=0)
    maximum: int = Field(default=3, ge=0)
    usual: int | None = Field(default=None, ge=1)
    """Number of questions above which the author is advised against more (CMMMU §3.1:
    as few questions per image as possible)."""
    options: int = Field(default=6, ge=2, le=26)
    stem: TextLength = TextLength()
    option: TextLength = TextLength()
    fixed: tuple[FixedQuestion, ...] = ()
    written_by: Literal["both", "first", "rule"] = "both"
    """``both``: every annotator writes questions. ``first``: only the first one does.
    ``rule``: the fixed questions are generated from the final record
    (``FixedQuestion.made``), and an organizer accepts them."""
    checks: dict[Identifier, CheckLevel] = {}
    """Level of each question check by its id. A check without a level advises, except
    ``repeated_question`` (identical questions of an item), which blocks."""

    @model_validator(mode="after")
    def _counts_are_possible(self) -> Self:
        if self.maximum < self.minimum:
            raise ValueError(_("maximum is less than minimum"))
        if len(self.fixed) > self.maximum:
            raise ValueError(_("more fixed questions than the maximum allows"))
        require_distinct((question.id for question in self.fixed), "fixed questions")
        if self.written_by == "rule":
            if any(question.made is None for question in self.fixed):
                raise ValueError(_("each fixed question must say how it is generated"))
            if not self.minimum == self.maximum == len(self.fixed):
                raise ValueError(
                    _("generated questions must be exactly the fixed ones")
                )
        return self

    def option_count(self, fixed_id: str | None) -> int:
        """Return the number of options of a question; None is one that is not fixed."""
        for question in self.fixed:
            if question.id == fixed_id and question.options is not None:
                return question.options
        return self.options
