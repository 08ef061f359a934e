"""Sentence and token models of random weights, made here, read from their folders."""

from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

from core.environment.models import SENTENCE_MODEL
from subtext_runner.captions.embeddings import (
    Encoder,
    cosine_similarity,
    load_encoder,
    load_similarity_model,
)
from subtext_runner.captions.overlap_metrics import CaptionPair
from subtext_runner.captions.semantic_metrics import bert_scores

WORDS = ["life", "is", "as", "winding", "long", "a", "road", "debt", "heavy", "chain"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of a few hundred weights, as ``save_pretrained`` writes it."""
    made = tmp_path_factory.mktemp("models") / "tiny-bert"
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    vocabulary = {word: n for n, word in enumerate([*special, *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
    ).save_pretrained(made)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
    )
    BertModel(config).save_pretrained(made)
    return made


def test_sentences_are_of_length_one_and_know_no_padding(folder: Path) -> None:
    model = Encoder(str(folder))
    together = model.embed_sentences(["life is as winding as a long road", "debt"])
    (alone,) = model.embed_sentences(["debt"])
    assert cosine_similarity(together[0], together[0]) == pytest.approx(1, abs=1e-5)
    assert together[1] == pytest.approx(alone, abs=1e-5)


def test_tokens_are_those_of_the_text(folder: Path) -> None:
    long, short = Encoder(str(folder)).embed_tokens(["debt is as heavy", "debt"])
    assert (len(long), len(short)) == (4, 1)


def test_bert_score_of_a_text_with_itself_is_one(folder: Path) -> None:
    model = Encoder(str(folder))
    same, other = bert_scores(
        [CaptionPair("a long road", "a long road"), CaptionPair("a long road", "debt")],
        model,
    )
    assert same == pytest.approx(1, abs=1e-5)
    assert other < same


def test_similarities_are_opened_by_the_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(SENTENCE_MODEL.name, raising=False)
    assert load_similarity_model() is None
    monkeypatch.setenv(SENTENCE_MODEL.name, str(folder))
    load_encoder.cache_clear()
    opened = load_similarity_model()
    assert opened is not None
    name, similar = opened
    assert name == "tiny-bert"
    same, other = similar("heavy", ["heavy", "winding"])
    assert same == pytest.approx(1, abs=1e-5)
    assert other < 1
