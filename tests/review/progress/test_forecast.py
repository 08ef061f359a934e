"""When work will be finished, from the last days."""

import pytest

from review.progress.domain.forecast import HORIZON, IDLE_DAYS, forecast_days


def test_a_steady_pace_leaves_no_doubt() -> None:
    found = forecast_days(100, [0, 0, 10, 10, 10, 10])
    assert (found.standing, found.pace) == ("known", 10)
    assert (found.low, found.high) == (10, 10)


def test_uneven_days_widen_the_range() -> None:
    low, high = forecast_days(200, [5, 20, 0, 15, 10, 10, 10])[2:]
    assert low is not None
    assert high is not None
    assert low < 20 < high
    assert high - low < 20
    assert forecast_days(200, [5, 20, 0, 15, 10, 10, 10])[2:] == (low, high)


def test_idle_days_between_count() -> None:
    busy = forecast_days(60, [6, 6, 6])
    rare = forecast_days(60, [6, 0, 6, 0, 0, 6])
    assert busy.high is not None
    assert rare.low is not None
    assert rare.pace == 3
    assert rare.low > busy.high


@pytest.mark.parametrize("done", [[], [0] * 14, [50], [0, 30, 0, 0, 30]])
def test_two_days_are_not_enough(done: list[int]) -> None:
    found = forecast_days(10, done)
    assert found == ("not_enough", None, None, None)


def test_who_stopped_has_no_pace() -> None:
    assert forecast_days(10, [4, 4, 4] + [0] * IDLE_DAYS).standing == "idle"


def test_far_is_not_given_a_date() -> None:
    found = forecast_days(HORIZON * 30, [1, 2, 1])
    assert (found.standing, found.low, found.high) == ("known", None, None)
