"""Small learned baselines without the image: options only, and question and options.

Each option is a bag of words and of word pairs; with the question also of the words that
both have. A logistic regression learns which options are correct and chooses the most
likely one of each question. All questions of an image are held out together, so that
nothing is learned from the image's other questions.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline

from published.audit.domain.checks.base import ALPHA, SEED, AuditMaterial
from published.audit.domain.checks.keys import questions_with_key_index, rate_finding
from published.audit.domain.finding import Finding, FindingLevel
from published.audit.domain.measurements import MeasurementCache
from published.audit.domain.words import split_words
from published.reading.benchmark import BenchmarkQuestion
from reporting.shortcut_baselines import measure_shortcuts

FEWEST = 100
"""Questions with a key from which something can be learned."""
FOLDS = 5
_MOST_SHARED = 3

Pair = tuple[str, str]
"""A question's stem and one of its options."""


def _option_tokens(pair: Pair) -> list[str]:
    words = split_words(pair[1])
    return [*words, *map(" ".join, pairwise(words))]


def _pair_tokens(pair: Pair) -> list[str]:
    shared = set(split_words(pair[0])) & set(split_words(pair[1]))
    number = f"shared: {min(len(shared), _MOST_SHARED)}"
    return [*_option_tokens(pair), *(f"shared {word}" for word in shared), number]


BASELINES: Mapping[str, Callable[[Pair], list[str]]] = {
    "options_only": _option_tokens,
    "without_image": _pair_tokens,
}


def learned_baselines(material: AuditMaterial) -> Iterator[Finding]:
    """How often small classifiers find the key without the image.

    They are reported beside chance also when they are no better.
    """
    questions = questions_with_key_index(material)
    images = {question.image for question, _ in questions}
    if len(questions) < FEWEST or len(images) < FOLDS:
        return
    correct: dict[str, Sequence[bool | None]] = {
        name: _kept_or_held_out(questions, name, material.measurements)
        for name in BASELINES
    }
    chances = [1 / len(question.options) for question, _ in questions]
    for name, outcome in measure_shortcuts(correct, chances).items():
        if outcome.p_adjusted < ALPHA:
            yield rate_finding(f"shortcut_{name}", outcome)
        else:
            yield rate_finding(f"baseline_{name}", outcome, FindingLevel.INFORMATION)


def _kept_or_held_out(
    questions: Sequence[tuple[BenchmarkQuestion, int]],
    name: str,
    measurements: MeasurementCache,
) -> list[bool]:
    """Return the outcome of a baseline, as an earlier audit of the questions kept it."""
    parts = [
        [_group(question), question.stem, list(question.options), key]
        for question, key in questions
    ]
    outcome = measurements.get_or_measure(
        lambda: bytes(held_out(questions, BASELINES[name])), "baseline", name, parts
    )
    return [bool(is_right) for is_right in outcome]


def _group(question: BenchmarkQuestion) -> str:
    return question.image or question.id


def held_out(
    questions: Sequence[tuple[BenchmarkQuestion, int]],
    tokens: Callable[[Pair], list[str]],
) -> list[bool]:
    """Return whether each question is answered right by a model of the other folds."""
    groups = [_group(question) for question, _ in questions]
    words = [
        [tokens((question.stem, option)) for option in question.options]
        for question, _ in questions
    ]
    correct = [False] * len(questions)
    # Random groups: the order of a file may follow its subjects.
    folds = GroupKFold(FOLDS, shuffle=True, random_state=SEED)
    for train, test in folds.split(np.zeros(len(questions)), groups=groups):
        model = make_pipeline(
            TfidfVectorizer(analyzer=list, sublinear_tf=True, min_df=2),
            LogisticRegression(max_iter=300),
        )
        is_key = [
            option == questions[at][1]
            for at in train
            for option in range(len(words[at]))
        ]
        try:
            model.fit([option for at in train for option in words[at]], is_key)
        except ValueError:
            # No word occurs twice: nothing can be learned.
            return correct
        likely = iter(
            model.predict_proba([option for at in test for option in words[at]])[:, 1]
        )
        for at in test:
            own = list(islice(likely, len(words[at])))
            correct[at] = int(np.argmax(own)) == questions[at][1]
    return correct
