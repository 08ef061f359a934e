"""A small learned baseline that sees the options only.

Each option is a bag of words and of word pairs; a logistic regression learns which are
correct and chooses the most likely option of each question. All questions of an image
are held out together, so that nothing is learned from the image's other questions.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline

from annotation.domain.published.benchmark import BenchmarkQuestion
from audit.domain.checks.base import ALPHA, SEED, Material
from audit.domain.checks.keys import keyed, shortcut_finding
from audit.domain.finding import Finding
from evaluation.domain.probes import measure_shortcuts

FEWEST = 100
"""Questions with a key from which something can be learned."""
FOLDS = 5


def options_only(material: Material) -> Iterator[Finding]:
    """Whether a small classifier finds the key in the options alone."""
    questions = keyed(material)
    images = {question.image for question, _ in questions}
    if len(questions) < FEWEST or len(images) < FOLDS:
        return
    correct: Sequence[bool | None] = held_out(questions)
    chances = [1 / len(question.options) for question, _ in questions]
    outcome = measure_shortcuts({"options_only": correct}, chances)["options_only"]
    if outcome.p < ALPHA:
        yield shortcut_finding("shortcut_options_only", outcome)


def held_out(questions: Sequence[tuple[BenchmarkQuestion, int]]) -> list[bool]:
    """Return whether each question is answered right by a model of the other folds."""
    groups = [question.image or question.id for question, _ in questions]
    correct = [False] * len(questions)
    # Random groups: the order of a file may follow its subjects.
    folds = GroupKFold(FOLDS, shuffle=True, random_state=SEED)
    for train, test in folds.split(np.zeros(len(questions)), groups=groups):
        model = make_pipeline(
            TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, min_df=2),
            LogisticRegression(max_iter=300),
        )
        options, is_key = _options([questions[at] for at in train])
        try:
            model.fit(options, is_key)
        except ValueError:
            # No word occurs twice: nothing can be learned.
            return correct
        for at in test:
            question, key = questions[at]
            scores = model.predict_proba(list(question.options))[:, 1]
            correct[at] = int(np.argmax(scores)) == key
    return correct


def _options(
    questions: Sequence[tuple[BenchmarkQuestion, int]],
) -> tuple[list[str], list[bool]]:
    pairs = [
        (option, at == key)
        for question, key in questions
        for at, option in enumerate(question.options)
    ]
    return [option for option, _ in pairs], [is_key for _, is_key in pairs]
