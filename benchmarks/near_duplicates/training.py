"""Train the decision: ``python -m benchmarks.near_duplicates train``.

The pairs are what the search itself proposes in collections of originals, variants, hard
edits and look-alikes. Only the half of the originals that is not reported on is used.

A pair that a person has to decide counts twice: once as the same, once as different. So
the model is as uncertain of it as a person who does not know what the images are for.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from benchmarks.near_duplicates.collection import (
    ICON_SIDES,
    SPLIT_SEED,
    Collection,
    Group,
    is_same,
    make_collection,
    may_be_another,
)
from benchmarks.near_duplicates.search import Outcome, search_files
from benchmarks.near_duplicates.store import Store
from benchmarks.near_duplicates.twins import SERIES
from benchmarks.near_duplicates.variants import GREY
from curation.near_duplicates.domain.decision import MODEL
from curation.near_duplicates.domain.measures import PairMeasures

FOLDS = 5
Positions = npt.NDArray[np.int64]
_BINS = (0.0, 0.01, 0.05, 0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 1.0)


DRAWINGS, MEMES, ICONS = (800, 4, 2, 20, 101), (120, 8, 6, 12, 102), (200, 4, 3, 0, 103)
"""Originals, copies and hard edits of each, series of look-alikes, and the seed."""
OTHER_HUES = 0.4
"""Share of the originals of which a copy in other hues is made."""


RARE = 2.0
"""How often look-alikes of one series and turned icons count: more are in projects."""


class LabelledPair(NamedTuple):
    """A proposed pair: its measures, whether both show the same, and its family.

    ``is_same`` is None where a person has to decide. ``weight`` is how often it counts.
    """

    measures: PairMeasures
    is_same: bool | None
    family: int
    weight: float = 1.0


def labelled_pairs(
    collection: Collection, group: Group, outcome: Outcome, first_family: int
) -> list[LabelledPair]:
    """Return the measures of all proposed pairs of a collection with their labels.

    Left out are pairs of which neither answer is wrong, and all pairs of two families
    that the source holds twice.
    """
    labelled: list[tuple[tuple[int, int], LabelledPair]] = []
    held_twice = set()
    for pair in outcome.pairs:
        first, second = (collection.members[key] for key in (pair.left, pair.right))
        label = is_same(first, second)
        if label is None or pair.measures is None:
            continue
        families = first.family, second.family
        is_turned_icon = group.is_of_icons and pair.measures.turned > 0.25
        if not label and not is_turned_icon:
            if _agrees_everywhere(pair.measures):
                held_twice.add(families)
            if {first.kind, second.kind} & GREY and _agrees_in_grey(pair.measures):
                continue  # The grey copy of a red or of a blue twin.
        is_open = label and may_be_another(first, second, group)
        if is_open and (is_turned_icon or pair.measures.hue_turn > 0):
            label = None
        is_twin = first.kind == second.kind in SERIES
        is_rare = is_twin or (label is None and is_turned_icon)
        row = LabelledPair(
            pair.measures,
            label,
            first_family + first.family,
            RARE if is_rare else 1.0,
        )
        labelled.append((families, row))
    return [row for families, row in labelled if families not in held_twice]


def _agrees_everywhere(measures: PairMeasures) -> bool:
    """Return whether no person could tell the overlapping parts of two images apart."""
    return _agrees_in_grey(measures) and measures.recoloured < 0.02


def _agrees_in_grey(measures: PairMeasures) -> bool:
    return (
        measures.correlation > 0.99
        and measures.contradiction < 0.001
        and measures.beside_bars < 0.003
        and not measures.bars
    )


def groups_to_train_on(drawings: Path, memes: Path) -> list[Group]:
    """Return the groups, drawn from the half that is not reported on."""
    groups = [
        Group("drawings", drawings, *DRAWINGS),
        Group("memes", memes, *MEMES),
        Group("icons", drawings, *ICONS, *ICON_SIDES),
    ]
    return [
        group._replace(
            in_series=False,
            held_out=False,
            other_hues=round(OTHER_HUES * group.originals),
        )
        for group in groups
    ]


def pairs_to_train_on(
    groups: Sequence[Group], cache: Path, store: Store
) -> list[LabelledPair]:
    """Return the labelled pairs of all groups."""
    pairs: list[LabelledPair] = []
    for group in groups:
        collection = make_collection(group, cache)
        outcome = search_files([member.path for member in collection.members], store)
        first_family = 1 + max((pair.family for pair in pairs), default=-1)
        pairs += labelled_pairs(collection, group, outcome, first_family)
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


class Table(NamedTuple):
    """Pairs as arrays: a row of measures, a label and a family each.

    A pair that a person has to decide has two rows, with both labels.
    """

    rows: npt.NDArray[np.float32]
    labels: npt.NDArray[np.bool_]
    families: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]

    @classmethod
    def of(cls, pairs: Sequence[LabelledPair]) -> Self:
        """Return the table of pairs; the second rows are at its end."""
        second = [
            pair._replace(is_same=False) for pair in pairs if pair.is_same is None
        ]
        every = [*pairs, *second]
        return cls(
            np.array([pair.measures for pair in every], np.float32),
            np.array([pair.is_same is not False for pair in every]),
            np.array([pair.family for pair in every]),
            np.array([pair.weight for pair in every]),
        )

    def fit(self, size: "Size", rows: Positions | slice) -> GradientBoostingClassifier:
        """Return a model of ``size`` that is fitted on the given rows."""
        return size.classifier().fit(
            self.rows[rows], self.labels[rows], self.weights[rows]
        )

    def folds(self, count: int) -> Iterator[tuple[Positions, Positions]]:
        """Yield positions to train on, and positions of other families."""
        yield from GroupKFold(count).split(self.rows, self.labels, self.families)


class Size(NamedTuple):
    """How many trees, how deep, and how much each counts."""

    trees: int
    depth: int
    rate: float

    def classifier(self) -> GradientBoostingClassifier:
        """Return a model of this size that is not fitted yet."""
        return GradientBoostingClassifier(
            n_estimators=self.trees,
            max_depth=self.depth,
            learning_rate=self.rate,
            subsample=0.5,
            max_features=0.4,
            min_samples_leaf=20,
            random_state=SPLIT_SEED,
        )


SIZE = Size(300, 5, 0.08)
"""``ablate`` compares it with others."""


def leave_folds_out(
    table: Table, size: Size, folds: int = FOLDS
) -> tuple[npt.NDArray[np.float64], LogisticRegression]:
    """Return each row's calibrated certainty by a model that did not see its family.

    Return the logistic function that calibrates, too.
    """
    totals = np.zeros(len(table.rows))
    for chosen, left_out in table.folds(folds):
        fold = table.fit(size, chosen)
        totals[left_out] = fold.decision_function(table.rows[left_out])
    calibration = LogisticRegression(C=1e6).fit(
        totals[:, None], table.labels, table.weights
    )
    return calibration.predict_proba(totals[:, None])[:, 1], calibration


def fit(pairs: Sequence[LabelledPair]) -> dict[str, Any]:
    """Fit trees, and the logistic function on the pairs that each fold left out."""
    table = Table.of(pairs)
    certainty, calibration = leave_folds_out(table, SIZE)
    model = table.fit(SIZE, slice(None))
    prior = np.average(table.labels, weights=table.weights)
    counts = Counter(pair.is_same for pair in pairs)
    return {
        "pairs": {
            "same": counts[True],
            "different": counts[False],
            "a person decides": counts[None],
        },
        "calibration": _curve(certainty, table.labels),
        "measures": PairMeasures._fields,
        "base": round(float(np.log(prior / (1 - prior))), 6),
        "slope": round(float(calibration.coef_[0, 0]), 6),
        "intercept": round(float(calibration.intercept_[0]), 6),
        "trees": [_tree(stage[0].tree_) for stage in model.estimators_],
    }


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
            for value in np.where(is_leaf, SIZE.rate * tree.value[:, 0, 0], 0)
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
