"""Agreement of votes, against published examples."""

import pytest

from curation.screening.domain.agreement import vote_agreement


def test_cohen_as_published() -> None:
    # Cohen (1960), 200 cases in three categories; kappa .492.
    table = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
    images = [
        {1: str(row), 2: str(column)}
        for row, counts in enumerate(table)
        for column, count in enumerate(counts)
        for _ in range(count)
    ]
    (pair,) = vote_agreement(images).people
    assert pair.kappa == pytest.approx(0.492, abs=0.001)


def test_fleiss_as_published() -> None:
    # The worked example of ten subjects and fourteen raters; kappa .210.
    table = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
    images = [
        dict(
            enumerate(
                letter for n, letter in zip(row, "abcde", strict=True) for _ in range(n)
            )
        )
        for row in table
    ]
    assert vote_agreement(images).fleiss == pytest.approx(0.210, abs=0.001)


def test_alpha_as_published() -> None:
    # Krippendorff (2011), two observers, ten units, binary: alpha .095.
    one = "0100000010"
    other = "1110010000"
    images = [{1: a, 2: b} for a, b in zip(one, other, strict=True)]
    found = vote_agreement(images)
    assert found.alpha == pytest.approx(0.095, abs=0.001)
    assert found.percent == pytest.approx(0.6)


def test_pairs_of_people_and_images_with_other_numbers_of_votes() -> None:
    found = vote_agreement(
        [
            {1: "keep", 2: "keep", 3: "keep"},
            {1: "keep", 2: "discard", 3: "discard"},
            {1: "discard", 2: "discard"},
            {1: "keep"},
        ]
    )
    assert (found.images, found.pairs) == (3, 7)
    assert found.percent == pytest.approx(5 / 7)
    assert found.fleiss_images == 2
    by_pair = {(one.one, one.other): one for one in found.people}
    assert by_pair[1, 2].images == 3
    assert by_pair[1, 2].percent == pytest.approx(2 / 3)
    assert by_pair[2, 3].kappa == pytest.approx(1)


def test_nothing_to_compare_is_no_number() -> None:
    empty = vote_agreement([{1: "keep"}])
    assert (empty.percent, empty.alpha, empty.fleiss) == (None, None, None)
    alike = vote_agreement([{1: "keep", 2: "keep"}] * 3)
    assert (alike.percent, alike.alpha, alike.fleiss) == (1.0, None, None)
    assert alike.people[0].kappa is None
