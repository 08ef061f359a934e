"""Questions about the parts of a decided sentence, made by rule (ImageMet §4.1)."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from projects.domain.protocol.document import Protocol
from projects.domain.protocol.questions import FixedQuestion, MadeFrom
from projects.domain.protocol.text import in_language

Similarities = Callable[[str, Sequence[str]], Sequence[float]]
"""Cosine similarity of a word to each of others, -1 to 1."""


class Candidate(NamedTuple):
    """A word that may become a distractor."""

    word: str
    similarity: float | None
    """To the key; None where no model says."""


def drafted_question(
    protocol: Protocol,
    fixed: FixedQuestion,
    sentences: Mapping[str, Mapping[str, str]],
    words: Sequence[str],
    *,
    seed: str,
    similarities: Similarities | None,
) -> dict[str, Any]:
    """A fixed question with its options, its key among them at a place drawn by ``seed``.

    Options that nothing could be found for are empty texts: a person writes them.
    ``candidates`` are the words that a distractor can be picked from, best first.
    Raises ValueError for a question that is not made by rule.
    """
    made = fixed.made
    if made is None:
        raise ValueError(f"{fixed.id} is not made by rule")
    slots = sentences[made.field]
    key = slots[made.slot]
    wanted = protocol.questions.options_of(fixed.id) - 1
    candidates: list[Candidate] = []
    if made.distractors == "slots":
        distractors = [text for slot, text in slots.items() if slot != made.slot]
    else:
        used = {_folded(text) for text in slots.values()}
        left = [word for word in _distinct(words) if _folded(word) not in used]
        candidates, distractors = _similar(key, left, wanted, made, similarities)
    options = [key, *distractors[:wanted], *[""] * (wanted - len(distractors))]
    order = list(range(len(options)))
    random.Random(seed).shuffle(order)  # noqa: S311 - the same for the same seed
    return {
        "fixed": fixed.id,
        "format": protocol.questions.formats[0],
        "stem": in_language(fixed.stem, protocol.language),
        "options": [options[at] for at in order],
        "answer": order.index(0),
        "candidates": [list(one) for one in candidates],
    }


def _similar(
    key: str,
    words: Sequence[str],
    wanted: int,
    made: MadeFrom,
    similarities: Similarities | None,
) -> tuple[list[Candidate], list[str]]:
    """Candidates, and of them the most similar within the range; none without a model."""
    if similarities is None:
        return [Candidate(word, None) for word in words], []
    measured = [
        Candidate(word, round(float(near), 4))
        for word, near in zip(words, similarities(key, words), strict=True)
    ]
    least, most = made.similarity
    measured.sort(key=lambda one: (-(one.similarity or 0), one.word))
    fitting = [one for one in measured if least <= (one.similarity or 0) <= most]
    return measured, [one.word for one in fitting[:wanted]]


def _distinct(words: Sequence[str]) -> list[str]:
    found = {_folded(word): word.strip() for word in reversed(words) if word.strip()}
    return list(reversed(found.values()))


def _folded(word: str) -> str:
    return " ".join(word.split()).casefold()
