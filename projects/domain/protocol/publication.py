"""Rules of releases and of model evaluation."""

import re
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, field_validator, model_validator

from projects.domain.protocol.legacy import judges_as_ratings
from projects.domain.protocol.questions import QuestionFormat
from projects.domain.protocol.rating import Only, Rating
from projects.domain.protocol.text import (
    Described,
    Identifier,
    LocalText,
    Part,
    require_distinct,
)


class Split(Part):
    id: Identifier
    questions: Annotated[int, Field(ge=0)] | Literal["rest"] = "rest"
    """Maximum number of questions; all questions of an item stay together."""
    per: Identifier | None = None
    """The label field for each of whose values ``questions`` are taken (CMMMU §3.3:
    five per subject); None: ``questions`` is the total."""
    shots: bool = False
    """Whether few-shot examples are taken from this split, the only source of them."""
    private: bool = False
    """Whether the keys are kept private; a release holds commitments to them."""

    @model_validator(mode="after")
    def _examples_have_keys(self) -> Self:
        if self.per is not None and self.questions == "rest":
            raise ValueError("a split with rest cannot have a number per value")
        if self.shots and self.private:
            raise ValueError("examples need correct answers: shots and private exclude")
        return self


class ReleaseRules(Part):
    licence: str = "CC-BY-4.0"
    splits: Annotated[tuple[Split, ...], Field(min_length=1)]
    shares_of: Literal["labels", "items"] = "labels"
    """Denominator of a field's label shares in the statistics: all labels given
    (II-Bench, Table 1) or all items (CII-Bench, Table 5)."""
    citation: str = ""
    homepage: str = ""

    @model_validator(mode="after")
    def _exactly_one_split_takes_the_rest(self) -> Self:
        require_distinct((split.id for split in self.splits), "splits")
        if [split.questions for split in self.splits].count("rest") != 1:
            raise ValueError("exactly one split must take the rest")
        return self

    @property
    def main_split(self) -> str:
        """The split that takes the rest; the test split of shipped protocols."""
        return next(split.id for split in self.splits if split.questions == "rest")


BackendName = Literal["openai", "transformers", "replay", "random", "frequent"]
"""Source of the responses: a served model, a model on the evaluation worker's own GPU,
stored responses, or a baseline."""

PublishedRule = Literal["ii-bench", "cii-bench", "cmmmu"]
"""A published benchmark's rule for extracting answers."""

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_IN_PROMPT = frozenset({"question", "options", "keywords", "picture"})
_IN_EXAMPLE = _IN_PROMPT | {"answer"}


def _require_known(template: str, known: frozenset[str]) -> None:
    unknown = set(_PLACEHOLDER.findall(template)) - known
    if unknown:
        names = ", ".join("{" + name + "}" for name in sorted(unknown))
        raise ValueError(f"no value for {names}")


class Wording(NamedTuple):
    """The instruction before the question, and the template of the question."""

    instruction: str
    prompt: str


class FormatWording(Part):
    """The wording for questions of one format, if it differs."""

    instruction: str
    prompt: str

    @model_validator(mode="after")
    def _placeholders_fit(self) -> Self:
        _require_known(self.prompt, _IN_PROMPT)
        if "{question}" not in self.prompt:
            raise ValueError("the prompt must use {question}")
        return self


class Setting(Part):
    """A setting: one way of prompting a model, with its prompt as data.

    ``prompt`` may use ``{question}``, ``{options}``, ``{keywords}`` and ``{picture}``.
    ``example`` is the template of a solved example and may also use ``{answer}``, the
    letter of its key. Images are numbered from 1 in the order in which they are sent,
    those of the examples first. ``{picture}`` is the number of the question's image, or
    its first and last number ("3-4") where an item has several.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=32)]
    title: LocalText
    instruction: str
    prompt: str
    by_format: dict[QuestionFormat, FormatWording] = {}
    """Wording for question formats without options or with another prompt."""
    example: str = ""
    keywords: Identifier | None = None
    """The field whose labels of the item are named in the prompt."""
    shots: int = Field(default=0, ge=0)
    images: bool = True
    shuffled: bool = False
    """Whether the options are shuffled by the run's seed; the letter answered is mapped
    back when the response is scored."""
    maximum_tokens: int = Field(default=512, ge=1)
    source: str
    """Source of the wording, or that it is Subtext's own."""

    @model_validator(mode="after")
    def _placeholders_fit(self) -> Self:
        _require_known(self.prompt, _IN_PROMPT)
        _require_known(self.example, _IN_EXAMPLE)
        if "{options}" not in self.prompt:
            raise ValueError("the prompt must use {question} and {options}")
        # A text-only setting may probe a question by its options alone.
        if self.images and "{question}" not in self.prompt:
            raise ValueError("the prompt must use {question} and {options}")
        if (self.keywords is not None) != ("{keywords}" in self.prompt):
            raise ValueError("{keywords} requires a keyword field, and the reverse")
        if self.shots and not self.example:
            raise ValueError("a few-shot setting needs an example template")
        return self

    def wording(self, question_format: QuestionFormat) -> Wording:
        """Return the wording for a question of this format."""
        particular = self.by_format.get(question_format, self)
        return Wording(particular.instruction, particular.prompt)


