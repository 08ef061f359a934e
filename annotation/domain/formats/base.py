"""What a question format has to know about itself."""

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_uppercase
from typing import Any, ClassVar, NamedTuple, TypedDict

from annotation.domain.problems import Problem
from projects.domain.inline_images import without_pictures
from projects.domain.protocol.questions import QuestionRules, TextLength
from projects.domain.protocol.text import length_of


class QuestionContent(TypedDict):
    """A question as it is written down.

    ``answer`` is the key in the form of the format, plain JSON; None while there is
    none. ``options`` is empty in formats that have none.
    """

    uid: str
    format: str
    fixed: str | None
    stem: str
    options: list[str]
    answer: Any


class PublishedKey(NamedTuple):
    """A key as a release gives it out."""

    answer: Any
    """Plain JSON, in Subtext's own questions files."""
    text: str
    """In a column of texts: ``C``, ``ACD``, ``True``, ``3.5``."""
    correct_option: str
    """What is right in words."""
    letter: str | None = None
    """Where one option of several is right: tools that know nothing else read this."""

    @property
    def spoken(self) -> str:
        """For people: ``C. The clock cuts time``."""
        if self.correct_option in ("", self.text):
            return self.text
        return f"{self.text}. {self.correct_option}"


class QuestionFormat(ABC):
    """One kind of question: a folder beside this module and a line in the registry.

    Its other halves are ``evaluation/runner/formats`` (asking and scoring) and
    ``frontend/src/components/question/formats`` (writing, answering and showing).
    What most formats have in common is here; they replace what is different in them.
    """

    id: ClassVar[str]
    has_options: ClassVar[bool] = True

    # Writing

    def blank(
        self, rules: QuestionRules, *, uid: str, fixed: str | None, stem: str
    ) -> QuestionContent:
        """Return a question to begin with."""
        return {
            "uid": uid,
            "format": self.id,
            "fixed": fixed,
            "stem": stem,
            "options": [""] * rules.options_of(fixed) if self.has_options else [],
            "answer": None,
        }

    @abstractmethod
    def fits(self, answer: Any) -> bool:
        """Whether a draft may hold this key: it has the right shape, if not the sense."""

    def normalised(self, answer: Any) -> Any:
        """Return the key in one form only, None where it says nothing. It ``fits``."""
        return answer

    @abstractmethod
    def problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        """Say what is wrong with a finished question. The stem is checked already."""

    def written(self, question: QuestionContent) -> Iterable[tuple[str, str]]:
        """Return texts in the key that somebody wrote, each with its path there."""
        return ()

    def named(self, answer: Any) -> Sequence[int]:
        """Return the options that the key names as right, by index."""
        return ()

    # Answering without the key

    @abstractmethod
    def validate_answer(self, options: Sequence[str], given: Any) -> str | None:
        """Say why this is no answer to a question with these options; None if it is."""

    @abstractmethod
    def restore_option_order(self, given: Any, order: Sequence[int]) -> Any:
        """Return the answer of somebody who was shown the options in this order."""

    def agrees(self, answer: Any, given: Any) -> bool:
        """Whether what somebody answered without the key is the key."""
        return bool(answer == given)

    # Releasing

    @abstractmethod
    def published(
        self, options: Sequence[str], answer: Any, *, language: str
    ) -> PublishedKey:
        """Return the key as a release gives it out."""


def letters_of(indices: Sequence[int]) -> str:
    """How options are called: 0 and 2 are ``AC``."""
    return "".join(ascii_uppercase[index] for index in indices)


def is_index(value: Any) -> bool:
    """Whether it is a whole number; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def one_line(text: str) -> str:
    """Unicode composed, blanks at the ends and line breaks gone."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def length_problems(text: str, length: TextLength, path: str) -> Iterator[Problem]:
    """A text is there and its words are not longer than its limit."""
    if not text.strip():
        yield Problem(path, "write_something")
        return
    count = length_of(without_pictures(text), length.unit)
    if length.maximum is not None and count > length.maximum:
        values = {"limit": length.maximum, "count": count}
        yield Problem(path, f"too_many_{length.unit}", values)


def option_problems(
    rules: QuestionRules, question: QuestionContent, path: str
) -> Iterator[Problem]:
    """There are as many options as the protocol asks for, none empty or too long."""
    options = question["options"]
    expected = rules.options_of(question["fixed"])
    if len(options) != expected:
        values = {"limit": expected, "count": len(options)}
        yield Problem(f"{path}.options", "wrong_number_of_options", values)
    for at, option in enumerate(options):
        yield from length_problems(option, rules.option, f"{path}.options.{at}")


def no_options_problems(question: QuestionContent, path: str) -> Iterator[Problem]:
    """A question of a format without options has none."""
    if question["options"]:
        values = {"limit": 0, "count": len(question["options"])}
        yield Problem(f"{path}.options", "wrong_number_of_options", values)
