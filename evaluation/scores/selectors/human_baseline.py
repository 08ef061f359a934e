"""Human baseline: accuracy of the validators on the questions of a release."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from core.domain.grouping import group_by_key
from evaluation.runs.selectors.released_questions import (
    ReleasedQuestion,
    released_questions,
    slice_choices,
)
from evaluation.runs.selectors.scored_runs import Splits
from evaluation.scores.models.outcome_arrays import HumanBaseline
from releases.records.models import FrozenRow, Release
from review.rounds.selectors.human_accuracy import CountedAnswer, counted_answers
from review.stored_statistics.selectors import is_computed_live
from subtext_protocol.text import in_language


@dataclass(frozen=True)
class HumanTally:
    """Accuracy of people, 0 to 1; None where no one answered."""

    mean: float | None
    """Mean of the individual accuracies, the papers' Human_avg; without a complete
    panel, the mean over questions of the share of correct answers."""
    best: float | None
    """Accuracy of the person with the best overall accuracy; None unless at least two
    people answered every question."""
    people: int
    answers: int
    questions: int
    """Questions with an answer."""


@dataclass(frozen=True)
class HumanTallies:
    """Accuracy of the validators of the questions on one set of splits.

    Average and best are over the same questions: those who answered every question form
    the panel. Where nobody did, the figures are means over questions, without a best.
    """

    complete: bool
    """Whether each person counted answered every question."""
    overall: HumanTally
    slices: Mapping[str, Mapping[str, HumanTally]]
    """By label field, then choice."""
    fixed: Mapping[str, HumanTally]
    """By fixed question of the protocol."""


def human_tallies(release: Release, splits: Splits) -> HumanTallies:
    """Return the accuracy of validators on ``splits``, as counted now or stored last.

    Without splits, on the whole release.
    """
    stored = (_stored(release, "tallies") or {}).get(splits_key(splits))
    if stored is None:
        return HumanAnswers(release).accuracies_by_group(splits)
    return HumanTallies(
        complete=stored["complete"],
        overall=HumanTally(**stored["overall"]),
        slices={
            field: {choice: HumanTally(**tally) for choice, tally in choices.items()}
            for field, choices in stored["slices"].items()
        },
        fixed={name: HumanTally(**tally) for name, tally in stored["fixed"].items()},
    )


def splits_key(splits: Splits) -> str:
    """Return the key of ``splits`` in the stored tallies."""
    return ",".join(splits)


def human_shares(release: Release) -> list[float | None]:
    """Return the share of people who chose the correct answer, by question.

    The order is that of ``QuestionColumns``; None where no one answered.
    """
    stored: list[float | None] | None = _stored(release, "shares")
    return HumanAnswers(release).shares_correct() if stored is None else stored


def _stored(release: Release, column: str) -> Any:
    """Return a column of the stored baseline; None where people are counted now."""
    if is_computed_live(release.project):
        return None
    rows = HumanBaseline.objects.filter(release=release)
    return rows.values_list(column, flat=True).first()


class HumanAnswers:
    """The answers of people to the questions of a release.

    Validators answer before the release is created. An answer counts only when the
    question shown was, word for word, the released one. Simulated people do not count.
    """

    def __init__(self, release: Release) -> None:
        self._release = release
        self._questions = released_questions(release)
        released = FrozenRow.objects.filter(release=release).values("item")
        about_released = {
            "revision__question__item__in": released,
            "person__is_simulated": False,
        }
        self._answers = [
            answer
            for answer in counted_answers(release.project, **about_released)
            if answer.question in self._questions
            and _is_released_content(answer, self._questions[answer.question])
        ]

    def shares_correct(self) -> list[float | None]:
        """Return the share of correct answers to each question."""
        answers_by_question = group_by_key(
            (answer.question, answer.correct) for answer in self._answers
        )
        return [
            fmean(answers_by_question[uid]) if uid in answers_by_question else None
            for uid in self._questions
        ]

    def accuracies_by_group(self, splits: Splits) -> HumanTallies:
        """Return the accuracies overall, by label and by fixed question."""
        questions = {
            uid: question
            for uid, question in self._questions.items()
            if not splits or question.split in splits
        }
        # A person's first answer counts: a later one may follow a discussion.
        answers: dict[int, dict[str, bool]] = {}
        for answer in self._answers:
            if answer.question in questions:
                of_person = answers.setdefault(answer.person_id, {})
                of_person.setdefault(answer.question, answer.correct)
        panel = {
            person: correct
            for person, correct in answers.items()
            if len(correct) == len(questions)
        }
        counted = panel or answers
        best = max(
            panel, key=lambda person: (sum(panel[person].values()), -person), default=0
        )

        def tally(question_ids: Collection[str]) -> HumanTally:
            return _tally(
                counted, question_ids, best if len(panel) > 1 else None, panel
            )

        return HumanTallies(
            complete=bool(panel),
            overall=tally(questions),
            slices={
                field: {
                    choice: tally(
                        [
                            uid
                            for uid, question in questions.items()
                            if choice in question.labels.get(field, ())
                        ]
                    )
                    for choice in choices
                }
                for field, choices in slice_choices(self._release).items()
            },
            fixed={
                fixed: tally(
                    [
                        uid
                        for uid, question in questions.items()
                        if question.stem == stem
                    ]
                )
                for fixed, stem in _fixed_stems(self._release).items()
            },
        )


def _fixed_stems(release: Release) -> dict[str, str]:
    return {
        fixed.id: in_language(fixed.stem, release.protocol.language)
        for fixed in release.protocol.questions.fixed
    }


def _is_released_content(answer: CountedAnswer, question: ReleasedQuestion) -> bool:
    content = (answer.stem, tuple(answer.options), answer.answer)
    return content == question.content


def _tally(
    answers: Mapping[int, Mapping[str, bool]],
    question_ids: Collection[str],
    best: int | None,
    panel: Collection[int],
) -> HumanTally:
    """Count the ``answers`` by person to the questions in ``question_ids``."""
    by_person = {
        person: [correct[uid] for uid in question_ids if uid in correct]
        for person, correct in answers.items()
    }
    by_question = [
        [correct[uid] for correct in answers.values() if uid in correct]
        for uid in question_ids
    ]
    # Of a panel, everybody has the same questions: both means are equal, up to rounding.
    parts = [part for part in (by_person.values() if panel else by_question) if part]
    of_best = by_person[best] if best is not None else []
    return HumanTally(
        mean=fmean(map(fmean, parts)) if parts else None,
        best=fmean(of_best) if of_best else None,
        people=sum(bool(part) for part in by_person.values()),
        answers=sum(map(len, by_person.values())),
        questions=sum(bool(part) for part in by_question),
    )
