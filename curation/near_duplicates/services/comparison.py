"""Comparison of images by id: candidates from an index, registered and decided."""

from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from typing import NamedTuple

from curation.images.domain.description import VERSION
from curation.images.services.descriptions import DescriptionStore
from curation.near_duplicates.domain.decision import model_version
from curation.near_duplicates.domain.match import PairMatch
from curation.near_duplicates.domain.proposal import DuplicateCandidate, DuplicateIndex
from curation.near_duplicates.domain.search import DescribedPair, match_pairs

Progress = Callable[[int, int], None]


class ProposedPair(NamedTuple):
    """Two images by id that may be near-duplicates; ``candidate`` is the second."""

    image: int
    candidate: DuplicateCandidate


def search_tools() -> dict[str, str]:
    """Return the versions, besides the parameters, that determine the results."""
    packages = ("pillow", "numpy", "opencv-python-headless", "faiss-cpu")
    return {
        "description": str(VERSION),
        "model": model_version(),
        **{name: version(name) for name in packages},
    }


def propose_pairs_of_images(
    image_ids: Iterable[int], index: DuplicateIndex, description_of: DescriptionStore
) -> Iterator[ProposedPair]:
    """Yield the pairs of each image and what the index proposes for it."""
    for image_id in image_ids:
        description = description_of(image_id)
        for candidate in index.find_candidates(description, exclude=image_id):
            yield ProposedPair(image_id, candidate)


def compare_pairs(
    pairs: Iterable[ProposedPair],
    description_of: DescriptionStore,
    beat: Callable[[], None] = lambda: None,
) -> Iterator[tuple[ProposedPair, PairMatch]]:
    """Yield each pair with its match; ``beat`` is called for every pair."""
    compared: list[ProposedPair] = []

    def described() -> Iterator[DescribedPair]:
        for pair in pairs:
            beat()
            compared.append(pair)
            yield DescribedPair(
                description_of(pair.image),
                description_of(pair.candidate.key),
                pair.candidate,
            )

    for match in match_pairs(described()):
        yield compared.pop(0), match
