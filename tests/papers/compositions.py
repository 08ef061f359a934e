"""Sets of questions whose counts and mean lengths are those of a paper."""

from collections.abc import Mapping, Sequence
from itertools import count

from releases.content.domain.counts import CountedQuestion


def spread(counts: Mapping[str, int], images: int) -> list[list[str]]:
    """Return the labels of each image; those that are left over are second labels."""
    labels = [choice for choice, number in counts.items() for _ in range(number)]
    of_images = [[label] for label in labels[:images]]
    for first, second in zip(of_images, labels[images:], strict=False):
        first.append(second)
    return of_images


def overlapping(counts: Mapping[str, int], images: int) -> list[list[str]]:
    """Return the labels of each image, where a label is of the first images."""
    return [
        [choice for choice, number in counts.items() if at < number]
        for at in range(images)
    ]


def texts(number: int, mean: float, unit: str) -> list[str]:
    """Return different texts with this mean length in words or characters."""
    total = round(number * mean)
    lengths = [total // number + (at < total % number) for at in range(number)]
    if unit == "words":
        return [" ".join(["word"] * length) for length in lengths]
    return ["字" * length for length in lengths]


def questions(
    numbers: Sequence[int], stem: float, option: float, unit: str
) -> list[list[CountedQuestion]]:
    """Return as many questions of six options an item as ``numbers`` says.

    ``stem`` and ``option`` are mean lengths.
    """
    total = sum(numbers)
    stems, options = texts(total, stem, unit), texts(6 * total, option, unit)
    at = count()
    return [
        [
            CountedQuestion(stems[n], options[6 * n : 6 * n + 6])
            for n in (next(at) for _ in range(number))
        ]
        for number in numbers
    ]
