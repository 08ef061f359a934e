from evaluation.domain.confusion import Choice, by_length, by_letter, length_places

OPTIONS = ("four", "sixsix", "two", "sixsix")


def test_places_by_length_and_ties_by_letter() -> None:
    assert length_places(OPTIONS) == {"A": "3", "B": "1", "C": "4", "D": "2"}


def test_every_answer_is_in_one_cell() -> None:
    choices = [
        Choice(OPTIONS, "A", "A"),
        Choice(OPTIONS, "A", "B"),
        Choice(OPTIONS, "C", "miss"),
        Choice(OPTIONS, "C", "error"),
    ]
    letters = by_letter(choices)
    assert letters.columns == ["A", "B", "C", "D", "miss", "error"]
    assert letters.counts[0] == [1, 1, 0, 0, 0, 0]
    assert letters.counts[2] == [0, 0, 0, 0, 1, 1]
    lengths = by_length(choices)
    assert lengths.rows == ["1", "2", "3", "4"]
    assert lengths.counts[2] == [1, 0, 1, 0, 0, 0]
    assert sum(map(sum, lengths.counts)) == len(choices)


def test_nothing_answered() -> None:
    assert by_letter([]).counts == []
