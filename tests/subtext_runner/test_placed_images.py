"""Pictures inside stems and options: named in the text, sent behind their names."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.records.domain.validation import find_record_problems
from subtext_protocol.document import Protocol
from subtext_runner.benchmark import Benchmark, read_benchmark
from subtext_runner.prompts import build_prompt, chat_messages
from tests.support.tiny_release import protocol_document, question, write_release
from tests.support.writing import finished_record


def placed(**changes: Any) -> dict[str, Any]:
    """A question with three pictures, one of them in its stem and one in an option."""
    line = question(9, item=9)
    others = [question(n, item=n)["images"][0] for n in (10, 11)]
    return {
        **line,
        "images": [*line["images"], *others],
        "stem": "Which of the shapes continues [[image 2]]?",
        "options": ["The one in [[image 3]]", "A ring", "None that is drawn"],
        **changes,
    }


@pytest.fixture
def benchmark(tmp_path: Path) -> Benchmark:
    document = protocol_document() | {"item": {"images": 3}}
    write_release(tmp_path, questions=[placed()], protocol=document)
    return read_benchmark(str(tmp_path))


def sent(benchmark: Benchmark, setting_id: str) -> list[str]:
    """What is sent, in order: texts, and pictures by their numbers."""
    asked = benchmark.questions[0]
    setting = benchmark.protocol.evaluation.setting(setting_id)
    assert setting is not None
    prompt = build_prompt(benchmark, asked, setting, seed=0)
    (message,) = chat_messages(prompt, benchmark)
    content: Any = message["content"]
    images = [part for part in content if part["type"] == "image_url"]
    assert len(images) == (3 if setting.images else 0)
    return [
        f"#{part}" if isinstance(part, int) else content[at]["text"]
        for at, part in enumerate(prompt.parts)
    ]


def test_a_image_is_sent_behind_its_name(benchmark: Benchmark) -> None:
    assert sent(benchmark, "none") == [
        "#1",
        "Answer the question about the picture.\n"
        "Question: Which of the shapes continues <image 2>",
        "#2",
        "?\n(A) The one in <image 3>",
        "#3",
        "\n(B) A ring\n(C) None that is drawn\nAnswer:",
    ]


def test_without_images_their_names_stay(benchmark: Benchmark) -> None:
    (text,) = sent(benchmark, "text-only")
    assert "continues <image 2>?" in text
    assert "[[" not in text


def test_only_the_item_s_own_images_can_be_placed() -> None:
    document = json.loads(json.dumps(protocol_document()))
    protocol = Protocol.model_validate(document)
    record = finished_record(protocol)
    record["questions"][0]["stem"] = "What follows [[image 1]] and [[image 2]]?"
    found = find_record_problems(protocol, record, complete=True)
    assert [(one.field, one.code) for one in found] == [
        ("questions.0.stem", "no_such_picture")
    ]
