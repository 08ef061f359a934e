"""Decide, second half: how certain a pair is one of near-duplicates, by a model.

The model is boosted trees over ``Measures`` with a calibrated output. Its weights are
``model.json``, written by ``python -m benchmarks.near_duplicates train``, which holds the
recipe of the training data, the seeds and the calibration curve beside them.

Two edits may make another image of the same drawing: other hues, and an icon that points
the other way. The model was trained to leave such pairs to a person.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from curation.near_duplicates.domain.match import Alteration
from curation.near_duplicates.domain.measures import PairComparison, PairMeasures

MODEL = Path(__file__).with_name("model.json")

_NOTABLE = 0.05
"""Share, radians or tone from which a difference is said in words."""
_PART = 0.6
"""Share of an image that the other, smaller one covers at most if it is inside."""
_OVERLAID = 0.003
"""Share with solid differences from which something was added: a small site name."""


class RegressionTree(NamedTuple):
    """A regression tree: of each node the feature (−1 for a leaf), its threshold, both
    children and its value."""

    feature: npt.NDArray[np.int64]
    threshold: npt.NDArray[np.float64]
    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    value: npt.NDArray[np.float64]

    def predict(self, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the value of each row's leaf; values up to a threshold go left."""
        nodes = np.zeros(len(rows), np.int64)
        numbers = np.arange(len(rows))
        while (inner := self.feature[nodes] >= 0).any():
            at = nodes[inner]
            goes_left = rows[numbers[inner], self.feature[at]] <= self.threshold[at]
            nodes[inner] = np.where(goes_left, self.left[at], self.right[at])
        return self.value[nodes]


class CertaintyModel(NamedTuple):
    """Boosted trees and the logistic function that calibrates their sum."""

    trees: Sequence[RegressionTree]
    base: float
    slope: float
    intercept: float

    def predict_certainty(
        self, measures: Sequence[PairMeasures]
    ) -> npt.NDArray[np.float64]:
        """Return the calibrated probability of each pair, 0 to 1."""
        rows = np.array(measures, np.float32).astype(np.float64)
        total = self.base + sum(tree.predict(rows) for tree in self.trees)
        certainty: npt.NDArray[np.float64] = 1 / (
            1 + np.exp(-(self.slope * total + self.intercept))
        )
        return certainty


def parse_model(document: dict[str, Any]) -> CertaintyModel:
    """Return the model of a document.

    Raises:
        ValueError: the model was trained on other measures.
    """
    if document["measures"] != list(PairMeasures._fields):
        raise ValueError(f"model of other measures: {document['measures']}")
    trees = [
        RegressionTree(*(np.array(tree[name]) for name in RegressionTree._fields))
        for tree in document["trees"]
    ]
    return CertaintyModel(
        trees, document["base"], document["slope"], document["intercept"]
    )


@cache
def trained_model() -> CertaintyModel:
    """Return the committed model."""
    return parse_model(json.loads(MODEL.read_text(encoding="utf-8")))


def model_version() -> str:
    """Return the start of the digest of the committed model."""
    return hashlib.sha256(MODEL.read_bytes()).hexdigest()[:12]


def list_alterations(comparison: PairComparison) -> tuple[Alteration, ...]:
    """Return in words what distinguishes two near-duplicates."""
    differences = comparison.differences
    inside = differences.overlap_less < _PART <= differences.overlap_more
    seen = {
        Alteration.MIRRORED: differences.mirrored,
        Alteration.TURNED: differences.angle > _NOTABLE,
        Alteration.CROPPED: differences.overlap_less < 1 - _NOTABLE and not inside,
        Alteration.INSIDE: inside,
        Alteration.RECOLOURED: comparison.measures.recoloured > _NOTABLE,
        Alteration.RETONED: differences.tone > _NOTABLE,
        Alteration.OVERLAID: differences.solid > _OVERLAID,
    }
    return tuple(kind for kind, is_seen in seen.items() if is_seen)
