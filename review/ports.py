"""What the overview asks of a later stage, without knowing it.

``config.wiring`` binds the answer; before that nothing has been released.
"""

from collections.abc import Callable

from projects.models import Project

ReleasedCount = Callable[[Project], int]
_released: list[ReleasedCount] = []


def bind_released_count(answer: ReleasedCount) -> None:
    """``answer`` counts the items of a project's newest published release."""
    _released[:] = [answer]


def released_count(project: Project) -> int:
    """How many items the newest published release holds."""
    return sum(answer(project) for answer in _released)
