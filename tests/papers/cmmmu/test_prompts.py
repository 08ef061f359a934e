"""Settings of CMMMU, §4: LLM + OCR, and few-shot examples.

"to verify whether external image tools can enhance the performance of LLMs on multimodal
data, we deploy OCR by Mathpix processing images to convert certain image information
into textual forms"; "we also test the results of some models on few-shot settings". The
paper prints neither prompt.
"""

import hashlib
import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from subtext_protocol.publication import Setting
from subtext_protocol.shipped import shipped_protocol
from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.image_texts import text_of_images
from subtext_runner.prompts import build_prompt
from tests.support.tiny_release import write_release

PROTOCOL = shipped_protocol("cmmmu")
CHOICES = ["甲", "乙", "丙", "丁"]


def drawn(text: str) -> bytes:
    """Return a PNG that shows a text."""
    image = Image.new("RGB", (480, 160), "white")
    font = ImageFont.load_default(64)
    ImageDraw.Draw(image).text((40, 40), text, fill="black", font=font)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@pytest.fixture
def benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Benchmark:
    """Questions of each format in dev and one in test, each with a drawn image."""
    monkeypatch.setenv("SUBTEXT_RUNNER_CACHE", str(tmp_path / "cache"))
    images: dict[str, bytes] = {}
    lines: list[dict[str, Any]] = []
    for kind, answer in (
        ("single_choice", "B"),
        ("true_false", True),
        ("fill_in_blank", {"accepted": ["12"]}),
    ):
        for number in range(5):
            content = drawn(f"{kind[:4].upper()} {number}47")
            sha256 = hashlib.sha256(content).hexdigest()
            images[f"images/{sha256}.png"] = content
            lines.append(
                {
                    "id": f"{kind}-{number}",
                    "item_id": f"{kind}-{number}",
                    "split": "test" if number == 4 else "dev",
                    "images": [{"path": f"images/{sha256}.png", "sha256": sha256}],
                    "format": kind,
                    "language": "zh",
                    "stem": f"图 {number} 是什么？",
                    "options": CHOICES if kind == "single_choice" else [],
                    "answer": answer,
                    "labels": {},
                    "texts": {},
                }
            )
    folder = tmp_path / "release"
    sha256 = write_release(
        folder,
        questions=lines,
        protocol=PROTOCOL.model_dump(mode="json"),
        images=images,
    )
    return read_benchmark(folder.as_uri(), sha256=sha256)


def setting(name: str) -> Setting:
    found = PROTOCOL.evaluation.setting(name)
    assert found is not None
    return found


def test_the_text_of_the_images_stands_before_the_question(
    benchmark: Benchmark,
) -> None:
    for question in benchmark.questions_in_splits(["test"]):
        prompt = build_prompt(benchmark, question, setting("ocr"), seed=0)
        plain = build_prompt(benchmark, question, setting("none"), seed=0)
        read = text_of_images(benchmark, question.images)
        assert read.replace(" ", "").endswith("447")
        assert prompt.images == ()
        instruction, _, asked = plain.text.partition("\n")
        assert prompt.text == f"{instruction}\n图片中的文字：{read}\n{asked}"
    assert not setting("ocr").is_blind
    assert setting("text-only").is_blind


def test_what_was_read_is_kept(
    benchmark: Benchmark, monkeypatch: pytest.MonkeyPatch
) -> None:
    [question, *_] = benchmark.questions_in_splits(["test"])
    read = text_of_images(benchmark, question.images)

    def fail(*_: object) -> bytes:
        raise AssertionError("read again")

    monkeypatch.setattr(Benchmark, "read_image", fail)
    assert text_of_images(benchmark, question.images) == read


@pytest.mark.parametrize("shots", [1, 2, 3])
def test_examples_are_of_the_development_split_and_the_same_format(
    benchmark: Benchmark, shots: int
) -> None:
    keys = {"single_choice": "B", "true_false": "对", "fill_in_blank": "12"}
    for question in benchmark.questions_in_splits(["test"]):
        prompt = build_prompt(benchmark, question, setting(f"{shots}-shot"), seed=0)
        assert len(prompt.images) == shots + 1
        assert prompt.text.count(f"答案：{keys[question.format]}") == shots
        assert prompt.text.count("选项：") == (shots + 1 if question.options else 0)
        assert prompt.text.endswith("答案：")