PLACE_IN_TASK = re.compile(r"\{([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)\}")
"""A placeholder in an open task's example: a field, or a slot of a sentence."""

CaptionMetric = Literal["bleu4", "rouge_l", "cider", "sbert", "acd"]
"""Metric that compares a reply with its reference (evaluation.runner.captions)."""


class OpenTask(Part):
    """A task besides the questions, answered in free text (ImageMet §4.1).

    ``prompts`` are sent one after the other in one conversation about the item's
    images. The last reply is scored against the final record's ``reference`` field.

    ``shots`` is the number of solved examples before the first prompt, each filled into
    ``example``. It may use the texts of the final record by their ids, a slot of a
    sentence as ``{field.slot}``, and ``{picture}``, the number of its image. The first
    prompt may use ``{picture}``, too.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=32)]
    title: LocalText
    reference: Identifier
    prompts: Annotated[tuple[str, ...], Field(min_length=1)]
    only: Only = {}
    shots: int = Field(default=0, ge=0)
    example: str = ""
    metrics: tuple[CaptionMetric, ...] = ("bleu4", "rouge_l", "cider", "sbert", "acd")
    """Metrics in its table; tasks with the same metrics share one."""
    maximum_tokens: int = Field(default=1024, ge=1)
    """Maximum per reply."""
    source: str

    @model_validator(mode="after")
    def _examples_have_words(self) -> Self:
        if self.shots and not self.example:
            raise ValueError("a few-shot setting needs an example template")
        return self

    @property
    def named_in_example(self) -> list[str]:
        """Return the example's placeholders, except the number of its image."""
        return [one for one in PLACE_IN_TASK.findall(self.example) if one != "picture"]


class ModelToRun(Part):
    """A model whose runs are queued when a release is published."""

    name: str
    backend: BackendName
    settings: tuple[str, ...]
    revision: str = ""
    endpoint: str = ""
    """The operator's name of a server; empty: the worker's default."""
    base_url: str = ""
    """A server's address, used only if the operator lists it as an endpoint."""


class ErrorCategory(Described):
    """A category of errors that people assign."""


class EvaluationRules(Part):
    settings: Annotated[tuple[Setting, ...], Field(min_length=1)]
    open_tasks: tuple[OpenTask, ...] = ()
    ratings: tuple[Rating, ...] = ()
    """Rubric ratings by people, and by a judge model."""
    option_line: str = "({letter}) {text}"
    keyword_separator: str = ","
    slices: tuple[Identifier, ...] = ()
    """Label fields by whose values every score is broken down."""
    frequent_by: Identifier | None = None
    """The field within whose values the frequent-choice baseline finds the commonest
    key."""
    published_rule: PublishedRule = "ii-bench"
    """The published rule of answer extraction in the second column, beside Subtext's
    own."""
    models: tuple[ModelToRun, ...] = ()
    error_categories: tuple[ErrorCategory, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _older_forms_are_read(cls, document: object) -> object:
        return judges_as_ratings(document)

    @field_validator("option_line")
    @classmethod
    def _option_line_is_complete(cls, line: str) -> str:
        if "{letter}" not in line or "{text}" not in line:
            raise ValueError("an option line must use {letter} and {text}")
        return line

    @model_validator(mode="after")
    def _ids_are_distinct(self) -> Self:
        require_distinct((setting.id for setting in self.settings), "settings")
        require_distinct((task.id for task in self.open_tasks), "open tasks")
        require_distinct((rating.id for rating in self.ratings), "ratings")
        # A run refers to any of them by its id alone.
        require_distinct(self.ways_of_asking, "settings, open tasks and judges")
        require_distinct((one.id for one in self.error_categories), "error categories")
        return self

    @property
    def most_shots(self) -> int:
        """Largest number of shots of all settings and open tasks."""
        asked = [one.shots for one in self.settings]
        return max([*asked, *(one.shots for one in self.open_tasks)])

    @property
    def ways_of_asking(self) -> list[str]:
        """Ids of all settings, open tasks and judged ratings, which a run can use."""
        return [
            *(setting.id for setting in self.settings),
            *(task.id for task in self.open_tasks),
            *(rating.id for rating in self.ratings if rating.judge is not None),
        ]

    def setting(self, setting_id: str) -> Setting | None:
        return next((s for s in self.settings if s.id == setting_id), None)

    def open_task(self, task_id: str) -> OpenTask | None:
        return next((task for task in self.open_tasks if task.id == task_id), None)

    def rating(self, rating_id: str) -> Rating | None:
        return next((one for one in self.ratings if one.id == rating_id), None)
