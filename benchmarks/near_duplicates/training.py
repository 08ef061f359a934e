"""Train the decision: ``python -m benchmarks.near_duplicates train``.

The pairs are what the search itself proposes in collections of originals, variants, hard
edits and look-alikes. Only the half of the originals that is not reported on is used.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from benchmarks.near_duplicates.collection import (
    SPLIT_SEED,
    Collection,
    Group,
    is_same,
    make_collection,
)
from benchmarks.near_duplicates.search import Outcome, search_files
from benchmarks.near_duplicates.store import Store
from curation.domain.near_duplicates.decision import MODEL
from curation.domain.near_duplicates.measures import Measures

TREES, DEPTH, RATE = 300, 5, 0.08
"""Size of the model. A hundred trees of depth 4 have a third more calibrated loss."""
FOLDS = 5
NOT_LEARNED = {"hue_turn", "mirrored"}
"""Measures that only the rules of ``may_mean_another`` use."""
_BINS = (0.0, 0.01, 0.05, 0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 1.0)


DRAWINGS, MEMES = (800, 4, 2, 20, 101), (120, 8, 6, 12, 102)
"""Originals, copies and hard edits of each, series of look-alikes, and the seed."""


class LabelledPair(NamedTuple):
    """A proposed pair: its measures, whether both show the same, and its family."""

    measures: Measures
    is_same: bool
    group: int


def labelled_pairs(
    collection: Collection, outcome: Outcome, first_group: int
) -> list[LabelledPair]:
    """Return the measures of all proposed pairs of a collection with their labels.

    Left out are pairs of which neither answer is wrong, and all pairs of two families
    that the source holds twice.
    """
    pairs: list[tuple[tuple[int, int], Measures]] = []
    for pair in outcome.pairs:
        first, second = (collection.members[key] for key in (pair.left, pair.right))
        if is_same(first, second) is None:
            continue
        if pair.measures is not None:
            pairs.append(((first.family, second.family), pair.measures))
    held_twice = {
        families
        for families, measures in pairs
        if len({*families}) == 2 and _agrees_everywhere(measures)
    }
    return [
        LabelledPair(measures, families[0] == families[1], first_group + families[0])
        for families, measures in pairs
        if families not in held_twice
    ]


def _agrees_everywhere(measures: Measures) -> bool:
    """Return whether no person could tell the overlapping parts of two images apart."""
    return (
        measures.correlation > 0.99
        and measures.structure > 0.96
        and measures.solid < 0.003
        and measures.recoloured < 0.02
    )


def groups_to_train_on(drawings: Path, memes: Path) -> list[Group]:
    """Return the groups, drawn from the half that is not reported on."""
    return [
        Group("drawings", drawings, *DRAWINGS, in_series=False, held_out=False),
        Group("memes", memes, *MEMES, in_series=False, held_out=False),
    ]


def pairs_to_train_on(
    groups: Sequence[Group], cache: Path, store: Store
) -> list[LabelledPair]:
    """Return the labelled pairs of all groups."""
    pairs: list[LabelledPair] = []
    for group in groups:
        collection = make_collection(group, cache)
        outcome = search_files([member.path for member in collection.members], store)
        first_group = 1 + max((pair.group for pair in pairs), default=-1)
        pairs += labelled_pairs(collection, outcome, first_group)
        print(f"{group.name}: {len(pairs):,} pairs so far", flush=True)
    return pairs


def train(groups: Sequence[Group], cache: Path, store: Store) -> dict[str, Any]:
    """Return the document of a model."""
    pairs = pairs_to_train_on(groups, cache, store)
    return {
        "command": "python -m benchmarks.near_duplicates train",
        "recipes": [{**group._asdict(), "folder": group.name} for group in groups],
        "split_seed": SPLIT_SEED,
        **fit(pairs),
    }


def fit(pairs: Sequence[LabelledPair]) -> dict[str, Any]:
    """Fit trees, and the logistic function on the pairs that each fold left out."""
    learned = [name for name in Measures._fields if name not in NOT_LEARNED]
    columns = [Measures._fields.index(name) for name in learned]
    rows = np.array([pair.measures for pair in pairs], np.float32)[:, columns]
    labels = np.array([pair.is_same for pair in pairs])
    groups = np.array([pair.group for pair in pairs])
    totals = np.zeros(len(pairs))
    for chosen, left_out in GroupKFold(FOLDS).split(rows, labels, groups):
        fold = _classifier().fit(rows[chosen], labels[chosen])
        totals[left_out] = fold.decision_function(rows[left_out])
    calibration = LogisticRegression(C=1e6).fit(totals[:, None], labels)
    certainty = calibration.predict_proba(totals[:, None])[:, 1]
    model = _classifier().fit(rows, labels)
    prior = labels.mean()
    return {
        "pairs": {"same": int(labels.sum()), "different": int((~labels).sum())},
        "calibration": _curve(certainty, labels),
        "measures": learned,
        "base": round(float(np.log(prior / (1 - prior))), 6),
        "slope": round(float(calibration.coef_[0, 0]), 6),
        "intercept": round(float(calibration.intercept_[0]), 6),
        "trees": [_tree(stage[0].tree_) for stage in model.estimators_],
    }


def _classifier() -> GradientBoostingClassifier:
    return GradientBoostingClassifier(
        n_estimators=TREES,
        max_depth=DEPTH,
        learning_rate=RATE,
        subsample=0.5,
        max_features=0.4,
        min_samples_leaf=20,
        random_state=SPLIT_SEED,
    )


def _tree(tree: Any) -> dict[str, list[float]]:
    is_leaf = tree.children_left < 0
    return {
        "feature": np.where(is_leaf, -1, tree.feature).tolist(),
        "threshold": [
            float(f"{value:.7g}") for value in np.where(is_leaf, 0, tree.threshold)
        ],
        "left": tree.children_left.tolist(),
        "right": tree.children_right.tolist(),
        "value": [
            float(f"{value:.6g}")
            for value in np.where(is_leaf, RATE * tree.value[:, 0, 0], 0)
        ],
    }


def _curve(
    certainty: npt.NDArray[np.float64], labels: npt.NDArray[np.bool_]
) -> list[dict[str, float]]:
    """Return, of pairs left out in training, the share that shows the same by certainty."""
    bins = np.clip(np.digitize(certainty, _BINS) - 1, 0, len(_BINS) - 2)
    counts = Counter(bins.tolist())
    return [
        {
            "from": _BINS[number],
            "to": _BINS[number + 1],
            "pairs": counts[number],
            "mean_certainty": round(float(certainty[bins == number].mean()), 4),
            "same": round(float(labels[bins == number].mean()), 4),
        }
        for number in sorted(counts)
    ]


def write(document: dict[str, Any], path: Path = MODEL) -> None:
    """Write the model with a line per tree, so that a change can be read."""
    parts = {
        name: json.dumps(value, ensure_ascii=False)
        for name, value in document.items()
        if name != "trees"
    }
    lines = [f"{json.dumps(name)}: {text}" for name, text in parts.items()]
    trees = ",\n".join(json.dumps(tree) for tree in document["trees"])
    text = "{\n" + ",\n".join(lines) + ',\n"trees": [\n' + trees + "\n]\n}\n"
    path.write_text(text, encoding="utf-8")
