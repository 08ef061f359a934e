"""What each proposer and each measure is good for, printed by ``ablate``.

A quarter of the originals to train on is used, and none of the half that is reported on:
a choice made here does not flatter the report.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import log_loss
from sklearn.model_selection import GroupKFold
from threadpoolctl import threadpool_limits

from benchmarks.near_duplicates.collection import Collection, Group
from benchmarks.near_duplicates.hard_edits import HARD_EDITS
from benchmarks.near_duplicates.search import Described
from benchmarks.near_duplicates.training import LabelledPair
from curation.domain.near_duplicates.description import Description
from curation.domain.near_duplicates.measures import Measures
from curation.domain.near_duplicates.proposal import HASH_RADIUS, LEAST_VOTES, Index

Rows = list[Sequence[str]]
Values = npt.NDArray[np.float32]
Labels = npt.NDArray[np.bool_]
Positions = npt.NDArray[np.int64]
Certainties = npt.NDArray[np.float64]
_FOLDS = 3
_SHARE = 4
"""The training data is divided by this, so that all models are fitted in minutes."""


def reduced(group: Group) -> Group:
    """Return a group of a quarter of the originals and series."""
    return group._replace(
        originals=group.originals // _SHARE, series=group.series // _SHARE
    )


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
    """Drop one measure after the other, and return how well those left decide.

    The next to drop is the one whose values, shuffled among the pairs of originals that a
    model was not fitted on, raise its loss least. The loss is in thousandths of a nat; the
    share is of the pairs that show the same that are certain while one in 1,000 certain
    pairs is wrong.
    """
    names = list(Measures._fields)
    values = np.array([pair.measures for pair in pairs], np.float32)
    labels = np.array([pair.is_same for pair in pairs])
    folds = list(
        GroupKFold(_FOLDS).split(values, labels, [pair.group for pair in pairs])
    )
    rows: Rows = [("measures", "loss", "the same, certain", "dropped next")]
    while names:
        columns = values[:, [Measures._fields.index(name) for name in names]]
        certainty, importance = _leave_folds_out(columns, labels, folds)
        dropped = names[int(importance.argmin())]
        loss = f"{1000 * log_loss(labels, certainty):.1f}"
        share = f"{_safe_share(certainty, labels):.1%}"
        rows.append((str(len(names)), loss, share, dropped))
        names.remove(dropped)
    return rows


def _leave_folds_out(
    values: Values, labels: Labels, folds: Sequence[tuple[Positions, Positions]]
) -> tuple[Certainties, Certainties]:
    """Return each pair's certainty, and how much shuffling a column raises the loss."""
    chance = np.random.default_rng(1)
    certainty = np.zeros(len(values))
    importance = np.zeros(values.shape[1])
    # A thread of OpenMP waits for the slowest, which is endless on a busy machine.
    with threadpool_limits(1):
        for chosen, left_out in folds:
            model = HistGradientBoostingClassifier(random_state=1, early_stopping=False)
            model.fit(values[chosen], labels[chosen])
            certainty[left_out] = model.predict_proba(values[left_out])[:, 1]
            for column in range(values.shape[1]):
                shuffled = values[left_out]
                shuffled[:, column] = chance.permutation(shuffled[:, column])
                changed = model.predict_proba(shuffled)[:, 1]
                importance[column] += log_loss(labels[left_out], changed)
    return certainty, importance


def _safe_share(certainty: Certainties, labels: Labels) -> float:
    order = np.argsort(-certainty)
    wrong = np.cumsum(~labels[order])
    is_safe = wrong <= 0.001 * np.arange(1, len(order) + 1)
    safe = int(np.flatnonzero(is_safe).max(initial=0))
    return float(labels[order][: safe + 1].sum() / labels.sum())
