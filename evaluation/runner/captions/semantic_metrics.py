"""How near a caption comes to its reference in meaning: SBERT similarity and ACD.

Both are given for each caption; the tables of a paper print their means in percent (ImageMet,
§4.1 and Appendix D). ACD is printed nowhere as a formula; Subtext's own reading of "weights
BERT-Score by the dissimilarity between the primary and secondary concepts" is, for each
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
        """One vector of length one for each text."""
        ...


class TokenModel(Protocol):
    def tokens(self, texts: Sequence[str]) -> Sequence[Sequence[Vector]]:
        """For each text one vector of length one for each token."""
        ...


def sbert(captions: Sequence[Caption], model: SentenceModel) -> list[float]:
    """Cosine of each caption and its reference (Reimers and Gurevych 2019)."""
    vectors = _both(captions, model.sentences)
    return [cosine(said, wanted) for said, wanted in vectors]


def acd(
    captions: Sequence[Caption],
    field: SlotField,
    sentences: SentenceModel,
    tokens: TokenModel,
) -> list[float]:
    """BERTScore of each caption weighted by how unlike the two compared concepts are.

    The concepts are the slots that ``field`` wants unlike. A caption that is not of the
    field's form compares nothing: its weight is 0.
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
    """F1 of greedy matching of token vectors, without idf (Zhang et al. 2020, §3)."""
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
    """The two slots of a caption that have to be unlike; None where it has not the form.

    Case, a final stop and words around the sentence's own do not matter.
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
