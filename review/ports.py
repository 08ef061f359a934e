"""What review asks of later stages; filled by ``config.wiring``."""
# mypy: disable-error-code="empty-body"

from typing import NamedTuple

from core.ports import Port
from projects.models import Project
from review.question_generation.domain.rule import Similarities


@Port
def released_count(project: Project) -> int:
    """Return the number of items in the project's newest published release."""


@Port
def similarities() -> tuple[str, Similarities] | None:
    """Return the model of word similarity by name; None if none is installed."""


class ImageDependenceStage(NamedTuple):
    """Counts of what was removed because text-only models answered it."""

    questions: int
    items: int
    """Items that had no question left."""


@Port
def get_image_dependence_stage(project: Project) -> ImageDependenceStage | None:
    """Return the result of that stage; None where there was none."""
