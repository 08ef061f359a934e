"""What a question format has to know about itself."""

from collections.abc import Iterator
from typing import ClassVar, Protocol, TypedDict

from annotation.domain.problems import Problem
from projects.domain.protocol.questions import QuestionRules, TextLength
from projects.domain.protocol.text import length_of


class QuestionContent(TypedDict):
    """A question as it is written down; ``answer`` is the key's index from 0."""

    uid: str
    format: str
    fixed: str | None
    stem: str
    options: list[str]
    answer: int | None


class QuestionFormat(Protocol):
    """One kind of question. Another kind is another module and a line in registry."""

    id: ClassVar[str]

    def blank(
        self, rules: QuestionRules, *, uid: str, fixed: str | None, stem: str
    ) -> QuestionContent:
        """A question to begin with."""
        ...

    def problems(
        self, rules: QuestionRules, question: QuestionContent, path: str
    ) -> Iterator[Problem]:
        """What is wrong with a finished question. The stem is checked already."""
        ...


def length_problems(text: str, length: TextLength, path: str) -> Iterator[Problem]:
    """A text is there and not longer than its limit."""
    if not text.strip():
        yield Problem(path, "write_something")
        return
    count = length_of(text, length.unit)
    if length.maximum is not None and count > length.maximum:
        values = {"limit": length.maximum, "count": count}
        yield Problem(path, f"too_many_{length.unit}", values)
