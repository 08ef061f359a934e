"""Checks of the keys: their presence, their position and what gives them away."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import fsum

from scipy.stats import chisquare

from core.domain.texts import _
from published.audit.domain.checks.base import ALPHA, AuditMaterial
from published.audit.domain.finding import (
    ChanceRate,
    Finding,
    FindingCase,
    FindingLevel,
)
from published.audit.domain.words import is_chinese_word, split_words
from published.reading.benchmark import BenchmarkQuestion
from reporting.shortcut_baselines import Shortcut, measure_shortcuts

FEWEST = 20
"""Questions with a key from which rates are tested."""


def questions_with_key_index(
    material: AuditMaterial,
) -> list[tuple[BenchmarkQuestion, int]]:
    """Return the questions that have a possible key and two options, with its index."""
    return [
        (question, index)
        for question in material.benchmark.questions
        if (index := question.key_index) is not None and len(question.options) > 1
    ]


def impossible_keys(material: AuditMaterial) -> Iterator[Finding]:
    """Keys that name no option."""
    cases = [
        FindingCase(
            [question.id],
            note=_(
                "{key} of {number} options",
                key=question.key,
                number=len(question.options),
            ),
        )
        for question in material.benchmark.questions
        if question.key is not None and question.key_index is None
    ]
    if cases:
        yield Finding(
            check="impossible_keys",
            level=FindingLevel.BLOCKING,
            cases=cases,
        )


def contradicting_keys(material: AuditMaterial) -> Iterator[Finding]:
    """Keys whose letter and text name different options."""
    cases = [
        FindingCase([question.id], note=f"{question.key}: {question.key_text}")
        for question in material.benchmark.questions
        if question.key_contradicts_text
    ]
    if cases:
        yield Finding(
            check="contradicting_keys", level=FindingLevel.BLOCKING, cases=cases
        )


def missing_keys(material: AuditMaterial) -> Iterator[Finding]:
    """Questions without a key in a split whose others have one.

    A split without any key is private and no fault.
    """
    public = {
        question.split
        for question in material.benchmark.questions
        if question.key is not None
    }
    cases = [
        FindingCase([question.id], note=question.split)
        for question in material.benchmark.questions
        if question.key is None and question.split in public
    ]
    if cases:
        yield Finding(
            check="missing_keys",
            level=FindingLevel.BLOCKING,
            cases=cases,
        )


def key_positions(material: AuditMaterial) -> Iterator[Finding]:
    """Whether the letters of the keys are uniform (chi-square test)."""
    questions = questions_with_key_index(material)
    if len(questions) < FEWEST:
        return
    letters = range(max(len(question.options) for question, _ in questions))
    expected = [
        fsum(1 / len(q.options) for q, _ in questions if len(q.options) > at)
        for at in letters
    ]
    counts = Counter(index for _, index in questions)
    observed = [counts[at] for at in letters]
    # Letters that few questions have are tested together, as the test needs.
    while len(expected) > 2 and expected[-1] < 5:
        last, seen = expected.pop(), observed.pop()
        expected[-1] += last
        observed[-1] += seen
    p = float(chisquare(observed, expected).pvalue)
    if p < ALPHA:
        most = max(range(len(observed)), key=lambda at: observed[at] - expected[at])
        yield Finding(
            check="key_positions",
            level=FindingLevel.WARNING,
            values={"letter": chr(65 + most), "often": observed[most]},
            chance=ChanceRate(
                observed=observed[most] / len(questions),
                expected=expected[most] / len(questions),
                n=len(questions),
                interval=None,
                p=p,
            ),
        )


def visible_shortcuts(material: AuditMaterial) -> Iterator[Finding]:
    """Rules that find the key without image: its length, and words of the stem."""
    questions = questions_with_key_index(material)
    if len(questions) < FEWEST:
        return
    chances = [1 / len(question.options) for question, _ in questions]
    tried: dict[str, Sequence[bool | None]] = {
        "longest": [_unique_best(_lengths(q)) == key for q, key in questions],
        "shortest": [
            _unique_best([-length for length in _lengths(q)]) == key
            for q, key in questions
        ],
        "words_of_the_question": [
            None if (best := _unique_best(_shared(q))) is None else best == key
            for q, key in questions
        ],
    }
    for name, shortcut in measure_shortcuts(tried, chances).items():
        if shortcut.p_adjusted < ALPHA:
            yield rate_finding(f"shortcut_{name}", shortcut)


def rate_finding(
    check: str, shortcut: Shortcut, level: FindingLevel = FindingLevel.WARNING
) -> Finding:
    """Return the finding of a rule or baseline, beside chance."""
    return Finding(
        check=check,
        level=level,
        chance=ChanceRate(
            shortcut.accuracy,
            shortcut.chance,
            shortcut.n,
            shortcut.interval,
            shortcut.p_adjusted,
        ),
    )


def _lengths(question: BenchmarkQuestion) -> list[int]:
    return [len(option) for option in question.options]


def _shared(question: BenchmarkQuestion) -> list[int]:
    """Return how many words each option shares with the stem.

    English words need four letters, because shorter ones are in every sentence.
    """
    stem = {w for w in split_words(question.stem) if len(w) > 3 or is_chinese_word(w)}
    return [len(stem & set(split_words(option))) for option in question.options]


def _unique_best(values: Sequence[int]) -> int | None:
    """Return the index of the largest value; None if several are as large."""
    best = max(values)
    return values.index(best) if list(values).count(best) == 1 else None


def likely_wrong_keys(material: AuditMaterial) -> Iterator[Finding]:
    """Questions of which most models choose the same other option, most agreed first."""
    ranked = []
    for question, key in questions_with_key_index(material):
        answers = material.answers.get(question.id, ())
        if len(answers) < 2:
            continue
        letter, votes = Counter(answers).most_common(1)[0]
        if letter != chr(65 + key) and votes > len(answers) / 2:
            ranked.append((votes / len(answers), len(answers), question.id, letter))
    if ranked:
        ranked.sort(key=lambda row: (-row[0], -row[1], row[2]))
        yield Finding(
            check="likely_wrong_keys",
            level=FindingLevel.WARNING,
            cases=[
                FindingCase(
                    [id],
                    note=_(
                        "{letter}: {share} of {number} models",
                        letter=letter,
                        share=f"{share:.0%}",
                        number=n,
                    ),
                )
                for share, n, id, letter in ranked
            ],
        )
