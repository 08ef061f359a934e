"""The model that decides how certain a pair is."""

import pytest

from curation.near_duplicates.domain.decision import parse_model
from curation.near_duplicates.domain.measures import PairMeasures


def document(**changes: object) -> dict[str, object]:
    """Return a model of one tree that separates by the first measure."""
    tree = {
        "feature": [0, -1, -1],
        "threshold": [0.5, 0.0, 0.0],
        "left": [1, -1, -1],
        "right": [2, -1, -1],
        "value": [0.0, -3.0, 3.0],
    }
    return {
        "measures": list(PairMeasures._fields),
        "trees": [tree],
        "base": 0.0,
        "slope": 1.0,
        "intercept": 0.0,
        **changes,
    }


def test_the_trees_decide_by_the_measures() -> None:
    rows = [PairMeasures(*[value] * len(PairMeasures._fields)) for value in (0.4, 0.6)]
    low, high = parse_model(document()).predict_certainty(rows).tolist()
    assert low == pytest.approx(0.047, abs=0.001)
    assert high == pytest.approx(0.953, abs=0.001)


def test_a_model_of_other_measures_is_refused() -> None:
    with pytest.raises(ValueError, match=r"model of other measures: \['votes'\]"):
        parse_model(document(measures=["votes"]))
