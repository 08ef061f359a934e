"""Captions held against references by meaning: SBERT similarity, BERTScore and ACD."""

import math
from collections.abc import Sequence
from statistics import fmean

import pytest

from core.environment.models import SENTENCE_MODEL
from subtext_protocol.fields import SlotField
from subtext_runner.captions import scoring
from subtext_runner.captions.overlap_metrics import CaptionPair
from subtext_runner.captions.semantic_metrics import (
    acd_scores,
    bert_scores,
    compared_concepts,
    sbert_similarities,
)

FIELD = SlotField.model_validate(
    {
        "kind": "sentence",
        "id": "caption",
        "title": {"en": "Caption"},
        "template": "{primary} is as {attribute} as {secondary}",
        "slots": [
            {"id": slot, "title": {"en": slot}}
            for slot in ("primary", "attribute", "secondary")
        ],
        "unlike": ["primary", "secondary"],
    }
)

UP, RIGHT = [0.0, 1.0], [1.0, 0.0]
BETWEEN = [math.sqrt(0.5), math.sqrt(0.5)]


class Tables:
    """Vectors that are written down, by text and by word."""

    def __init__(self, known: dict[str, list[float]]) -> None:
        self._known = known

    def embed_sentences(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._known[text] for text in texts]

    def embed_tokens(self, texts: Sequence[str]) -> list[list[list[float]]]:
        return [[self._known[word] for word in text.split()] for text in texts]


def test_sbert_is_the_mean_cosine() -> None:
    model = Tables({"a": UP, "b": UP, "c": RIGHT})
    captions = [CaptionPair("a", "b"), CaptionPair("c", "b")]
    assert fmean(sbert_similarities(captions, model)) == pytest.approx(0.5)


def test_bert_score_matches_each_token_with_its_nearest() -> None:
    model = Tables({"up": UP, "right": RIGHT, "between": BETWEEN})
    (exact, half, nothing) = bert_scores(
        [
            CaptionPair("up right", "right up"),
            CaptionPair("up", "up between"),
            CaptionPair("", "up"),
        ],
        model,
    )
    recall = (1 + math.sqrt(0.5)) / 2
    assert exact == pytest.approx(1)
    assert half == pytest.approx(2 * recall / (1 + recall))
    assert nothing == 0


def test_acd_weights_by_how_unlike_the_concepts_are() -> None:
    words = dict.fromkeys(
        ["Life", "Debt", "a", "road", "is", "as", "winding", "long", "heavy"], UP
    )
    model = Tables({**words, "a road": RIGHT, "Debt": UP, "Life": UP, "said": UP})
    unlike = CaptionPair("Life is as winding as a road", "Life is as long as a road")
    alike = CaptionPair("Life is as heavy as Debt", "Life is as heavy as Debt")
    formless = CaptionPair("said", "Life is as heavy as Debt")
    assert acd_scores([unlike], FIELD, model, model) == pytest.approx([1])
    assert acd_scores([unlike, alike], FIELD, model, model) == pytest.approx([1, 0])
    assert acd_scores([unlike, formless], FIELD, model, model) == pytest.approx([1, 0])
    assert acd_scores([formless], FIELD, model, model) == [0]


@pytest.mark.parametrize(
    ("said", "concepts"),
    [
        ("Caffeine is as addictive as drugs.", ("Caffeine", "drugs")),
        ('"The lake IS AS calm as a mirror"', ("The lake", "a mirror")),
        ("Caffeine is like a drug", None),
        ("", None),
    ],
)
def test_concepts_are_read_from_the_form(
    said: str, concepts: tuple[str, str] | None
) -> None:
    assert compared_concepts(said, FIELD) == concepts


def test_absent_models_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SENTENCE_MODEL.name, "/nowhere/at-all")
    with pytest.raises(scoring.SpecError, match="no model in /nowhere/at-all"):
        scoring.model_folder(SENTENCE_MODEL)
    monkeypatch.delenv(SENTENCE_MODEL.name)
    with pytest.raises(
        scoring.SpecError, match="is not set: it must name a model folder"
    ):
        scoring.model_folder(SENTENCE_MODEL)
