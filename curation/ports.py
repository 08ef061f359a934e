"""What curation asks of later stages, without knowing them.

``config.wiring`` binds the answer; nobody building on images means that none is used.
"""

from collections.abc import Callable, Collection

InUse = Callable[[Collection[int]], set[int]]
_in_use: list[InUse] = []


def bind_images_in_use(answer: InUse) -> None:
    """``answer`` tells which of some image ids people have already worked on."""
    if answer not in _in_use:
        _in_use.append(answer)


def images_in_use(image_ids: Collection[int]) -> set[int]:
    """Which of these images cannot be taken away any more."""
    return set().union(*(answer(image_ids) for answer in _in_use))
