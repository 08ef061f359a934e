"""The rules by which what an overlay shows makes a copy, each at its limit."""

from typing import Any

import pytest

from curation.domain.colouring import Colours
from curation.domain.judging import agrees, same_tones
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
        ({"drawn": 900, "agree": 0.96}, {"drawn": 900, "agree": 0.94}),
        ({"contradicted": 5, "agree": 0.96}, {"contradicted": 5, "agree": 0.94}),
    ],
)
def test_greys_agree_up_to_a_limit(
    still: dict[str, Any], no_more: dict[str, Any]
) -> None:
    assert agrees(COPY._replace(**still))
    assert not agrees(COPY._replace(**no_more))


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
    ],
)
def test_tones_are_the_same_up_to_a_limit(
    colours: Colours, still: dict[str, Any], no_more: dict[str, Any]
) -> None:
    assert same_tones(COPY._replace(**still), colours)
    assert not same_tones(COPY._replace(**no_more), colours)
