"""What a release holds and how models are asked about it."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from projects.domain.protocol.text import Identifier, LocalText, Part


class Split(Part):
    id: Identifier
    questions: int | Literal["rest"] = "rest"
    """How many questions at most; all questions of an item stay together."""
    shots: bool = False
    """Few-shot examples are taken from here (and never from another split)."""


class ReleaseRules(Part):
    licence: str = "CC-BY-4.0"
    splits: Annotated[tuple[Split, ...], Field(min_length=1)]
    citation: str = ""
    homepage: str = ""

    @model_validator(mode="after")
    def _exactly_one_split_takes_the_rest(self) -> Self:
        if [split.questions for split in self.splits].count("rest") != 1:
            raise ValueError("exactly one split has to take the rest")
        return self


class Setting(Part):
    """One way of asking, with its prompt as data.

    ``prompt`` may use ``{question}``, ``{options}``, ``{keywords}`` and ``{picture}``
    (the number of the picture, for few-shot prompts); ``example`` is the same for a
    solved example and may use ``{answer}`` too.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=32)]
    title: LocalText
    instruction: str
    prompt: str
    example: str = ""
    keywords: Identifier | None = None
    """The field whose labels of this item are named in the prompt."""
    shots: int = Field(default=0, ge=0)
    images: bool = True
    maximum_tokens: int = Field(default=512, ge=1)
    source: str
    """Where the wording stands, or that it is Subtext's own."""

    @model_validator(mode="after")
    def _placeholders_fit(self) -> Self:
        if "{question}" not in self.prompt or "{options}" not in self.prompt:
            raise ValueError("the prompt has to use {question} and {options}")
        if (self.keywords is not None) != ("{keywords}" in self.prompt):
            raise ValueError("{keywords} and the field they come from go together")
        if self.shots and not self.example:
            raise ValueError("a few-shot setting needs an example template")
        return self


class ModelToRun(Part):
    """A model that publishing a release queues, served behind an address."""

    name: str
    backend: Identifier
    settings: tuple[str, ...]


class ErrorCategory(Part):
    id: Identifier
    title: LocalText
    help: LocalText | None = None


class EvaluationRules(Part):
    settings: Annotated[tuple[Setting, ...], Field(min_length=1)]
    option_line: str = "({letter}) {text}"
    keyword_separator: str = ","
    slices: tuple[Identifier, ...] = ()
    """Label fields by whose values every score is broken down."""
    frequent_by: Identifier | None = None
    """The field within which frequent choice looks for the most frequent key."""
    models: tuple[ModelToRun, ...] = ()
    error_categories: tuple[ErrorCategory, ...] = ()

    def setting(self, setting_id: str) -> Setting | None:
        return next((s for s in self.settings if s.id == setting_id), None)
