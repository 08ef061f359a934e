"""Questions of each format: inventing, mistaking, answering and correcting them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class TrueQuestion:
    """A question with its correct answer, ``answer``, in the form of its format."""

    stem: str
    options: tuple[str, ...]
    answer: Any
    format: str = "single_choice"


@dataclass(frozen=True)
class QuestionWords:
    """Parts of invented questions, in one language."""

    sentence: str
    ones: Sequence[str]
    others: Sequence[str]
    qualities: Sequence[str]
    meanings: Sequence[str]
    stem: str
    option: str
    several: str
    statement: str
    gap: str
    unit: str


class SingleChoice:
    """The crew's handling of one format; other formats override what differs."""

    def invent_question(
        self, words: QuestionWords, chance: random.Random, options: int
    ) -> TrueQuestion:
        """Return an invented question with its key."""
        offered = _options(words, chance, options)
        stem = _stem(words.stem, words, chance)
        return TrueQuestion(stem, offered, chance.randrange(options))

    def invent_wrong_key(self, question: TrueQuestion, chance: random.Random) -> Any:
        """Return a wrong key."""
        wrong_indices = [
            i for i in range(len(question.options)) if i != question.answer
        ]
        return chance.choice(wrong_indices)

    def choose_answer(
        self, known: TrueQuestion, options: Sequence[str], chance: random.Random | None
    ) -> Any:
        """Return the answer for these options, or a guess if ``chance`` is given."""
        if chance is not None:
            return chance.randrange(len(options))
        return list(options).index(known.options[known.answer])

    def correct_key(self, known: TrueQuestion, options: Sequence[str]) -> Any:
        """Return the correct key of a question with these options."""
        return self.choose_answer(known, options, None)


class MultipleChoice(SingleChoice):
    def invent_question(
        self, words: QuestionWords, chance: random.Random, options: int
    ) -> TrueQuestion:
        offered = _options(words, chance, options)
        stem = _stem(words.several, words, chance)
        right = sorted(chance.sample(range(options), min(2, options)))
        return TrueQuestion(stem, offered, right, "multiple_choice")

    def invent_wrong_key(self, question: TrueQuestion, chance: random.Random) -> Any:
        left = [i for i in range(len(question.options)) if i not in question.answer]
        return sorted([question.answer[0], chance.choice(left or question.answer)])

    def choose_answer(
        self, known: TrueQuestion, options: Sequence[str], chance: random.Random | None
    ) -> Any:
        if chance is not None:
            return sorted(chance.sample(range(len(options)), 2))
        right = {known.options[index] for index in known.answer}
        return [at for at, option in enumerate(options) if option in right]


class TrueFalse(SingleChoice):
    def invent_question(
        self, words: QuestionWords, chance: random.Random, options: int
    ) -> TrueQuestion:
        stem = _stem(words.statement, words, chance)
        return TrueQuestion(stem, (), chance.random() < 0.5, "true_false")

    def invent_wrong_key(self, question: TrueQuestion, chance: random.Random) -> Any:
        return not question.answer

    def choose_answer(
        self, known: TrueQuestion, options: Sequence[str], chance: random.Random | None
    ) -> Any:
        return known.answer if chance is None else chance.random() < 0.5


class FillInBlank(SingleChoice):
    def invent_question(
        self, words: QuestionWords, chance: random.Random, options: int
    ) -> TrueQuestion:
        stem = _stem(words.gap, words, chance)
        number = f"{chance.randrange(100, 999) / 10:g}"
        key = {"accepted": [number], "tolerance": 0.05, "unit": words.unit}
        return TrueQuestion(stem, (), key, "fill_in_blank")

    def invent_wrong_key(self, question: TrueQuestion, chance: random.Random) -> Any:
        number = float(question.answer["accepted"][0]) + chance.randrange(1, 9)
        return {**question.answer, "accepted": [f"{number:g}"]}

    def choose_answer(
        self, known: TrueQuestion, options: Sequence[str], chance: random.Random | None
    ) -> Any:
        key = known.answer if chance is None else self.invent_wrong_key(known, chance)
        return f"{key['accepted'][0]} {key['unit']}"

    def correct_key(self, known: TrueQuestion, options: Sequence[str]) -> Any:
        return known.answer


KINDS: Mapping[str, SingleChoice] = {
    "single_choice": SingleChoice(),
    "multiple_choice": MultipleChoice(),
    "true_false": TrueFalse(),
    "fill_in_blank": FillInBlank(),
}


class UnknownFormatError(ValueError):
    """Simulated people cannot write or answer questions of this format."""

    def __init__(self, format_ids: Sequence[str]) -> None:
        names = ", ".join(format_ids)
        super().__init__(
            f"Simulated people have no answers for questions of the format {names}. "
            "Add it to KINDS in demo/crew/questions.py."
        )


def get_simulated_format(format_id: str) -> SingleChoice:
    """Return the crew's handling of a format, or raise UnknownFormatError."""
    try:
        return KINDS[format_id]
    except KeyError:
        raise UnknownFormatError([format_id]) from None


def known_formats(format_ids: Sequence[str]) -> Sequence[str]:
    """Return those that the crew can write; raise UnknownFormatError if it knows none."""
    known = [format_id for format_id in format_ids if format_id in KINDS]
    if not known:
        raise UnknownFormatError(format_ids)
    return known


def find_true_question(
    questions: Sequence[TrueQuestion], content: Mapping[str, Any]
) -> TrueQuestion | None:
    """Return which of an item's true questions this is, in whatever option order.

    Of several with the same options, it is the one with the same stem.
    """
    matches = [
        question
        for question in questions
        if question.format == content["format"]
        and set(question.options) == set(content["options"])
        and (question.options or question.stem == content["stem"])
    ]
    return next(
        (match for match in matches if match.stem == content["stem"]),
        matches[0] if matches else None,
    )


def complete_distractors(
    questions: Sequence[TrueQuestion], drafted: Mapping[str, Any]
) -> list[str]:
    """Return a drafted question's options, with empty ones filled from the truth."""
    options: list[str] = list(drafted["options"])
    same = [question for question in questions if question.stem == drafted["stem"]]
    left = [
        text for question in same for text in question.options if text not in options
    ]
    for at, option in enumerate(options):
        if not option:
            options[at] = left.pop()
    return options


def insert_inline_images(question: TrueQuestion, images: int) -> TrueQuestion:
    """Return the question with its item's images in it, if there are several.

    The images are the options if there are enough of them; the rest go into the stem.
    """
    if images < 2:
        return question
    names = [f"[[image {number}]]" for number in range(1, images + 1)]
    options = question.options
    if options and images >= len(options):
        options, names = tuple(names[: len(options)]), names[len(options) :]
    stem = " ".join([question.stem, *names])
    return replace(question, stem=stem, options=options)


def _options(
    words: QuestionWords, chance: random.Random, count: int
) -> tuple[str, ...]:
    return tuple(words.option.format(c=c) for c in chance.sample(words.meanings, count))


def _stem(template: str, words: QuestionWords, chance: random.Random) -> str:
    return template.format(
        a=chance.choice(words.ones),
        b=chance.choice(words.others),
        c=words.meanings[0],
        unit=words.unit,
    )
