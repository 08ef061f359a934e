"""Pairs of near-duplicates, with the comparisons of earlier audits."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from core.chunks import split_into_chunks
from curation.images.domain.description import ImageDescription
from curation.near_duplicates.domain.match import POSSIBLE, Alteration
from curation.near_duplicates.domain.proposal import DuplicateCandidate
from curation.near_duplicates.domain.search import (
    DescribedPair,
    FoundPair,
    match_pairs,
    propose_pairs,
)
from published.audit.domain.measurements import MeasurementCache

_AT_ONCE = 8
"""Images whose pairs, some hundred, are compared before they are kept."""


def find_kept_pairs(
    contents: Sequence[str],
    descriptions: Sequence[ImageDescription],
    measurements: MeasurementCache,
    progress: Callable[[int, int], None],
) -> list[FoundPair]:
    """Return the pairs that ``near_duplicates.search.find_pairs`` finds, and keep them.

    ``contents`` are the SHA-256 of the images. After a search that was stopped, only
    the images that it had not compared are compared. ``progress`` is told how many of
    all images were compared.
    """
    stored = measurements.get_or_measure(
        lambda: _found_pairs(contents, descriptions, measurements, progress),
        *("pairs", list(contents)),
    )
    progress(len(contents), len(contents))
    return [
        FoundPair(left, right, certainty, tuple(map(Alteration, kinds)))
        for left, right, certainty, kinds in json.loads(stored)
    ]


def _found_pairs(
    contents: Sequence[str],
    descriptions: Sequence[ImageDescription],
    measurements: MeasurementCache,
    progress: Callable[[int, int], None],
) -> bytes:
    proposed = propose_pairs(range(len(descriptions)), descriptions.__getitem__)
    images = (
        _Compared(left, [candidate for _, candidate in pairs], contents)
        for left, pairs in groupby(proposed, key=itemgetter(0))
    )
    rows = []
    for some in split_into_chunks(images, _AT_ONCE):
        _compare(some, descriptions, measurements)
        rows += [pair for image in some for pair in image.pairs()]
        progress(some[-1].left, len(contents))
    return json.dumps(rows).encode()


class _Compared:
    """An image by position, compared with its candidates."""

    def __init__(
        self,
        left: int,
        candidates: Sequence[DuplicateCandidate],
        contents: Sequence[str],
    ) -> None:
        self.left, self.candidates = left, candidates
        proposed = [[contents[row.key], *row[1:]] for row in candidates]
        self.key = ("matches", contents[left], proposed)
        self.matches = b""
        """Certainty and kinds of each candidate, as JSON."""

    def pairs(self) -> Iterator[Sequence[object]]:
        """Yield the parts of each ``FoundPair``."""
        matches = json.loads(self.matches)
        for candidate, (certainty, kinds) in zip(self.candidates, matches, strict=True):
            if certainty >= POSSIBLE:
                yield self.left, candidate.key, certainty, kinds


def _compare(
    images: Sequence[_Compared],
    descriptions: Sequence[ImageDescription],
    measurements: MeasurementCache,
) -> None:
    """Fill in the matches of the images; compare where they were not kept."""
    new = []
    for image in images:
        stored = measurements.find_measurement(*image.key)
        if stored is None:
            new.append(image)
        else:
            image.matches = stored
    matches = match_pairs(
        DescribedPair(descriptions[image.left], descriptions[candidate.key], candidate)
        for image in new
        for candidate in image.candidates
    )
    for image in new:
        own = [next(matches) for _ in image.candidates]
        rows = [(match.certainty, match.kinds) for match in own]
        image.matches = json.dumps(rows).encode()
        measurements.store_measurement(image.matches, *image.key)
