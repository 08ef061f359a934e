"""Fields of an item's record: labels, texts and sentences with slots."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from core.domain.texts import _
from subtext_protocol.guideline_images import GuidelineText
from subtext_protocol.text import (
    Described,
    Identifier,
    LocalText,
    Part,
    require_distinct,
)


class Choice(Described):
    """One value of a label; values are offered in the order of the document."""

    parent: Identifier | None = None
    """The value of the parent field under which this one is offered (a tree)."""
    short: LocalText | None = None
    """Abbreviation in the headings of result tables; without one, the title."""
    released: LocalText | None = None
    """Name in releases and result tables, where a paper spells it otherwise; without one,
    the title."""

    @property
    def released_title(self) -> LocalText:
        return self.released or self.title


PartOfSpeech = Literal["noun", "adjective"]


class Slot(Choice):
    """A slot of a sentence."""

    part_of_speech: PartOfSpeech | None = None
    """What its text is; generated questions then have options of this kind only (English;
    ImageMet §4.1: the other parts are "converted to noun form")."""


class Distance(Part):
    """A difference is significant when it is larger than ``over``.

    Ordered labels: steps between the two values. Multiple labels: Jaccard distance, 0
    (same set) to 1 (nothing shared).
    """

    over: float = Field(ge=0)


Significant = Literal["always", "never"] | Distance
"""Which difference between two annotators needs adjudication."""


class FieldBase(Described):
    examples: tuple[GuidelineText, ...] = ()
    required: bool = True


class LabelField(FieldBase):
    """One label or several from a closed list."""

    kind: Literal["label"]
    choices: Annotated[tuple[Choice, ...], Field(min_length=2)]
    multiple: bool = False
    ordered: bool = False
    parent: Identifier | None = None
    significant: Significant = "always"

    @model_validator(mode="after")
    def _choices_are_distinct(self) -> Self:
        require_distinct((choice.id for choice in self.choices), "choices")
        if isinstance(self.significant, Distance) and not (
            self.ordered or self.multiple
        ):
            raise ValueError(_("a distance needs an ordered or multi-label field"))
        return self

    def choices_under(self, chosen: Sequence[str]) -> tuple[Choice, ...]:
        """Return the choices under these parent choices; all without a parent field."""
        if self.parent is None:
            return self.choices
        return tuple(choice for choice in self.choices if choice.parent in chosen)

    def choice(self, choice_id: str) -> Choice | None:
        return self.choices_by_id.get(choice_id)

    @cached_property
    def choices_by_id(self) -> Mapping[str, Choice]:
        return {choice.id: choice for choice in self.choices}


class TermRules(Part):
    """Rules for a text of terms, separated by commas: how often each may be used."""

    most: int = Field(ge=1)
    """Maximum number of questions about one term (CMMMU §3.1: ten on a knowledge
    point)."""
    warn: int = Field(ge=1)
    """Number of questions from which the author is warned; at most ``most``."""
    under: Identifier | None = None
    """The label field that the terms subdivide: they form a free last level of its tree
    (CMMMU §3.1: discipline, subject, subfield)."""

    @model_validator(mode="after")
    def _warning_precedes_limit(self) -> Self:
        if self.warn > self.most:
            raise ValueError(_("warn is more than most"))
        return self


_SEPARATORS = re.compile(r"[,，、;；\n]+")


def find_terms(text: str) -> list[str]:
    """Return the terms in a text, each once, in order."""
    terms = (" ".join(term.split()) for term in _SEPARATORS.split(text))
    return list(dict.fromkeys(term for term in terms if term))


class TextField(FieldBase):
    """A free text. Two texts never count as equal: one is chosen or both are merged."""

    kind: Literal["text"]
    unit: Literal["words", "characters"] = "words"
    minimum: int = Field(default=1, ge=0)
    target: int | None = Field(default=None, ge=1)
    maximum: int | None = Field(default=None, ge=1)
    terms: TermRules | None = None

    @model_validator(mode="after")
    def _lengths_are_ordered(self) -> Self:
        if self.maximum is not None and self.maximum < self.minimum:
            raise ValueError(_("maximum is less than minimum"))
        return self


class SlotField(FieldBase):
    """A sentence with slots, such as "{primary} is as {attribute} as {secondary}"."""

    kind: Literal["sentence"]
    template: str
    slots: Annotated[tuple[Slot, ...], Field(min_length=1)]
    unlike: tuple[Identifier, ...] = ()
    """Slots that must name different kinds of objects, as in a comparison."""

    @model_validator(mode="after")
    def _template_names_every_slot(self) -> Self:
        require_distinct((slot.id for slot in self.slots), "slots")
        for slot in self.slots:
            if "{" + slot.id + "}" not in self.template:
                raise ValueError(
                    _("the template does not use the slot {id!r}", id=slot.id)
                )
        require_distinct(self.unlike, "unlike")
        for slot_id in self.unlike:
            if slot_id not in {slot.id for slot in self.slots}:
                raise ValueError(
                    _("unlike names {slot_id!r}, which is not a slot", slot_id=slot_id)
                )
        return self

    def fill_sentence(self, slots: Mapping[str, str]) -> str:
        """Return the sentence with its slots filled."""
        sentence = self.template
        for slot in self.slots:
            sentence = sentence.replace("{" + slot.id + "}", slots.get(slot.id, ""))
        return sentence

    def split_into_slots(self, sentence: str) -> dict[str, str]:
        """Return the text of each slot; empty where a sentence has another form."""
        pattern = re.escape(self.template)
        for slot in self.slots:
            place = re.escape("{" + slot.id + "}")
            pattern = pattern.replace(place, f"(?P<{slot.id}>.+?)")
        text = " ".join(sentence.split()).removesuffix(".")
        match = re.fullmatch(pattern, text, re.IGNORECASE)
        return match.groupdict() if match else {}


AnyField = Annotated[LabelField | TextField | SlotField, Field(discriminator="kind")]
