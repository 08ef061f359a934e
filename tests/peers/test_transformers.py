"""A small vision-language model of random weights, made here, answers on this machine."""

import weakref
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    CLIPImageProcessorPil,
    CLIPVisionConfig,
    LlamaConfig,
    LlavaConfig,
    LlavaForConditionalGeneration,
    LlavaProcessor,
    PreTrainedTokenizerFast,
)

from subtext_runner.benchmark import Benchmark
from subtext_runner.questions import ImageFile
from subtext_runner.records import Response
from subtext_runner.worker import run_evaluation
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_of
from tests.support.tiny_release import OPTIONS, protocol_document, write_release

SIDE, PATCH = 28, 14
"""Pixels: a picture becomes four tokens."""
TEMPLATE = (
    "{% for message in messages %}{% for part in message.content %}"
    "{% if part.type == 'image' %}<image> {% else %}{{ part.text }}{% endif %}"
    "{% endfor %}{% endfor %}{% if add_generation_prompt %} ASSISTANT:{% endif %}"
)


def _tokenizer() -> PreTrainedTokenizerFast:
    words = [
        "Question",
        "Answer",
        "ASSISTANT",
        ":",
        "?",
        "(",
        ")",
        ".",
        "what",
        "does",
        "picture",
        "imply",
        "the",
    ]
    words += [word for option in OPTIONS for word in option.rstrip(".").split()]
    special = ["<pad>", "<s>", "</s>", "<unk>", "<image>"]
    vocabulary = [*special, *dict.fromkeys([*words, *"ABCDEF", *map(str, range(40))])]
    words_of = Tokenizer(
        models.WordLevel(
            {word: n for n, word in enumerate(vocabulary)}, unk_token="<unk>"
        )
    )
    words_of.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=words_of,
        pad_token="<pad>",
        bos_token="<s>",
        eos_token="</s>",
        unk_token="<unk>",
        additional_special_tokens=["<image>"],
        extra_special_tokens={"image_token": "<image>"},
    )


