"""The expected outcome of each demo image, and its reference annotation."""

from typing import Literal, NotRequired, TypedDict

Outcome = Literal["kept", "duplicate", "too_much_text", "screened_out", "rejected"]


class Question(TypedDict):
    """One multiple-choice question with six options; `key` is the correct letter."""

    stem: str
    options: list[str]
    key: str


class Annotation(TypedDict):
    """The reference annotation, by the field ids of the II-Bench protocol."""

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
