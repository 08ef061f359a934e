"""The rules by which what an overlay shows makes a copy, each at its limit."""

from typing import Any

import pytest

from curation.domain.colouring import Colours
from curation.domain.judging import is_near_duplicate, same_tones
from curation.domain.overlaying import Overlay

COPY = Overlay(
    drawn=6000,
    agree=0.97,
    conflict=0.01,
    added=0.002,
    removed=0.002,
    fine=0.95,
    correlation=0.99,
    recoloured=0.0,
    contradicted=0,
    inserted=0,
    repainted=0,
    banner=False,
    middle=0.97,
    moved=0.5,
    gain=1.0,
    bias=0.0,
)


@pytest.mark.parametrize(
    ("still", "no_more"),
    [
        ({"correlation": 0.91}, {"correlation": 0.89}),
        ({"moved": 19.0}, {"moved": 21.0}),
        ({"gain": 2.1, "correlation": 0.985}, {"gain": 2.1, "correlation": 0.97}),
        ({"gain": 0.45, "correlation": 0.985}, {"gain": 0.45, "correlation": 0.97}),
        ({"gain": 1.6, "correlation": 0.965}, {"gain": 1.6, "correlation": 0.955}),
        ({"middle": 0.86}, {"middle": 0.84}),
        ({"moved": 13.0, "middle": 0.93}, {"moved": 13.0, "middle": 0.91}),
        ({"repainted": 20, "contradicted": 5}, {"repainted": 21, "contradicted": 5}),
        ({"repainted": 99}, {"repainted": 99, "contradicted": 5}),
        ({"drawn": 1400, "fine": 0.89}, {"drawn": 1400, "fine": 0.87}),
        ({"drawn": 12_500, "fine": 0.89}, {"drawn": 12_500, "fine": 0.87}),
        ({"drawn": 900, "agree": 0.96}, {"drawn": 900, "agree": 0.94}),
        ({"contradicted": 5, "agree": 0.96}, {"contradicted": 5, "agree": 0.94}),
        (
            {"moved": 5.0, "contradicted": 6, "agree": 0.94},
            {"moved": 5.0, "contradicted": 6, "agree": 0.94, "conflict": 0.05},
        ),
        (
            {"moved": 5.0, "contradicted": 6, "agree": 0.96, "conflict": 0.05},
            {"moved": 5.0, "contradicted": 6, "agree": 0.94, "conflict": 0.05},
        ),
    ],
)
def test_greys_agree_up_to_a_limit(
    still: dict[str, Any], no_more: dict[str, Any]
) -> None:
    assert is_near_duplicate(COPY._replace(**still))
    assert not is_near_duplicate(COPY._replace(**no_more))


@pytest.mark.parametrize(
    ("colours", "still", "no_more"),
    [
        (
            Colours(0.0, False),
            {"recoloured": 0.08, "correlation": 0.96},
            {"recoloured": 0.08, "correlation": 0.94},
        ),
        (
            Colours(0.1, False),
            {"recoloured": 0.01, "agree": 0.97},
            {"recoloured": 0.01, "agree": 0.95},
        ),
        (
            Colours(0.1, False),
            {"recoloured": 0.003, "agree": 0.95},
            {"recoloured": 0.004, "agree": 0.95},
        ),
    ],
)
def test_tones_are_the_same_up_to_a_limit(
    colours: Colours, still: dict[str, Any], no_more: dict[str, Any]
) -> None:
    assert same_tones(COPY._replace(**still), colours)
    assert not same_tones(COPY._replace(**no_more), colours)
