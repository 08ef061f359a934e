"""Overlap metrics of a caption and its reference: BLEU-4, ROUGE-L and CIDEr.

All are shares, 0 to 1, which papers print in percent, with one value per caption. A
run's score is their mean, except BLEU's, which counts the words of all captions.
English is compared by lower-case words, Chinese by characters.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sacrebleu.metrics.bleu import BLEU

from subtext_protocol.text import Language

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_CIDER_ORDERS = (1, 2, 3, 4)
_CIDER_SIGMA = 6.0


class CaptionPair(NamedTuple):
    """A model's caption of an item, and the reference caption."""

    candidate: str
    reference: str


def caption_tokens(text: str, language: Language) -> list[str]:
    """Return the units of comparison: words in English, characters in Chinese."""
    words = _WORD.findall(text.casefold())
    return words if language == "en" else [c for word in words for c in word]


def corpus_bleu4(captions: Sequence[CaptionPair], language: Language) -> float:
    """Return corpus BLEU of up to four words, by sacrebleu (Papineni et al. 2002)."""
    metric = BLEU(lowercase=True, tokenize="13a" if language == "en" else "zh")
    score = metric.corpus_score(
        [caption.candidate for caption in captions],
        [[caption.reference for caption in captions]],
    )
    return float(score.score) / 100


def caption_bleu4_scores(
    captions: Sequence[CaptionPair], language: Language
) -> list[float]:
    """Return BLEU of each caption, smoothed, of up to four words or its length.

    The corpus score is not their mean (Papineni et al. 2002, §2.2).
    """
    metric = BLEU(
        lowercase=True,
        tokenize="13a" if language == "en" else "zh",
        effective_order=True,
    )
    return [
        float(metric.sentence_score(caption.candidate, [caption.reference]).score) / 100
        for caption in captions
    ]


def rouge_l_scores(captions: Sequence[CaptionPair], language: Language) -> list[float]:
    """Return F1 of the longest common subsequence (Lin 2004), without stemming."""
    return [_rouge_l(caption, language) for caption in captions]


def _rouge_l(caption: CaptionPair, language: Language) -> float:
    candidate = caption_tokens(caption.candidate, language)
    reference = caption_tokens(caption.reference, language)
    common = _longest_common(candidate, reference)
    return 2 * common / (len(candidate) + len(reference)) if common else 0.0


def _longest_common(first: Sequence[str], second: Sequence[str]) -> int:
    lengths = [0] * (len(second) + 1)
    for word in first:
        previous_diagonal = 0
        for at, second_word in enumerate(second, start=1):
            diagonal = lengths[at]
            lengths[at] = (
                previous_diagonal + 1
                if word == second_word
                else max(lengths[at], lengths[at - 1])
            )
            previous_diagonal = diagonal
    return lengths[-1]


def cider_scores(captions: Sequence[CaptionPair], language: Language) -> list[float]:
    """Return CIDEr-D (Vedantam et al. 2015, §4) of 1 to 4 words, as a share of its 10.

    The weight of a phrase comes from the references of this set. A single item, where
    every phrase is in every reference, therefore has no value: it is 0.
    """
    references = [
        _phrases(caption_tokens(caption.reference, language)) for caption in captions
    ]
    seen_in = Counter(phrase for counts in references for phrase in counts)
    log_total = math.log(len(captions))

    def weigh_phrases(counts: Counter[_Phrase], order: int) -> dict[_Phrase, float]:
        return {
            phrase: count * (log_total - math.log(max(1, seen_in[phrase])))
            for phrase, count in counts.items()
            if len(phrase) == order
        }

    scores = []
    for caption, reference in zip(captions, references, strict=True):
        candidate_counts = _phrases(caption_tokens(caption.candidate, language))
        # The published code measures both lengths in word pairs: one less than words.
        length_difference = _pairs(candidate_counts) - _pairs(reference)
        penalty = math.exp(-(length_difference**2) / (2 * _CIDER_SIGMA**2))
        similarity = sum(
            _clipped_cosine(
                weigh_phrases(candidate_counts, order), weigh_phrases(reference, order)
            )
            for order in _CIDER_ORDERS
        )
        scores.append(penalty * similarity / len(_CIDER_ORDERS))
    return scores


_Phrase = tuple[str, ...]


def _phrases(words: Sequence[str]) -> Counter[_Phrase]:
    return Counter(
        tuple(words[at : at + order])
        for order in _CIDER_ORDERS
        for at in range(len(words) - order + 1)
    )


def _pairs(counts: Counter[_Phrase]) -> int:
    return sum(count for phrase, count in counts.items() if len(phrase) == 2)


def _clipped_cosine(
    candidate: dict[_Phrase, float], reference: dict[_Phrase, float]
) -> float:
    length = math.hypot(*candidate.values()) * math.hypot(*reference.values())
    if not length:
        return 0.0
    common_phrases = candidate.keys() & reference.keys()
    return (
        sum(
            min(candidate[phrase], reference[phrase]) * reference[phrase]
            for phrase in common_phrases
        )
        / length
    )
