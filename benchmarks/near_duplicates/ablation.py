"""What each proposer and each measure is good for, printed by ``ablate``."""

from collections.abc import Iterator, Sequence

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold

from benchmarks.near_duplicates.collection import Collection
from benchmarks.near_duplicates.hard_edits import HARD_EDITS
from benchmarks.near_duplicates.search import Described
from benchmarks.near_duplicates.training import LabelledPair
from curation.domain.near_duplicates.description import Description
from curation.domain.near_duplicates.measures import Measures
from curation.domain.near_duplicates.proposal import HASH_RADIUS, LEAST_VOTES, Index

Rows = list[Sequence[str]]
_FOLDS = 3


def proposer_rows(collection: Collection, described: Sequence[Described]) -> Rows:
    """Return the share of mild and hard edits whose original each proposer proposes."""
    descriptions = [image.description for image in described]
    index = Index.build(range(len(descriptions)), descriptions.__getitem__)
    proposed: dict[str, set[tuple[int, int]]] = {
        "hash of the whole image": set(),
        "hashes with and without a border": set(),
        "features": set(),
        "hashes and features": set(),
        "of these the best 20": set(),
    }
    whole, hashes, features, both, best = proposed.values()
    for original in collection.originals.values():
        description = descriptions[original]
        everything = index.candidates(description, exclude=original, most=len(index))
        for candidate in everything:
            pair = original, candidate.key
            both.add(pair)
            if candidate.votes >= LEAST_VOTES:
                features.add(pair)
            if candidate.distance <= HASH_RADIUS:
                hashes.add(pair)
            if _is_near_as_a_whole(description, descriptions[candidate.key]):
                whole.add(pair)
        best |= {
            (original, candidate.key)
            for candidate in index.candidates(description, exclude=original)
        }
    return [
        ("proposed by", "mild", "hard"),
        *((name, *_shares(collection, pairs)) for name, pairs in proposed.items()),
    ]


def _is_near_as_a_whole(first: Description, second: Description) -> bool:
    distances = np.bitwise_count(first.hashes[:2] ^ second.hashes[0]).sum(axis=1)
    return bool(distances.min() <= HASH_RADIUS)


def _shares(collection: Collection, pairs: set[tuple[int, int]]) -> Iterator[str]:
    originals = collection.originals
    for is_hard in (False, True):
        expected = [
            (originals[member.family], number)
            for number, member in enumerate(collection.members)
            if member.family in originals
            and member.kind != "original"
            and (member.kind in HARD_EDITS) == is_hard
        ]
        hits = sum(pair in pairs for pair in expected)
        yield f"{hits / max(1, len(expected)):.1%}"


def measure_rows(pairs: Sequence[LabelledPair]) -> Rows:
    """Return how well a model without each measure decides pairs of other originals.

    The loss is in thousandths of a nat; the share is of the pairs that show the same
    that are certain while one in 1,000 certain pairs is wrong.
    """
    names = Measures._fields
    without = {"none": None, **{name: name for name in names}}
    rows: Rows = [("left out", "loss", "the same, certain")]
    for title, name in without.items():
        columns = [at for at, learned in enumerate(names) if learned != name]
        rows.append((title, *_figures(pairs, columns)))
    return rows


def _figures(pairs: Sequence[LabelledPair], columns: Sequence[int]) -> tuple[str, str]:
    rows = np.array([pair.measures for pair in pairs], np.float32)[:, columns]
    labels = np.array([pair.is_same for pair in pairs])
    groups = np.array([pair.group for pair in pairs])
    certainty = np.zeros(len(pairs))
    for chosen, left_out in GroupKFold(_FOLDS).split(rows, labels, groups):
        model = HistGradientBoostingClassifier(random_state=1, early_stopping=False)
        model.fit(rows[chosen], labels[chosen])
        certainty[left_out] = model.predict_proba(rows[left_out])[:, 1]
    order = np.argsort(-certainty)
    wrong = np.cumsum(~labels[order])
    is_safe = wrong <= 0.001 * np.arange(1, len(pairs) + 1)
    safe = int(np.flatnonzero(is_safe).max(initial=0))
    share = labels[order][: safe + 1].sum() / labels.sum()
    return f"{1000 * log_loss(labels, certainty):.1f}", f"{share:.1%}"
