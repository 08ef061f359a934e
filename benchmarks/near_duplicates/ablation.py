"""What each proposer and each measure is good for, printed by ``ablate``.

The originals to train on are used, and none of the half that is reported on: a choice made
here does not flatter the report.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import log_loss
from threadpoolctl import threadpool_limits

from benchmarks.near_duplicates.collection import Collection
from benchmarks.near_duplicates.hard_edits import HARD_EDITS
from benchmarks.near_duplicates.search import Described
from benchmarks.near_duplicates.training import (
    SIZE,
    LabelledPair,
    Positions,
    Size,
    Table,
    leave_folds_out,
)
from benchmarks.near_duplicates.variants import OTHER_HUES
from curation.images.domain.description import ImageDescription
from curation.near_duplicates.domain.match import POSSIBLE
from curation.near_duplicates.domain.measures import PairMeasures
from curation.near_duplicates.domain.proposal import (
    HASH_RADIUS,
    LEAST_VOTES,
    DuplicateIndex,
)

Rows = list[Sequence[str]]
Values = npt.NDArray[np.float32]
Labels = npt.NDArray[np.bool_]
Certainties = npt.NDArray[np.float64]
_FOLDS = 3
SIZES = (SIZE, Size(400, 6, 0.06), Size(100, 5, 0.08))
"""Sizes of models that are compared."""
LIMITS = (0.8, 0.9, 0.95)
"""Certainties from which a pair is a duplicate that are compared."""


def proposer_rows(collection: Collection, described: Sequence[Described]) -> Rows:
    """Return the share of mild and hard edits whose original each proposer proposes."""
    descriptions = [image.description for image in described]
    index = DuplicateIndex.build(range(len(descriptions)), descriptions.__getitem__)
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
        everything = index.find_candidates(
            description, exclude=original, most=len(index)
        )
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
            for candidate in index.find_candidates(description, exclude=original)
        }
    return [
        ("proposed by", "mild", "hard"),
        *((name, *_shares(collection, pairs)) for name, pairs in proposed.items()),
    ]


def _is_near_as_a_whole(first: ImageDescription, second: ImageDescription) -> bool:
    distances = np.bitwise_count(first.hashes[:2] ^ second.hashes[0]).sum(axis=1)
    return bool(distances.min() <= HASH_RADIUS)


def _shares(collection: Collection, pairs: set[tuple[int, int]]) -> Iterator[str]:
    originals = collection.originals
    for is_hard in (False, True):
        expected = [
            (originals[member.family], number)
            for number, member in enumerate(collection.members)
            if member.family in originals
            and member.kind not in ("original", OTHER_HUES)
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
    names = list(PairMeasures._fields)
    table = Table.of([pair for pair in pairs if pair.is_same is not None])
    values, labels = table.rows, table.labels
    folds = list(table.folds(_FOLDS))
    rows: Rows = [("measures", "loss", "the same, certain", "dropped next")]
    while names:
        columns = values[:, [PairMeasures._fields.index(name) for name in names]]
        certainty, importance = _fit_and_shuffle(columns, labels, folds)
        dropped = names[int(importance.argmin())]
        loss = f"{1000 * log_loss(labels, certainty):.1f}"
        share = f"{_safe_share(certainty, labels):.1%}"
        rows.append((str(len(names)), loss, share, dropped))
        names.remove(dropped)
    return rows


def model_rows(pairs: Sequence[LabelledPair]) -> Rows:
    """Return what models of several sizes answer on pairs of families left out.

    Pairs that a person has to decide are counted apart.
    """
    table = Table.of(pairs)
    is_open = np.array([pair.is_same is None for pair in pairs])
    rows: Rows = [
        (
            *("trees", "depth", "rate", "certain from", "loss"),
            *("same, duplicate", "possible", "wrong duplicates", "unlike, possible"),
            *("a person decides, duplicate", "possible"),
        )
    ]
    for size in SIZES:
        everything, _ = leave_folds_out(table, size, _FOLDS)
        loss = 1000 * log_loss(table.labels, everything)
        certainty = everything[: len(pairs)]
        same = certainty[~is_open & table.labels[: len(pairs)]]
        unlike = certainty[~is_open & ~table.labels[: len(pairs)]]
        for limit in LIMITS:
            wrong, right = int((unlike >= limit).sum()), int((same >= limit).sum())
            shares = [
                values >= least
                for values, least in (
                    (same, limit),
                    (same, POSSIBLE),
                    (unlike, POSSIBLE),
                    (certainty[is_open], limit),
                    (certainty[is_open], POSSIBLE),
                )
            ]
            printed = [f"{share.mean():.1%}" for share in shares]
            printed.insert(2, f"{wrong} of {wrong + right:,}")
            rows.append((*map(str, size), str(limit), f"{loss:.1f}", *printed))
    return rows


def _fit_and_shuffle(
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
