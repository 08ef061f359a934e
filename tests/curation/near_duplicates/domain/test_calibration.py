"""The certainty that people's decisions confirm."""

from curation.near_duplicates.domain.certainty_fit import (
    DecidedPair,
    calibrate_certainty,
)


def test_the_lowest_safe_certainty_is_proposed() -> None:
    decided = [
        *[DecidedPair(0.3, number % 2 == 0) for number in range(40)],
        *[DecidedPair(0.85, True) for _ in range(100)],
        *[DecidedPair(1.0, True) for _ in range(100)],
    ]
    result = calibrate_certainty(decided, 0.95)
    assert result.certainty == 0.5
    counts = {low: (same.count, same.n) for low, same in result.same}
    assert counts[0.2] == (20, 40)
    assert counts[0.8] == (100, 100)
    assert counts[0.99] == (100, 100)


def test_few_decisions_confirm_nothing() -> None:
    assert calibrate_certainty([DecidedPair(0.95, True)] * 20, 0.95).certainty is None
    assert (
        calibrate_certainty([DecidedPair(0.95, True)] * 200, 0.95).certainty is not None
    )
    assert calibrate_certainty([], 0.95).certainty is None