def save_model(folder: Path, *, seed: int = 0, template: str | None = TEMPLATE) -> None:
    """A LLaVA of a few thousand weights, as ``save_pretrained`` writes it."""
    tokenizer = _tokenizer()
    torch.manual_seed(seed)
    config = LlavaConfig(
        vision_config=CLIPVisionConfig(
            hidden_size=16,
            intermediate_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            image_size=SIDE,
            patch_size=PATCH,
        ).to_dict(),
        text_config=LlamaConfig(
            vocab_size=len(tokenizer),
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=2,
            max_position_embeddings=512,
            bos_token_id=tokenizer.bos_token_id,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        ).to_dict(),
        image_token_index=tokenizer.convert_tokens_to_ids("<image>"),
        vision_feature_layer=-1,
        image_seq_length=(SIDE // PATCH) ** 2,
    )
    model = LlavaForConditionalGeneration(config)
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.save_pretrained(folder)
    LlavaProcessor(
        image_processor=CLIPImageProcessorPil(
            size={"shortest_edge": SIDE}, crop_size={"height": SIDE, "width": SIDE}
        ),
        tokenizer=tokenizer,
        patch_size=PATCH,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=template,
        image_token="<image>",
    ).save_pretrained(folder)


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the model ``lab/tiny``, run on the CPU whatever there is."""
    monkeypatch.setenv("SUBTEXT_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("SUBTEXT_DEVICE", "cpu")
    folder = tmp_path / "models" / "lab" / "tiny"
    folder.mkdir(parents=True)
    save_model(folder)
    return folder


@pytest.fixture
def release(tmp_path: Path) -> TinyRelease:
    """Its answers end after six tokens."""
    document = protocol_document()
    for setting in document["evaluation"]["settings"]:
        setting["maximum_tokens"] = 6
    folder = tmp_path / "tiny-1.0.0"
    return TinyRelease(folder, write_release(folder, protocol=document))


def _asked(release: TinyRelease, setting: str = "none") -> list[Response]:
    kept: list[Response] = []
    spec = spec_of(release, name="lab/tiny", backend="transformers", setting=setting)
    cache = (
        release.folder.parent / f"cache-{len(list(release.folder.parent.iterdir()))}"
    )
    summary = run_evaluation(spec, keep=kept.append, cache=cache)
    assert (summary.reason, summary.state, summary.asked) == (None, "finished", 8)
    return sorted(kept, key=lambda response: response.question_id)


def test_every_question_is_answered_and_counted(
    release: TinyRelease, weights: Path
) -> None:
    answered = _asked(release)
    assert len({r.question_id for r in answered}) == 8
    for response in answered:
        assert response.error is None
        assert response.text is not None
        assert response.prompt.startswith("<image ")
        assert response.prompt_tokens is not None
        assert response.prompt_tokens > 30
        assert response.completion_tokens is not None
        assert (response.finish_reason == "length") == (response.completion_tokens == 6)
    assert len({r.text for r in answered}) > 1


@pytest.mark.parametrize("batch", ["1", "3"])
def test_the_size_of_a_batch_changes_no_answer(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch, batch: str
) -> None:
    monkeypatch.setenv("SUBTEXT_BATCH", "8")
    together = _asked(release)
    monkeypatch.setenv("SUBTEXT_BATCH", batch)
    apart = _asked(release)
    assert [r.text for r in together] == [r.text for r in apart]
    assert [r.prompt_tokens for r in together] == [r.prompt_tokens for r in apart]


def test_images_are_seen_and_may_be_withheld(
    release: TinyRelease, weights: Path
) -> None:
    seen, blind, shown_more = (
        _asked(release, setting) for setting in ("none", "text-only", "2-shot")
    )

    def tokens(responses: Sequence[Response]) -> int:
        return sum(response.prompt_tokens or 0 for response in responses)

    assert tokens(blind) < tokens(seen) < tokens(shown_more)
    assert [r.text for r in blind] != [r.text for r in seen]
    # The first two questions share picture and options, but not their stems.
    assert seen[0].prompt.splitlines()[0] == seen[1].prompt.splitlines()[0]


def test_the_result_names_weights_and_how_they_were_run(
    release: TinyRelease, weights: Path
) -> None:
    spec = spec_of(release, name="lab/tiny", backend="transformers")
    model = run_evaluation(spec, cache=release.folder.parent / "one").provenance[
        "model"
    ]
    assert (model["device"], model["dtype"]) == ("cpu", "float32")
    assert (model["attention"], model["batch"]) == ("sdpa", 8)
    assert model["transformers"]
    (weights / "added_later.json").write_text("{}")
    again = run_evaluation(spec, cache=release.folder.parent / "two").provenance[
        "model"
    ]
    assert len(model["weights"]) == 64
    assert model["weights"] != again["weights"]


def test_other_weights_under_the_same_name_do_not_get_these_answers(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generate = LlavaForConditionalGeneration.generate

    def generate_whole(self: object, **inputs: torch.Tensor) -> torch.Tensor:
        """Answers that are cut off are not reused."""
        found: torch.Tensor = generate(self, **inputs)
        found[:, -1] = _tokenizer().eos_token_id
        return found

    monkeypatch.setattr(LlavaForConditionalGeneration, "generate", generate_whole)
    cache = release.folder.parent / "cache"
    spec = spec_of(release, name="lab/tiny", backend="transformers")

    def reused() -> list[bool]:
        kept: list[Response] = []
        run_evaluation(spec, keep=kept.append, cache=cache)
        return [response.reused for response in kept]

    assert reused() == [False] * 8
    assert reused() == [True] * 8
    save_model(weights, seed=1)
    assert reused() == [False] * 8


def test_a_batch_too_large_for_the_memory_is_halved(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _asked(release)
    generate = LlavaForConditionalGeneration.generate

    def generate_three(self: object, **inputs: torch.Tensor) -> torch.Tensor:
        if len(inputs["input_ids"]) > 3:
            raise torch.OutOfMemoryError("CUDA out of memory")
        found: torch.Tensor = generate(self, **inputs)
        return found

    monkeypatch.setattr(LlavaForConditionalGeneration, "generate", generate_three)
    halved = _asked(release)
    assert [r.text for r in halved] == [r.text for r in whole]


def test_a_failed_batch_leaves_its_memory_to_its_halves(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _asked(release)
    generate = LlavaForConditionalGeneration.generate
    failed: list[weakref.ref[torch.Tensor]] = []

    def generate_alone(self: object, **inputs: torch.Tensor) -> torch.Tensor:
        if any(pixels() is not None for pixels in failed):
            raise torch.OutOfMemoryError("CUDA out of memory: an earlier batch stays")
        if len(inputs["input_ids"]) > 3:
            failed.append(weakref.ref(inputs["pixel_values"]))
            raise torch.OutOfMemoryError("CUDA out of memory")
        found: torch.Tensor = generate(self, **inputs)
        return found

    monkeypatch.setattr(LlavaForConditionalGeneration, "generate", generate_alone)
    halved = _asked(release)
    assert len(failed) == 3, "eight, then two of four"
    assert [r.text for r in halved] == [r.text for r in whole]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
def test_a_batch_too_large_for_a_gpu_is_halved(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every question takes a quarter of the memory: two fit beside the model."""
    monkeypatch.setenv("SUBTEXT_DEVICE", "cuda")
    monkeypatch.setenv("SUBTEXT_DTYPE", "float32")
    whole = _asked(release)
    generate = LlavaForConditionalGeneration.generate
    sizes = []
    quarter = torch.cuda.get_device_properties(0).total_memory // 40

    def generate_large(self: object, **inputs: torch.Tensor) -> torch.Tensor:
        sizes.append(len(inputs["input_ids"]))
        held = []  # by this frame, and so by the traceback of an error
        for _ in inputs["input_ids"]:
            held.append(torch.empty(quarter, dtype=torch.uint8, device="cuda"))
        found: torch.Tensor = generate(self, **inputs)
        assert len(held) == len(found)
        return found

    monkeypatch.setattr(LlavaForConditionalGeneration, "generate", generate_large)
    torch.cuda.set_per_process_memory_fraction(0.1)
    try:
        halved = _asked(release)
    finally:
        torch.cuda.set_per_process_memory_fraction(1.0)
    assert sizes == [8, 4, 2, 2, 4, 2, 2]
    assert [r.text for r in halved] == [r.text for r in whole]


def test_a_question_too_large_for_the_memory_is_an_error(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(self: object, **inputs: torch.Tensor) -> torch.Tensor:
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(LlavaForConditionalGeneration, "generate", never)
    failed = [response.error for response in _asked(release)]
    assert {error.kind for error in failed if error} == {"memory"}
    assert len(failed) == 8


@pytest.mark.parametrize("error", [ValueError, RuntimeError])
def test_a_question_on_which_the_model_fails_is_an_error_and_the_rest_is_answered(
    release: TinyRelease,
    weights: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
) -> None:
    whole = _asked(release)
    generate = LlavaForConditionalGeneration.generate
    sizes = []
    number = _tokenizer().convert_tokens_to_ids("11")

    def generate_others(self: object, **inputs: torch.Tensor) -> torch.Tensor:
        sizes.append(len(inputs["input_ids"]))
        if number in inputs["input_ids"]:
            raise error("Image features and image tokens do not match")
        found: torch.Tensor = generate(self, **inputs)
        return found

    monkeypatch.setattr(LlavaForConditionalGeneration, "generate", generate_others)
    answered = _asked(release)
    assert sizes == [8, 4, 4, 2, 2, 1, 1]
    failed = answered.pop()
    assert (failed.question_id, failed.text) == ("q-011", None)
    assert failed.error is not None
    assert failed.error.kind == "generation"
    assert "do not match" in failed.error.detail
    assert [r.text for r in answered] == [r.text for r in whole[:7]]


def test_a_damaged_image_is_the_error_of_its_questions(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (image,) = next(q for q in release.read().questions if q.id == "q-008").images
    read = Benchmark.read_image

    def damaged(self: Benchmark, asked: ImageFile) -> bytes:
        content = read(self, asked)
        return content[:50] if asked == image else content

    monkeypatch.setattr(Benchmark, "read_image", damaged)
    failed = {r.question_id: r.error for r in _asked(release) if r.error is not None}
    assert "q-008" in failed
    assert len(failed) < 8
    assert {error.kind for error in failed.values()} == {"generation"}


def test_a_model_that_fails_on_every_question_is_given_up(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(self: object, **inputs: torch.Tensor) -> torch.Tensor:
        raise ValueError("no vision tower")

    monkeypatch.setattr(LlavaForConditionalGeneration, "generate", never)
    monkeypatch.setenv("SUBTEXT_MODEL_FAILURES", "3")
    spec = spec_of(release, name="lab/tiny", backend="transformers")
    summary = run_evaluation(spec, cache=release.folder.parent / "cache")
    assert (summary.state, summary.asked) == ("failed", 3)
    assert "no vision tower" in str(summary.reason)


def test_a_dead_gpu_ends_the_run_and_what_was_answered_is_kept(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUBTEXT_BATCH", "2")
    generate = LlavaForConditionalGeneration.generate
    batches = []

    def generate_two(self: object, **inputs: torch.Tensor) -> torch.Tensor:
        batches.append(len(inputs["input_ids"]))
        if len(batches) > 2:
            raise RuntimeError("CUDA error: an illegal memory access")
        found: torch.Tensor = generate(self, **inputs)
        return found

    def dead() -> None:
        raise RuntimeError("CUDA error: an illegal memory access")

    monkeypatch.setattr(LlavaForConditionalGeneration, "generate", generate_two)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "synchronize", dead)
    kept: list[Response] = []
    recorded: list[Response] = []
    summary = run_evaluation(
        spec_of(release, name="lab/tiny", backend="transformers"),
        keep=kept.append,
        record=recorded.extend,
        cache=release.folder.parent / "cache",
    )
    assert (summary.state, summary.asked) == ("failed", 4)
    assert "The GPU stopped working (CUDA error" in str(summary.reason)
    assert [r.error for r in kept] == [None] * 4
    assert recorded == kept


def test_no_batch_is_waited_for_when_asking_stops(
    release: TinyRelease, weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUBTEXT_BATCH", "2")
    kept: list[Response] = []
    spec = spec_of(release, name="lab/tiny", backend="transformers")
    summary = run_evaluation(spec, keep=kept.append, cancelled=lambda: bool(kept))
    assert summary.state == "cancelled"
    assert 2 <= len(kept) <= 6


@pytest.mark.parametrize(
    ("missing", "reason"),
    [
        ("model.safetensors", "the model cannot be loaded: "),
        ("config.json", "the model cannot be loaded: "),
        ("chat_template.jinja", "the processor has no chat template"),
    ],
)
def test_what_is_missing_in_the_folder_is_said(
    release: TinyRelease, weights: Path, missing: str, reason: str
) -> None:
    (weights / missing).unlink()
    summary = run_evaluation(spec_of(release, name="lab/tiny", backend="transformers"))
    assert summary.state == "failed"
    assert summary.reason is not None
    assert reason in summary.reason
    assert str(weights) in summary.reason
