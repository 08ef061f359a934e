"""Choosing words and similes to generate images from (ImageMet, §3 and Appendix H)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from projects.domain.charts import Bar, BarChart, BarGroup
from projects.domain.protocol.fields import SlotField
from projects.domain.protocol.synthetic import Elaboration, SyntheticSet

BIN = 50
"""Width of a bar of the distribution of scores, which reach from 100 to 700."""


class ScoredWord(NamedTuple):
    """A word with its scores, as the MRC Psycholinguistic Database has them."""

    word: str
    concreteness: int
    imageability: int


def primary_concepts(words: Iterable[ScoredWord], rules: SyntheticSet) -> list[str]:
    """Return the words that score high enough in both."""
    return [
        word.word
        for word in words
        if min(word.concreteness, word.imageability) > rules.score_above
    ]


def score_chart(title: str, scores: Sequence[int], rules: SyntheticSet) -> BarChart:
    """Return the distribution of scores, below and above the cut (Figures 4 and 5)."""
    starts = range(min(scores) // BIN * BIN, max(scores) + 1, BIN)
    bars = {
        start: Bar(
            f"{start}-{start + BIN - 1}",
            sum(start <= score < start + BIN for score in scores) / len(scores),
        )
        for start in starts
    }
    cut = rules.score_above
    return BarChart(
        title,
        [
            BarGroup(f"< {cut}", [bar for start, bar in bars.items() if start < cut]),
            BarGroup(f"≥ {cut}", [bar for start, bar in bars.items() if start >= cut]),
        ],
    )


class Simile(NamedTuple):
    """A candidate simile; ``perplexity`` is a language model's."""

    sentence: str
    slots: Mapping[str, str]
    perplexity: float


def most_fluent(similes: Iterable[Simile], last: str) -> list[Simile]:
    """Return the candidate with the lowest perplexity of each comparison.

    Candidates of one comparison differ in the slot ``last`` only.
    """
    best: dict[tuple[str, ...], Simile] = {}
    for simile in similes:
        key = tuple(
            text.casefold() for slot, text in simile.slots.items() if slot != last
        )
        if key not in best or simile.perplexity < best[key].perplexity:
            best[key] = simile
    return list(best.values())


def dissimilar(
    similes: Iterable[Simile],
    form: SlotField,
    rules: SyntheticSet,
    similarities: Callable[[str, Sequence[str]], Sequence[float]],
) -> list[Simile]:
    """Return the similes whose two concepts are not too similar."""
    first, second = form.unlike
    return [
        simile
        for simile in similes
        if similarities(simile.slots[first], [simile.slots[second]])[0]
        < rules.similarity_below
    ]


def elaboration_request(
    simile: Simile, rules: Elaboration, *, number: int, model: str
) -> dict[str, Any]:
    """Return the request for a scene in the format of OpenAI's batch files."""
    request = f"{rules.examples.strip()}\n\nSimile: {simile.sentence}\n\nOutput:"
    return {
        "custom_id": f"simile-{number}",
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {
            "model": model,
            "messages": [
                {"role": "system", "content": rules.guide.strip()},
                {"role": "user", "content": request},
            ],
        },
    }
