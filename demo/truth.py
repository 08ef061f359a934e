"""What should become of each demo image, and how a careful person annotates it."""

from typing import Literal, NotRequired, TypedDict

Outcome = Literal["kept", "duplicate", "too_much_text", "screened_out", "rejected"]


class Question(TypedDict):
    """One multiple-choice question: six options, `key` the right one's letter."""

    stem: str
    options: list[str]
    key: str


class Annotation(TypedDict):
    """The reference annotation, by the II-Bench protocol's field ids."""

    difficulty: str
    domain: str
    image_type: list[str]
    emotion: str
    rhetoric: list[str]
    explanation: str
    questions: list[Question]


class TrueFate(TypedDict):
    """One raw file's row in the ground truth; paths are relative to its folder."""

    path: str
    sha256: str
    outcome: Outcome
    duplicate_of: str | None
    reason: str
    annotation: NotRequired[Annotation]
