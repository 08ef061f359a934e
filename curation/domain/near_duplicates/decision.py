"""Decide, second half: how certain a pair is one of near-duplicates, by a model.

The model is boosted trees over ``Measures`` with a calibrated output. Its weights are
``model.json``, written by ``python -m benchmarks.near_duplicates train``, which holds the
recipe of the training data, the seeds and the calibration curve beside them.

Two edits make another image of the same drawing: other hues, and an icon that points the
other way. No model can tell, so that a person decides on such pairs.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from curation.domain.near_duplicates.match import Kind
from curation.domain.near_duplicates.measures import Measures
from curation.domain.near_duplicates.registration import Registration

MODEL = Path(__file__).with_name("model.json")

_OTHER_HUES = 30 / 180
"""Turn of hues, in half turns, from which a pair is at most possible. Variants of tone
turn them by up to 29 degrees; a red and a blue twin differ by 32 and more."""
_ICON = 128 * 96
"""Overlapping pixels up to which a mirrored or turned pair is at most possible."""
_POSSIBLE_AT_MOST = 0.45
"""Certainty of such pairs: below 0.5, the least that a protocol can ask for."""


class Tree(NamedTuple):
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


class Model(NamedTuple):
    """Boosted trees and the logistic function that calibrates their sum."""

    columns: Sequence[int]
    """Positions in ``Measures`` of the measures that it uses."""
    trees: Sequence[Tree]
    base: float
    slope: float
    intercept: float

    def certainty(self, measures: Sequence[Measures]) -> npt.NDArray[np.float64]:
        """Return the calibrated probability of each pair, 0 to 1."""
        rows = np.array(measures, np.float32).astype(np.float64)
        rows = rows.reshape(len(measures), -1)[:, self.columns]
        total = self.base + sum(tree.predict(rows) for tree in self.trees)
        calibrated: npt.NDArray[np.float64] = 1 / (
            1 + np.exp(-(self.slope * total + self.intercept))
        )
        for_a_person = [may_mean_another(row) for row in measures]
        return np.where(
            for_a_person, calibrated.clip(max=_POSSIBLE_AT_MOST), calibrated
        )


def may_mean_another(measures: Measures) -> bool:
    """Return whether a person has to decide, because the edit may change the meaning.

    True for two images in clearly other hues, and for an icon, or a part as small as one,
    that is mirrored or turned.
    """
    is_turned = bool(measures.mirrored) or measures.rotation > 0.25
    is_icon = bool(measures.detail <= np.log(_ICON))
    return measures.hue_turn > _OTHER_HUES or (is_turned and is_icon)


def as_model(document: dict[str, Any]) -> Model:
    """Return the model of a document.

    Raises:
        ValueError: the model was trained on a measure that there is not.
    """
    columns = [Measures._fields.index(name) for name in document["measures"]]
    trees = [
        Tree(*(np.array(tree[name]) for name in Tree._fields))
        for tree in document["trees"]
    ]
    return Model(
        columns, trees, document["base"], document["slope"], document["intercept"]
    )


@cache
def trained_model() -> Model:
    """Return the committed model."""
    return as_model(json.loads(MODEL.read_text(encoding="utf-8")))


def model_version() -> str:
    """Return the start of the digest of the committed model."""
    return hashlib.sha256(MODEL.read_bytes()).hexdigest()[:12]


def kinds_of(registration: Registration, measures: Measures) -> tuple[Kind, ...]:
    """Return in words what distinguishes two near-duplicates."""
    inside = measures.overlap_less < 0.6 and measures.overlap_more > 0.8
    seen = {
        Kind.MIRRORED: registration.mirrored,
        Kind.TURNED: measures.rotation > 3 / 180,
        Kind.CROPPED: measures.overlap_less < 0.97 and not inside,
        Kind.INSIDE: inside,
        Kind.RECOLOURED: measures.recoloured > 0.05,
        Kind.RETONED: measures.gain > 0.1 or measures.bias > 0.04,
        Kind.OVERLAID: measures.solid > 0.003,
    }
    return tuple(kind for kind, is_seen in seen.items() if is_seen)
