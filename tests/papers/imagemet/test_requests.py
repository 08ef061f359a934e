"""From primary concepts to similes, through the requests to a model (ImageMet, §3).

"we prompt GPT-4o to generate the top three most associated adjectives for each word";
"We prompt GPT-4o to complete a template of the form 'The Primary is as Attribute as ____',
allowing for grammatical variations. Among the generated candidates, we select the one with
the lowest perplexity score". The answers here are written by hand.
"""

import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from releases.management.commands import synthetic_similes
from subtext_protocol.shipped import shipped_protocol
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db

FROM_WORDNET = [
    {"concept": "lake", "adjectives": ["artificial"]},
    {"concept": "sword", "adjectives": []},
]
TOP_THREE = ["Reflective, deep, artificial.", "1. Sharp\n2. Long\n3. Shiny"]


@pytest.fixture(autouse=True)
def _project(db: None) -> None:
    Cast(protocol=shipped_protocol("imagemet"))


def written(file: Path, lines: Sequence[Any]) -> str:
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return str(file)


def run(out: Path, *arguments: str) -> list[Any]:
    """Run a command; return the lines that it writes."""
    file = out / "out.jsonl"
    call_command(*arguments, "--out", str(file), "--json", stdout=io.StringIO())
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def answer(request: Any, *choices: str, logprobs: Sequence[float] = ()) -> Any:
    """A server's answer; each choice has one token of this log probability."""
    said: list[dict[str, Any]] = [{"message": {"content": text}} for text in choices]
    for choice, logprob in zip(said, logprobs, strict=False):
        choice["logprobs"] = {"content": [{"token": "…", "logprob": logprob}]}
    return {
        "custom_id": request["custom_id"],
        "response": {"body": {"choices": said}},
    }


def prompts(requests: Sequence[Any]) -> list[str]:
    return [request["body"]["messages"][-1]["content"] for request in requests]


def completions(tmp_path: Path) -> list[Any]:
    """The requests for similes, after a server named three adjectives a noun."""
    adjectives = written(tmp_path / "adjectives.jsonl", FROM_WORDNET)
    requests = run(tmp_path, "synthetic_requests", "bench", adjectives)
    assert ["“lake”" in text for text in prompts(requests)] == [True, False]
    assert all("three adjectives" in text for text in prompts(requests))
    answers = [answer(*pair) for pair in zip(requests, TOP_THREE, strict=True)]
    file = written(tmp_path / "answers.jsonl", answers)
    return run(tmp_path, "synthetic_requests", "bench", adjectives, "--answers", file)


def test_three_adjectives_are_added_and_the_template_completed(tmp_path: Path) -> None:
    requests = completions(tmp_path)
    assert [text.splitlines()[-1] for text in prompts(requests)] == [
        "The lake is as artificial as ______",
        "The lake is as reflective as ______",
        "The lake is as deep as ______",
        "The sword is as sharp as ______",
        "The sword is as long as ______",
        "The sword is as shiny as ______",
    ]
    for request in requests:
        assert request["body"]["logprobs"] is True
        assert request["body"]["n"] > 1


def test_the_candidate_with_the_lowest_perplexity_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        synthetic_similes,
        "similarities",
        lambda: ("model", lambda _, others: [0.1] * len(others)),
    )
    _, lake, *_ = completions(tmp_path)
    said = answer(
        lake,
        "The lake is as reflective as a spoon.",
        "The lake is as reflective as a mirror.",
        "A lake reflects.",
        logprobs=[math.log(1 / 9), math.log(1 / 4), 0],
    )
    file = written(tmp_path / "similes.jsonl", [said])
    [request] = run(tmp_path, "synthetic_similes", "bench", file)
    text = request["body"]["messages"][-1]["content"]
    assert text.endswith("Simile: The lake is as reflective as a mirror.\n\nOutput:")


@pytest.mark.parametrize(
    ("command", "line", "message"),
    [
        ("synthetic_requests", {"noun": "lake"}, 'line 1 is not {"concept"'),
        ("synthetic_similes", {"custom_id": "a"}, "line 1 is neither"),
        (
            "synthetic_similes",
            {"simile": "A lake reflects.", "perplexity": 3},
            "line 1 does not have the form",
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_named(
    tmp_path: Path, command: str, line: Any, message: str
) -> None:
    file = written(tmp_path / "lines.jsonl", [line])
    with pytest.raises(CommandError, match=message):
        run(tmp_path, command, "bench", file)


def test_answers_to_other_requests_are_named(tmp_path: Path) -> None:
    adjectives = written(tmp_path / "adjectives.jsonl", FROM_WORDNET)
    other = answer({"custom_id": "adjectives-9"}, "calm")
    file = written(tmp_path / "answers.jsonl", [other])
    with pytest.raises(CommandError, match="line 1 is no answer to these requests"):
        run(tmp_path, "synthetic_requests", "bench", adjectives, "--answers", file)
