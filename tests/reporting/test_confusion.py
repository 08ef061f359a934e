from reporting.confusion import (
    ChosenAnswer,
    confusion_by_length_rank,
    confusion_by_letter,
    letters_by_falling_length,
)

OPTIONS = ("four", "sixsix", "two", "sixsix")
ORDER = letters_by_falling_length(OPTIONS)


def test_places_by_length_and_ties_by_letter() -> None:
    assert letters_by_falling_length(OPTIONS) == "BDAC"


def test_every_answer_is_in_one_cell() -> None:
    choices = [
        ChosenAnswer(ORDER, "A", "A"),
        ChosenAnswer(ORDER, "A", "B"),
        ChosenAnswer(ORDER, "C", "miss"),
        ChosenAnswer(ORDER, "C", "error"),
    ]
    letters = confusion_by_letter(choices)
    assert letters.columns == ["A", "B", "C", "D", "miss", "error"]
    assert letters.counts[0] == [1, 1, 0, 0, 0, 0]
    assert letters.counts[2] == [0, 0, 0, 0, 1, 1]
    lengths = confusion_by_length_rank(choices)
    assert lengths.rows == ["1", "2", "3", "4"]
    assert lengths.counts[2] == [1, 0, 1, 0, 0, 0]
    assert sum(map(sum, lengths.counts)) == len(choices)


def test_nothing_answered() -> None:
    assert confusion_by_letter([]).counts == []
