"""Rules of releases and of model evaluation."""

import re
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, field_validator, model_validator

from core.domain.texts import _
from subtext_protocol.legacy import convert_judges_to_ratings
from subtext_protocol.questions import QuestionFormat
from subtext_protocol.rating import Only, Rating
from subtext_protocol.synthetic import SyntheticSet
from subtext_protocol.text import (
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
            raise ValueError(_("a split with rest cannot have a number per value"))
        if self.shots and self.private:
            raise ValueError(
                _("examples need correct answers: shots and private exclude")
            )
        return self


class ComparedDataset(Part):
    name: str
    values: tuple[str, ...]


class DatasetComparison(Part):
    """The table that compares a release with other datasets (ImageMet, Table 6)."""

    columns: tuple[LocalText, ...]
    own: tuple[str, ...]
    """The release's own row; it may use ``{items}``, ``{images}``, ``{questions}``."""
    others: tuple[ComparedDataset, ...]
    source: str
    """Where the other rows are from."""

    @model_validator(mode="after")
    def _rows_fill_the_columns(self) -> Self:
        rows = [self.own, *(dataset.values for dataset in self.others)]
        if any(len(row) != len(self.columns) for row in rows):
            raise ValueError(_("a compared dataset needs one value per column"))
        return self


class ReleaseRules(Part):
    licence: str = "CC-BY-4.0"
    splits: Annotated[tuple[Split, ...], Field(min_length=1)]
    sampling: Literal["stratified", "random"] = "stratified"
    """How items are drawn into splits of fixed size: evenly over the labels that scores
    are broken down by, or at random (II-Bench §3.3). The seed is printed."""
    exact_splits: bool = False
    """Whether a split that is smaller than ``questions`` blocks a release. Otherwise
    the release checks warn, and the data card prints both numbers."""
    shares_of: Literal["labels", "items"] = "labels"
    """Denominator of a field's label shares in the statistics: all labels given
    (II-Bench, Table 1) or all items (CII-Bench, Table 5)."""
    composition: tuple[Identifier, Identifier] | tuple[()] = ()
    """Label fields of the composition chart, the inner ring first (II-Bench, Figure 2);
    by default the first two that scores are broken down by."""
    comparison: DatasetComparison | None = None
    synthetic: SyntheticSet | None = None
    citation: str = ""
    homepage: str = ""

    @model_validator(mode="after")
    def _exactly_one_split_takes_the_rest(self) -> Self:
        require_distinct((split.id for split in self.splits), "splits")
        if [split.questions for split in self.splits].count("rest") != 1:
            raise ValueError(_("exactly one split must take the rest"))
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
_IN_PROMPT = frozenset({"question", "options", "keywords", "picture", "ocr"})
_IN_EXAMPLE = _IN_PROMPT | {"answer"}


def _require_known(template: str, known: frozenset[str]) -> None:
    unknown = set(_PLACEHOLDER.findall(template)) - known
    if unknown:
        names = ", ".join("{" + name + "}" for name in sorted(unknown))
        raise ValueError(_("no value for {names}", names=names))


class Wording(NamedTuple):
    """The instruction before the question, its template, and that of an example."""

    instruction: str
    prompt: str
    example: str


class FormatWording(Part):
    """The wording for questions of one format, if it differs."""

    instruction: str
    prompt: str
    example: str = ""
    """Template of a solved example; without one, the setting's."""

    @model_validator(mode="after")
    def _placeholders_fit(self) -> Self:
        _require_known(self.prompt, _IN_PROMPT)
        _require_known(self.example, _IN_EXAMPLE)
        if "{question}" not in self.prompt:
            raise ValueError(_("the prompt must use {question}"))
        return self


class TokenSampling(Part):
    """How a model's next token is chosen: greedily at temperature 0, else by sampling."""

    temperature: float = Field(default=0, ge=0, le=2)
    top_p: float = Field(default=1, gt=0, le=1)
    """Share of probability that tokens are sampled from; without effect at 0."""


class Setting(TokenSampling):
    """A setting: one way of prompting a model, with its prompt as data.

    ``prompt`` may use ``{question}``, ``{options}``, ``{keywords}``, ``{picture}`` and
    ``{ocr}``, the text that the worker's text engine reads in the question's images.
    ``example`` is the template of a solved example and may also use ``{answer}``, the
    letter of its key. Images are numbered from 1 in the order in which they are sent,
    those of the examples first. ``{picture}`` is the number of the question's image, or
    its first and last number ("3-4") where an item has several.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=32)]
    title: LocalText
    short: LocalText | None = None
    """Name as a column or group of a result table; without one, the title."""
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
    follow_ups: tuple[str, ...] = ()
    """Prompts sent one after the other after ``prompt``, in the same conversation, with
    the same placeholders. The last reply is scored (ImageMet, Figure 2)."""
    suffix: str = ""
    """The technique, after the model's name where rows are models in one setting each
    (ImageMet, Table 3: "Qwen2 CoT")."""
    variant_of: Identifier | None = None
    """The setting that this one asks in other words (CMMMU §4: prompts by model, chosen on
    validation). Tables compare the wordings; a run that is chosen for tables stands for
    its model in that setting."""
    maximum_tokens: int = Field(default=512, ge=1)
    source: str
    """Source of the wording, or that it is Subtext's own."""

    @model_validator(mode="after")
    def _placeholders_fit(self) -> Self:
        for prompt in (self.prompt, *self.follow_ups):
            _require_known(prompt, _IN_PROMPT)
        _require_known(self.example, _IN_EXAMPLE)
        if "{options}" not in self.prompt:
            raise ValueError(_("the prompt must use {question} and {options}"))
        # A text-only setting may probe a question by its options alone.
        if self.images and "{question}" not in self.prompt:
            raise ValueError(_("the prompt must use {question} and {options}"))
        if (self.keywords is not None) != ("{keywords}" in self.prompt):
            raise ValueError(_("{keywords} requires a keyword field, and the reverse"))
        if self.shots and not self.example:
            raise ValueError(_("a few-shot setting needs an example template"))
        return self

    def wording(self, question_format: QuestionFormat) -> Wording:
        """Return the wording for a question of this format."""
        of_format = self.by_format.get(question_format, self)
        example = of_format.example or self.example
        return Wording(of_format.instruction, of_format.prompt, example)

    @property
    def reads_images(self) -> bool:
        """Whether the text of the images is put into the prompt."""
        prompts = [
            self.prompt,
            *(wording.prompt for wording in self.by_format.values()),
        ]
        return any("{ocr}" in prompt for prompt in prompts)

    @property
    def is_blind(self) -> bool:
        """Whether a model is shown nothing of the images, not even their text."""
        return not self.images and not self.reads_images


PLACE_IN_TASK = re.compile(r"\{([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)\}")
"""A placeholder in an open task's example: a field, or a slot of a sentence."""

CaptionMetric = Literal["bleu4", "rouge_l", "cider", "sbert", "acd"]
"""Metric that compares a reply with its reference (subtext_runner.captions)."""


class OpenTask(TokenSampling):
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
    suffix: str = ""
    """The technique, after the model's name in tables (ImageMet, Table 2: "Qwen2 CoT").
    Such a task shares the heading of the task before it that has none."""
    metrics: tuple[CaptionMetric, ...] = ("bleu4", "rouge_l", "cider", "sbert", "acd")
    """Metrics in its table; tasks with the same metrics share one."""
    maximum_tokens: int = Field(default=1024, ge=1)
    """Maximum per reply."""
    repeats: int = Field(default=1, ge=1, le=20)
    """Runs of each model, with different seeds; tables print their mean (ImageMet,
    Tables 1 and 2)."""
    every_split: bool = False
    """Whether a run covers all splits unless some are chosen, and not the main split only
    (CII-Bench §4.3.2: all 130 paintings)."""
    source: str

    @model_validator(mode="after")
    def _repeats_differ(self) -> Self:
        if self.shots and not self.example:
            raise ValueError(_("a few-shot setting needs an example template"))
        # The seed draws tokens and examples: without both, every run is the same.
        if self.repeats > 1 and not (self.temperature or self.shots):
            raise ValueError(
                _("repeats at temperature 0 are identical: set a temperature")
            )
        return self

    @property
    def named_in_example(self) -> list[str]:
        """Return the example's placeholders, except the number of its image."""
        return [
            placeholder
            for placeholder in PLACE_IN_TASK.findall(self.example)
            if placeholder != "picture"
        ]


class EvaluatedModel(Part):
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

    part_of: LocalText | None = None
    """Title of a wider kind of errors, which tables and figures print as the sum of its
    parts (CII-Bench, Figure 4: information neglect)."""


MAXIMUM_ERROR_SHARE = 0.01


class EvaluationRules(Part):
    settings: Annotated[tuple[Setting, ...], Field(min_length=1)]
    open_tasks: tuple[OpenTask, ...] = ()
    ratings: tuple[Rating, ...] = ()
    """Rubric ratings by people, and by a judge model."""
    option_line: str = "({letter}) {text}"
    keyword_separator: str = ","
    slices: tuple[Identifier, ...] = ()
    """Label fields by whose values every score is broken down."""
    headings: Literal["questions", "images"] = "questions"
    """What the headings of result tables count: the questions scored, or also the images
    of the whole release (CII-Bench, Table 1)."""
    frequent_by: Identifier | None = None
    """The field within whose values the frequent-choice baseline finds the commonest
    key."""
    frequent_in: Identifier | None = None
    """The split whose keys the frequent-choice baseline counts (CMMMU, §4.1: validation);
    by default, all splits except the main one and those evaluated."""
    published_rule: PublishedRule = "ii-bench"
    """The published rule of answer extraction in the second column, beside Subtext's
    own."""
    maximum_error_share: float = Field(
        default=MAXIMUM_ERROR_SHARE,
        ge=0,
        le=1,
        # Documents from before there was this rule keep their bytes and their hash.
        exclude_if=lambda share: share == MAXIMUM_ERROR_SHARE,
    )
    """Largest share of questions without a response, which count as wrong, for a complete
    run. Tables, figures and leaderboards mark a run with more errors, or leave it out."""
    models: tuple[EvaluatedModel, ...] = ()
    error_categories: tuple[ErrorCategory, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _convert_older_forms(cls, document: object) -> object:
        return convert_judges_to_ratings(document)

    @field_validator("option_line")
    @classmethod
    def _require_option_placeholders(cls, line: str) -> str:
        if "{letter}" not in line or "{text}" not in line:
            raise ValueError(_("an option line must use {letter} and {text}"))
        return line

    @model_validator(mode="after")
    def _ids_are_distinct(self) -> Self:
        require_distinct((setting.id for setting in self.settings), "settings")
        require_distinct((task.id for task in self.open_tasks), "open tasks")
        require_distinct((rating.id for rating in self.ratings), "ratings")
        plain = {setting.id for setting in self.settings if not setting.variant_of}
        if any(s.variant_of and s.variant_of not in plain for s in self.settings):
            raise ValueError(_("variant_of must name a setting that is no variant"))
        # A run refers to any of them by its id alone.
        require_distinct(self.ways_of_asking, "settings, open tasks and judges")
        require_distinct(
            (category.id for category in self.error_categories), "error categories"
        )
        return self

    @property
    def most_shots(self) -> int:
        """Largest number of shots of all settings and open tasks."""
        shots = [setting.shots for setting in self.settings]
        return max([*shots, *(task.shots for task in self.open_tasks)])

    @property
    def ways_of_asking(self) -> list[str]:
        """Ids of all settings, open tasks and judged ratings, which a run can use."""
        return [
            *(setting.id for setting in self.settings),
            *(task.id for task in self.open_tasks),
            *(rating.id for rating in self.ratings if rating.judge is not None),
        ]

    @property
    def own_settings(self) -> tuple[Setting, ...]:
        """The settings without those that only ask in other words."""
        return tuple(s for s in self.settings if s.variant_of is None)

    def wordings(self, setting_id: str) -> tuple[Setting, ...]:
        """Return a setting and those that ask the same in other words."""
        return tuple(s for s in self.settings if setting_id in (s.id, s.variant_of))

    def setting(self, setting_id: str) -> Setting | None:
        return next((s for s in self.settings if s.id == setting_id), None)

    def open_task(self, task_id: str) -> OpenTask | None:
        return next((task for task in self.open_tasks if task.id == task_id), None)

    def rating(self, rating_id: str) -> Rating | None:
        return next((rating for rating in self.ratings if rating.id == rating_id), None)
