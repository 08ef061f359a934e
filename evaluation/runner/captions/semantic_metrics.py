"""Semantic metrics of a caption and its reference: SBERT similarity and ACD.

Both have one value per caption; papers print the means in percent (ImageMet, §4.1 and
Appendix D). ACD has no published formula, only the words "weights BERT-Score by the
dissimilarity between the primary and secondary concepts". Subtext computes, for each
item, F1 of BERTScore × (1 − cosine of the two concepts that the caption compares).
"""

import re
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from evaluation.runner.captions.overlap_metrics import Caption
from evaluation.runner.captions.sentences import cosine
from projects.domain.protocol.fields import SlotField

Vector = Sequence[float]
_Shown = TypeVar("_Shown")


class SentenceModel(Protocol):
    def sentences(self, texts: Sequence[str]) -> Sequence[Vector]:
        """Return one unit-length vector per text."""
        ...


class TokenModel(Protocol):
    def tokens(self, texts: Sequence[str]) -> Sequence[Sequence[Vector]]:
        """Return, for each text, one unit-length vector per token."""
        ...


def sbert(captions: Sequence[Caption], model: SentenceModel) -> list[float]:
    """Return the cosine of each caption and reference (Reimers and Gurevych 2019)."""
    vectors = _both(captions, model.sentences)
    return [cosine(said, wanted) for said, wanted in vectors]


def acd(
    captions: Sequence[Caption],
    field: SlotField,
    sentences: SentenceModel,
    tokens: TokenModel,
) -> list[float]:
    """Return BERTScore of each caption × the dissimilarity of its two concepts.

    The concepts are the slots that ``field`` requires to be unlike. A caption that does
    not have the form of the field compares nothing: its weight is 0.
    """
    compared = [compared_concepts(one.said, field) for one in captions]
    formed = [at for at, concepts in enumerate(compared) if concepts is not None]
    found = [0.0] * len(captions)
    if not formed:
        return found
    pairs = [concepts for concepts in compared if concepts is not None]
    vectors = sentences.sentences([concept for pair in pairs for concept in pair])
    likeness = [
        cosine(one, other)
        for one, other in zip(vectors[::2], vectors[1::2], strict=True)
    ]
    scores = bert_scores([captions[at] for at in formed], tokens)
    for at, score, alike in zip(formed, scores, likeness, strict=True):
        found[at] = score * (1 - alike)
    return found


def bert_scores(captions: Sequence[Caption], model: TokenModel) -> list[float]:
    """Return F1 of greedy token matching, without idf (Zhang et al. 2020, §3)."""
    return [_matched(said, wanted) for said, wanted in _both(captions, model.tokens)]


def _matched(said: Sequence[Vector], wanted: Sequence[Vector]) -> float:
    if not said or not wanted:
        return 0.0
    near = [[cosine(one, other) for other in wanted] for one in said]
    precision = sum(max(row) for row in near) / len(said)
    recall = sum(max(column) for column in zip(*near, strict=True)) / len(wanted)
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0


def compared_concepts(said: str, field: SlotField) -> tuple[str, str] | None:
    """Return the two compared concepts of a caption; None if it lacks the form.

    Case, a final full stop and words around the sentence are ignored.
    """
    if len(field.unlike) != 2:
        return None
    pattern = re.escape(field.template)
    for slot in field.slots:
        pattern = pattern.replace(re.escape("{" + slot.id + "}"), f"(?P<{slot.id}>.+?)")
    found = re.fullmatch(pattern.replace(r"\ ", r"\s+"), said.strip(" .\"'“”*\n"), re.I)
    if found is None:
        return None
    one, other = (found[slot].strip() for slot in field.unlike)
    return (one, other) if one and other else None


def _both(
    captions: Sequence[Caption], read: Callable[[Sequence[str]], Sequence[_Shown]]
) -> list[tuple[_Shown, _Shown]]:
    found = read([text for one in captions for text in (one.said, one.reference)])
    return list(zip(found[::2], found[1::2], strict=True))
