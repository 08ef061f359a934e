"""Semantic metrics of a caption and its reference: SBERT similarity and ACD.

Both have one value per caption; papers print the means in percent (ImageMet, §4.1 and
Appendix D). ACD has no published formula, only the words "weights BERT-Score by the
dissimilarity between the primary and secondary concepts". Subtext computes, for each
item, F1 of BERTScore × (1 − cosine of the two concepts that the caption compares).
"""

import re
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from subtext_protocol.fields import SlotField
from subtext_runner.captions.embeddings import cosine_similarity
from subtext_runner.captions.overlap_metrics import CaptionPair

Vector = Sequence[float]
_Encoding = TypeVar("_Encoding")


class SentenceModel(Protocol):
    def embed_sentences(self, texts: Sequence[str]) -> Sequence[Vector]:
        """Return one unit-length vector per text."""
        ...


class TokenModel(Protocol):
    def embed_tokens(self, texts: Sequence[str]) -> Sequence[Sequence[Vector]]:
        """Return, for each text, one unit-length vector per token."""
        ...


def sbert_similarities(
    captions: Sequence[CaptionPair], model: SentenceModel
) -> list[float]:
    """Return the cosine of each caption and reference (Reimers and Gurevych 2019)."""
    vectors = _encode_pairs(captions, model.embed_sentences)
    return [cosine_similarity(candidate, reference) for candidate, reference in vectors]


def acd_scores(
    captions: Sequence[CaptionPair],
    field: SlotField,
    sentences: SentenceModel,
    tokens: TokenModel,
) -> list[float]:
    """Return BERTScore of each caption × the dissimilarity of its two concepts.

    The concepts are the slots that ``field`` requires to be unlike. A caption that does
    not have the form of the field compares nothing: its weight is 0.
    """
    concept_pairs = [
        compared_concepts(caption.candidate, field) for caption in captions
    ]
    well_formed = [
        at for at, concepts in enumerate(concept_pairs) if concepts is not None
    ]
    weighted_scores = [0.0] * len(captions)
    if not well_formed:
        return weighted_scores
    pairs = [concepts for concepts in concept_pairs if concepts is not None]
    vectors = sentences.embed_sentences([concept for pair in pairs for concept in pair])
    similarities = [
        cosine_similarity(first, second)
        for first, second in zip(vectors[::2], vectors[1::2], strict=True)
    ]
    scores = bert_scores([captions[at] for at in well_formed], tokens)
    for at, score, similarity in zip(well_formed, scores, similarities, strict=True):
        weighted_scores[at] = score * (1 - similarity)
    return weighted_scores


def bert_scores(captions: Sequence[CaptionPair], model: TokenModel) -> list[float]:
    """Return F1 of greedy token matching, without idf (Zhang et al. 2020, §3)."""
    return [
        _token_f1(candidate, reference)
        for candidate, reference in _encode_pairs(captions, model.embed_tokens)
    ]


def _token_f1(candidate: Sequence[Vector], reference: Sequence[Vector]) -> float:
    if not candidate or not reference:
        return 0.0
    similarities = [
        [cosine_similarity(vector, reference_vector) for reference_vector in reference]
        for vector in candidate
    ]
    precision = sum(max(row) for row in similarities) / len(candidate)
    recall = sum(max(column) for column in zip(*similarities, strict=True)) / len(
        reference
    )
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0


def compared_concepts(caption: str, field: SlotField) -> tuple[str, str] | None:
    """Return the two compared concepts of a caption; None if it lacks the form.

    Case, a final full stop and words around the sentence are ignored.
    """
    if len(field.unlike) != 2:
        return None
    pattern = re.escape(field.template)
    for slot in field.slots:
        pattern = pattern.replace(re.escape("{" + slot.id + "}"), f"(?P<{slot.id}>.+?)")
    match = re.fullmatch(
        pattern.replace(r"\ ", r"\s+"), caption.strip(" .\"'“”*\n"), re.I
    )
    if match is None:
        return None
    first, second = (match[slot].strip() for slot in field.unlike)
    return (first, second) if first and second else None


def _encode_pairs(
    captions: Sequence[CaptionPair],
    encode: Callable[[Sequence[str]], Sequence[_Encoding]],
) -> list[tuple[_Encoding, _Encoding]]:
    encodings = encode(
        [
            text
            for caption in captions
            for text in (caption.candidate, caption.reference)
        ]
    )
    return list(zip(encodings[::2], encodings[1::2], strict=True))
