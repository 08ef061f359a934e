"""What review asks of a later stage, without knowing it.

``config.wiring`` binds the answers; before that nothing has been released, and no model
says how similar words are.
"""

from collections.abc import Callable
from typing import NamedTuple

from projects.models import Project
from review.domain.question_generation import Similarities

ReleasedCount = Callable[[Project], int]
_released: list[ReleasedCount] = []


def bind_released_count(answer: ReleasedCount) -> None:
    """``answer`` counts the items of a project's newest published release."""
    _released[:] = [answer]


def released_count(project: Project) -> int:
    """How many items the newest published release holds."""
    return sum(answer(project) for answer in _released)


SimilaritiesOf = Callable[[], tuple[str, Similarities] | None]
_similarities: list[SimilaritiesOf] = []


def bind_similarities(answer: SimilaritiesOf) -> None:
    """``answer`` opens the model that says how similar words are."""
    _similarities[:] = [answer]


def similarities() -> tuple[str, Similarities] | None:
    """The model's name and what it says; None where this installation has none."""
    return _similarities[0]() if _similarities else None


class ImageDependenceStage(NamedTuple):
    """What was taken out because text-only models answered it."""

    questions: int
    items: int
    """Those that had no question left."""


ImageDependenceStageOf = Callable[[Project], ImageDependenceStage | None]
_picture_stage: list[ImageDependenceStageOf] = []


def bind_image_dependence_stage(answer: ImageDependenceStageOf) -> None:
    """``answer`` knows what was decided of questions solved without their image."""
    _picture_stage[:] = [answer]


def get_image_dependence_stage(project: Project) -> ImageDependenceStage | None:
    """What that stage did; None where there was none."""
    return _picture_stage[0](project) if _picture_stage else None
