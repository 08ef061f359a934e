from evaluation.domain.confusion import Choice, by_falling_length, by_length, by_letter

OPTIONS = ("four", "sixsix", "two", "sixsix")


def test_places_by_length_and_ties_by_letter() -> None:
    assert by_falling_length(OPTIONS) == ["B", "D", "A", "C"]


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
