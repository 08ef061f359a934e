"""Human baseline: accuracy of people on the questions of a release."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from evaluation.selectors.questions import ReleasedQuestion, slice_choices
from projects.domain.protocol.text import in_language
from releases.models import FrozenRow, Release
from review.selectors.measures import CountedAnswer, accuracy_of, counted_answers


@dataclass(frozen=True)
class HumanTally:
    """Accuracy of people, 0 to 1; None where no one answered."""

    mean: float | None
    """Mean of the individual accuracies, the papers' Human_avg."""
    best: float | None
    """Accuracy of the person with the best overall accuracy and enough answers."""
    people: int
    answers: int


@dataclass(frozen=True)
class HumanScores:
    overall: HumanTally
    slices: Mapping[str, Mapping[str, HumanTally]]
    """By label field, then choice."""
    fixed: Mapping[str, HumanTally]
    """By fixed question of the protocol."""
    shares: Mapping[str, float]
    """By question id: share of respondents who chose the correct answer."""


def human_scores(
    release: Release, questions: Mapping[str, ReleasedQuestion]
) -> HumanScores:
    """Return the accuracy of people on ``questions``.

    Validators answer before the release is created. An answer counts only when the
    question shown was, word for word, the released one.
    """
    released = FrozenRow.objects.filter(release=release).values("item")
    about_released = {"place__revision__question__item__in": released}
    answers = [
        answer
        for answer in counted_answers(release.project, **about_released)
        if answer.question in questions
        and _is_asked(answer, questions[answer.question])
    ]
    overall = accuracy_of(answers)
    best = next(
        (one.person_id for one in overall.people if one.accuracy == overall.best), None
    )
    given: dict[str, list[bool]] = {}
    for answer in answers:
        given.setdefault(answer.question, []).append(answer.correct)
    return HumanScores(
        overall=HumanTally(
            overall.mean, overall.best, len(overall.people), overall.answered
        ),
        slices={
            field: {
                choice: _tally(
                    [
                        answer
                        for answer in answers
                        if choice in questions[answer.question].labels.get(field, ())
                    ],
                    best,
                )
                for choice in choices
            }
            for field, choices in slice_choices(release).items()
        },
        fixed={
            fixed: _tally(
                [one for one in answers if questions[one.question].stem == stem], best
            )
            for fixed, stem in _fixed_stems(release).items()
        },
        shares={question: fmean(right) for question, right in given.items()},
    )


def _fixed_stems(release: Release) -> dict[str, str]:
    protocol = release.protocol_version.protocol
    return {
        one.id: in_language(one.stem, protocol.language)
        for one in protocol.questions.fixed
    }


def _is_asked(answer: CountedAnswer, question: ReleasedQuestion) -> bool:
    shown = (answer.stem, tuple(answer.options), answer.answer)
    return shown == question.content


def _tally(answers: list[CountedAnswer], best: int | None) -> HumanTally:
    scores = accuracy_of(answers)
    theirs = [one.accuracy for one in scores.people if one.person_id == best]
    return HumanTally(
        scores.mean,
        theirs[0] if theirs else None,
        len(scores.people),
        scores.answered,
    )
