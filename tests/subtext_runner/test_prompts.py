import base64
from pathlib import Path
from typing import Any

import pytest

from subtext_protocol.publication import Setting
from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.errors import PromptError
from subtext_runner.prompts import build_prompt, chat_messages, draw_examples
from tests.support.tiny_release import (
    OPTIONS,
    protocol_document,
    question,
    write_release,
)


def _setting(benchmark: Benchmark, setting_id: str) -> Setting:
    setting = benchmark.protocol.evaluation.setting(setting_id)
    assert setting is not None
    return setting


def test_a_plain_prompt_is_instruction_question_and_options(
    benchmark: Benchmark,
) -> None:
    asked = benchmark.questions_in_splits(["test"])[0]
    prompt = build_prompt(benchmark, asked, _setting(benchmark, "none"), seed=0)
    options = "\n".join(
        f"({letter}) {text}" for letter, text in zip("ABCDEF", OPTIONS, strict=True)
    )
    assert prompt.text == (
        "Answer the question about the picture.\n"
        f"Question: Question 4: what does picture 4 imply?\n{options}\nAnswer:"
    )
    assert prompt.to_record.startswith(f"<image {asked.images[0].sha256}>\nAnswer the")


def test_images_are_sent_as_data_before_the_text(benchmark: Benchmark) -> None:
    asked = benchmark.questions_in_splits(["test"])[0]
    prompt = build_prompt(benchmark, asked, _setting(benchmark, "none"), seed=0)
    (message,) = chat_messages(prompt, benchmark)
    parts: Any = message["content"]
    assert [part["type"] for part in parts] == ["image_url", "text"]
    head, content = parts[0]["image_url"]["url"].split(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(content) == benchmark.read_image(asked.images[0])


def test_keywords_are_the_titles_of_the_labels(benchmark: Benchmark) -> None:
    asked = benchmark.questions_in_splits(["test"])[0]
    prompt = build_prompt(benchmark, asked, _setting(benchmark, "rhetoric"), seed=0)
    assert "\nKey words: Metaphor,Contrast\n" in prompt.text


def test_keywords_are_in_the_language_of_the_benchmark(tmp_path: Path) -> None:
    protocol = protocol_document() | {"language": "zh"}
    protocol["evaluation"]["keyword_separator"] = "、"
    write_release(
        tmp_path,
        protocol=protocol,
        questions=[question(1, rhetoric=("contrast", "metaphor"))],
    )
    benchmark = read_benchmark(str(tmp_path))
    prompt = build_prompt(
        benchmark, benchmark.questions[0], _setting(benchmark, "rhetoric"), seed=0
    )
    assert "Key words: 隐喻、对比\n" in prompt.text


def test_examples_come_first_and_images_are_numbered(benchmark: Benchmark) -> None:
    asked = benchmark.questions_in_splits(["test"])[0]
    setting = _setting(benchmark, "2-shot")
    prompt = build_prompt(benchmark, asked, setting, seed=3)
    shown = draw_examples(benchmark, asked, setting, seed=3)
    assert [q.split for q in shown] == ["dev", "dev"]
    assert prompt.images == tuple(q.images[0] for q in [*shown, asked])
    for number, q in enumerate([*shown, asked], start=1):
        assert f"Question: {q.stem}\nPicture: <Picture {number}>\n" in prompt.text
    assert prompt.text.count("Answer: (") == 2
    assert f"Answer: ({shown[0].answer})" in prompt.text
    assert prompt.text.endswith("\nAnswer:")


def test_the_seed_draws_the_examples(benchmark: Benchmark) -> None:
    setting = _setting(benchmark, "2-shot")
    drawn = {
        seed: {
            tuple(q.id for q in draw_examples(benchmark, asked, setting, seed=seed))
            for asked in benchmark.questions_in_splits(["test"])
        }
        for seed in range(12)
    }
    assert all(len(draws) == 1 for draws in drawn.values())
    assert len({draw for draws in drawn.values() for draw in draws}) > 3
    asked = benchmark.questions_in_splits(["test"])[0]
    again = draw_examples(benchmark, asked, setting, seed=5)
    assert {tuple(q.id for q in again)} == drawn[5]


def test_a_question_is_never_its_own_example(benchmark: Benchmark) -> None:
    setting = _setting(benchmark, "2-shot")
    for seed in range(6):
        for asked in benchmark.questions_in_splits(["dev"]):
            shown = draw_examples(benchmark, asked, setting, seed=seed)
            assert len(shown) == 2
            assert asked.item_id not in {q.item_id for q in shown}


def test_too_few_examples_are_an_error(tmp_path: Path) -> None:
    lines = [question(1, split="dev"), question(2, split="dev", item=1), question(3)]
    write_release(tmp_path, questions=lines)
    benchmark = read_benchmark(str(tmp_path))
    asked = benchmark.questions_in_splits(["test"])[0]
    with pytest.raises(PromptError, match="2-shot: needs 2 examples for q-003"):
        build_prompt(benchmark, asked, _setting(benchmark, "2-shot"), seed=0)


def test_text_only_sends_no_image(benchmark: Benchmark) -> None:
    asked = benchmark.questions_in_splits(["test"])[0]
    prompt = build_prompt(benchmark, asked, _setting(benchmark, "text-only"), seed=0)
    assert prompt.images == ()
    assert "<image" not in prompt.to_record
    (message,) = chat_messages(prompt, benchmark)
    parts: Any = message["content"]
    assert [part["type"] for part in parts] == ["text"]


def test_braces_in_a_text_stay(tmp_path: Path) -> None:
    options = ["{keywords}", "{text} {letter}", "c", "d", "e", "f"]
    line = question(1, options=options) | {"stem": "Why {options}?"}
    write_release(tmp_path, questions=[line])
    benchmark = read_benchmark(str(tmp_path))
    prompt = build_prompt(
        benchmark, benchmark.questions[0], _setting(benchmark, "rhetoric"), seed=0
    )
    assert "Question: Why {options}?\n(A) {keywords}\n(B) {text} {letter}\n" in (
        prompt.text
    )
