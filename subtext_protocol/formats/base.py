"""Base class of question formats, and what formats share."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase
from typing import Any, ClassVar, NamedTuple, TypedDict

from subtext_protocol.formats.normalization import normalize
from subtext_protocol.formats.problems import Problem
from subtext_protocol.inline_images import without_inline_images
from subtext_protocol.questions import QuestionRules, TextLength
from subtext_protocol.text import LocalText, text_length


class QuestionContent(TypedDict):
    """A question as it is stored.

    ``answer`` is the key in the form of the format, plain JSON; None while there is
    none. ``options`` is empty for formats without options.
    """

    uid: str
    format: str
    fixed: str | None
    stem: str
    options: list[str]
    answer: Any


class PublishedKey(NamedTuple):
    """A key as a release publishes it."""

    answer: Any
    """Plain JSON, for Subtext's own questions files."""
    text: str
    """Text for a table column: ``C``, ``ACD``, ``True``, ``3.5``."""
    correct_option: str
    """The correct answer in words."""
    letter: str | None = None
    """Letter of the only correct option, for tools that know single choice only."""

    @property
    def spoken(self) -> str:
        """The key as people read it: ``C. The clock cuts time``."""
        if self.correct_option in ("", self.text):
            return self.text
        return f"{self.text}. {self.correct_option}"


class QuestionFormat(ABC):
    """A question format: a module beside this one and a line in the registry.

    Its other parts are its ``scorer`` and a module in
    ``frontend/src/components/question/formats`` (writing, answering and displaying).
    This class holds the behaviour that most formats share; a format overrides the rest.
    """

    id: ClassVar[str]
    """Its key in protocols, records and releases; never changes."""
    title: ClassVar[LocalText]
    """Its name on pages and in released files."""
    counted_as: ClassVar[LocalText | None] = None
    """Its questions in the tables of statistics; by default its title."""
    scorer: ClassVar[str]
    """Path of its ``subtext_runner.formats.base.Scorer``."""
    has_options: ClassVar[bool] = True

    # Writing

    def empty_question(
        self, rules: QuestionRules, *, uid: str, fixed: str | None, stem: str
    ) -> QuestionContent:
        """Return an empty question."""
        return {
            "uid": uid,
            "format": self.id,
            "fixed": fixed,
            "stem": stem,
            "options": [""] * rules.option_count(fixed) if self.has_options else [],
            "answer": None,
        }

    @abstractmethod
    def is_valid_key_shape(self, answer: Any) -> bool:
        """Return whether a draft may hold this key: only its shape is checked."""

    def canonical_key(self, answer: Any) -> Any:
        """Return the canonical key, or None for an empty one. ``fits`` must hold."""
        return answer

    @abstractmethod
    def question_problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        """Yield the problems of a finished question. The stem is checked elsewhere."""

    def free_texts_in_key(self, question: QuestionContent) -> Iterable[tuple[str, str]]:
        """Yield the texts in the key that the annotator wrote, each with its path."""
        return ()

    def correct_option_indices(self, answer: Any) -> Sequence[int]:
        """Return the indices of the options that the key marks as correct."""
        return ()

    # Answering without the key

    @abstractmethod
    def validate_answer(self, options: Sequence[str], response: Any) -> str | None:
        """Return why this is no valid answer to these options; None if it is one."""

    @abstractmethod
    def restore_option_order(self, response: Any, order: Sequence[int]) -> Any:
        """Return an answer to options shown in ``order``, in their original order."""

    def equals_key(self, answer: Any, response: Any) -> bool:
        """Return whether an answer given without the key equals the key."""
        return bool(answer == response)

    # Releasing

    @abstractmethod
    def published_key(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        """Return the key as a release publishes it."""


def option_letters(indices: Sequence[int]) -> str:
    """Return the letters of options: ``AC`` for 0 and 2."""
    return "".join(ascii_uppercase[index] for index in indices)


def is_integer_index(value: Any) -> bool:
    """Return whether the value is an integer; True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def on_one_line(text: str) -> str:
    """Return the text in NFC on one line, with single spaces and none at the ends."""
    return " ".join(normalize("NFC", text).split())


def length_problems(text: str, length: TextLength, path: str) -> Iterator[Problem]:
    """Yield a problem if the text is empty or longer than its limit."""
    if not text.strip():
        yield Problem(path, "write_something")
        return
    count = text_length(without_inline_images(text), length.unit)
    if length.maximum is not None and count > length.maximum:
        values = {"limit": length.maximum, "count": count}
        yield Problem(path, f"too_many_{length.unit}", values)


def option_problems(
    rules: QuestionRules, question: QuestionContent, path: str
) -> Iterator[Problem]:
    """Yield problems unless the options have the required number, texts and lengths."""
    options = question["options"]
    expected = rules.option_count(question["fixed"])
    if len(options) != expected:
        values = {"limit": expected, "count": len(options)}
        yield Problem(f"{path}.options", "wrong_number_of_options", values)
    for at, option in enumerate(options):
        yield from length_problems(option, rules.option, f"{path}.options.{at}")


def no_options_problems(question: QuestionContent, path: str) -> Iterator[Problem]:
    """Yield a problem if a question of a format without options has any."""
    if question["options"]:
        values = {"limit": 0, "count": len(question["options"])}
        yield Problem(f"{path}.options", "wrong_number_of_options", values)
