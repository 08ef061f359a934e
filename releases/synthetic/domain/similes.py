"""Choosing words and similes to generate images from (ImageMet, §3 and Appendix H)."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from core.domain.batch_files import answer_choices, answer_text, chat_request
from reporting.charts import Bar, BarChart, BarGroup
from subtext_protocol.fields import SlotField
from subtext_protocol.synthetic import Elaboration, SyntheticSet

_CANDIDATES = 5
"""Similes asked of a concept and adjective; the paper names no number."""
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


class CandidateError(ValueError):
    """A line of candidates cannot be read; the message says why."""


def parse_similes(row: Mapping[str, Any], form: SlotField) -> list[Simile]:
    """Return the similes of one line.

    The line is ``{"simile", "perplexity"}`` or a server's answer with the log
    probabilities of its tokens; of an answer, choices of another form are left out.
    Raises CandidateError.
    """
    try:
        if "simile" in row:
            slots = form.split_into_slots(row["simile"])
            if not slots:
                raise CandidateError(f"does not have the form “{form.template}”.")
            return [Simile(row["simile"], slots, float(row["perplexity"]))]
        similes = []
        for choice in answer_choices(row):
            sentence = str(choice["message"]["content"]).strip()
            if slots := form.split_into_slots(sentence):
                tokens = choice["logprobs"]["content"]
                mean = fmean(float(token["logprob"]) for token in tokens)
                similes.append(Simile(sentence, slots, math.exp(-mean)))
    except CandidateError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise CandidateError(
            'is neither {"simile", "perplexity"} nor an answer in the batch format '
            "with log probabilities."
        ) from error
    return similes


def adjective_request(
    concept: str, rules: SyntheticSet, *, number: int, model: str
) -> dict[str, Any]:
    """Return the request for the adjectives most associated with a primary concept."""
    prompt = rules.adjective_prompt.format(primary=concept)
    message = {"role": "user", "content": prompt}
    return chat_request(f"adjectives-{number}", [message], model=model)


def adjectives_in_answer(answer: Mapping[str, Any]) -> tuple[int, list[str]]:
    """Return the number of the concept and the adjectives of an answer.

    Raises KeyError, IndexError, TypeError or ValueError for another line.
    """
    number = int(str(answer["custom_id"]).removeprefix("adjectives-"))
    words = re.split(r"[,;\n]", answer_text(answer))
    cleaned = [re.sub(r"^[\s\d.)*-]+|[\s.*]+$", "", word).lower() for word in words]
    return number, list(dict.fromkeys(filter(None, cleaned)))


def completion_request(
    concept: str, adjective: str, rules: SyntheticSet, *, custom_id: str, model: str
) -> dict[str, Any]:
    """Return the request for similes of a concept and one of its adjectives.

    It asks for several choices with the log probabilities of their tokens, which give
    the perplexity of each.
    """
    prompt = rules.completion_prompt.format(primary=concept, attribute=adjective)
    message = {"role": "user", "content": prompt}
    return chat_request(
        custom_id, [message], model=model, n=_CANDIDATES, logprobs=True, temperature=1
    )


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


def filter_dissimilar(
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
    messages = [
        {"role": "system", "content": rules.guide.strip()},
        {"role": "user", "content": request},
    ]
    return chat_request(f"simile-{number}", messages, model=model)
