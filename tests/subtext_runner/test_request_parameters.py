"""Request parameters of runs, with a stub of each kind of model server.

The errors are as OpenAI, vLLM and Anthropic word them.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from subtext_runner.__main__ import main
from subtext_runner.errors import SpecError
from subtext_runner.records import Response, spec_from_data
from subtext_runner.worker import RunSummary, run_evaluation
from tests.papers.requests import run_on_server
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_of
from tests.support.model_server import (
    Behaviour,
    ChatRequest,
    Reply,
    model_server,
)
from tests.support.tiny_release import question

_QUESTIONS = 8
_SAMPLING = ("temperature", "top_p", "seed")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SUBTEXT_MODEL_BACKOFF", "0.001")
    monkeypatch.setenv("SUBTEXT_RUNNER_CACHE", str(tmp_path / "cache"))


def _run(
    release: TinyRelease,
    behaviour: Behaviour,
    *,
    answered: Sequence[str] = (),
    **parameters: Any,
) -> tuple[RunSummary, list[Response], list[ChatRequest]]:
    kept: list[Response] = []
    with model_server(behaviour) as server:
        spec = spec_of(
            release,
            base_url=server.base_url,
            parameters=parameters,
            answered=answered,
        )
        summary = run_evaluation(spec, keep=kept.append)
    return summary, kept, server.asked


def _error(status: int, message: str, param: str | None = None) -> Reply:
    error = {"message": message, "type": "invalid_request_error", "param": param}
    return Reply(status=status, raw=json.dumps({"error": error}).encode())


def _completion(message: dict[str, Any], finish_reason: str = "stop") -> Reply:
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    return Reply(raw=json.dumps({"choices": [choice]}).encode())


def _like_gpt_5(asked: ChatRequest) -> Reply:
    """Refuses what OpenAI's reasoning models refuse."""
    body = asked.body
    if "max_tokens" in body:
        return _error(
            400,
            "Unsupported parameter: 'max_tokens' is not supported with this model. "
            "Use 'max_completion_tokens' instead.",
            "max_tokens",
        )
    if body.get("temperature", 1) != 1:
        return _error(
            400,
            "Unsupported value: 'temperature' does not support 0 with this model. "
            "Only the default (1) value is supported.",
            "temperature",
        )
    for name in ("top_p", "seed"):
        if name in body:
            text = f"Unsupported parameter: '{name}' is not supported with this model."
            return _error(400, text, name)
    return Reply("B")


def test_a_server_like_gpt_5_is_asked_without_sampling(release: TinyRelease) -> None:
    summary, responses, asked = _run(
        release, _like_gpt_5, temperature="none", reasoning_effort="low"
    )
    assert summary.state == "finished"
    assert {response.text for response in responses} == {"B"}
    body = asked[-1].body
    assert not {*_SAMPLING, "max_tokens"} & set(body)
    assert (body["max_completion_tokens"], body["reasoning_effort"]) == (512, "low")
    sent = summary.provenance["parameters"]
    assert (sent["temperature"], sent["reasoning_effort"]) == (None, "low")


@pytest.mark.parametrize(
    ("parameters", "refusal", "remedy"),
    [
        ({}, _like_gpt_5, "Set the temperature to “none”"),
        ({"temperature": 1}, _like_gpt_5, "Set top-p to “none”"),
        ({"temperature": 1, "top_p": "none"}, _like_gpt_5, "Set the seed to “none”"),
        (
            {"temperature": 1},
            _error(400, "`temperature` and `top_p` cannot both be specified."),
            "Set the temperature to “none”",
        ),
        ({}, _error(422, "temperature: Extra inputs are not permitted"), "temperature"),
        (
            {"reasoning_effort": "low"},
            _error(400, "Unrecognized request argument supplied: reasoning_effort"),
            "Leave the reasoning effort empty",
        ),
        (
            {"extra_body": {"chat_template_kwargs": {}}},
            Reply(
                status=400,
                raw=b'{"object": "error", "message": "[{\'type\': \'extra_forbidden\', '
                b"'loc': ('body', 'chat_template_kwargs')}]\"}",
            ),
            "Remove it from the extra body",
        ),
        ({"stream": True}, _error(400, "stream is not supported"), "streaming off"),
        (
            {"tokens_field": "max_tokens"},
            _like_gpt_5,
            "Choose another name for the maximum tokens",
        ),
    ],
)
def test_a_refused_parameter_ends_the_run_and_is_named(
    release: TinyRelease,
    parameters: dict[str, Any],
    refusal: Behaviour | Reply,
    remedy: str,
) -> None:
    def behaviour(asked: ChatRequest) -> Reply:
        return refusal if isinstance(refusal, Reply) else refusal(asked)

    summary, responses, _ = _run(release, behaviour, **parameters)
    assert (summary.state, responses) == ("failed", [])
    assert summary.reason is not None
    assert remedy in summary.reason
    assert summary.needs_new_run


@pytest.mark.parametrize(
    "message",
    [
        "This model's maximum context length is 4096 tokens. However, you requested "
        "5000 tokens. Please reduce the length of the messages.",
        "max_tokens is too large: 512. This model supports at most 256 tokens.",
        "Your input image is not supported. The temperature of the scene is unknown to us",
        "The request was rejected as a result of the safety system: a seed of doubt.",
    ],
)
def test_a_prompt_that_is_refused_is_one_question_s_error(
    release: TinyRelease, message: str
) -> None:
    refusal = _error(400, message)
    summary, responses, _ = _run(
        release, lambda asked: Reply("B") if asked.number else refusal
    )
    assert summary.state == "finished"
    assert [r.error.kind for r in responses if r.error] == ["bad_request"]


def test_what_a_run_gives_is_sent_as_it_is(release: TinyRelease) -> None:
    """vLLM takes further sampling parameters and arguments of the chat template."""
    extra = {"top_k": 20, "chat_template_kwargs": {"enable_thinking": False}}
    _, _, asked = _run(
        release,
        lambda _: Reply("B"),
        maximum_tokens=4096,
        temperature=0.6,
        top_p=0.95,
        extra_body=extra,
    )
    body = {k: v for k, v in asked[0].body.items() if k not in ("model", "messages")}
    assert body == {
        **extra,
        "max_tokens": 4096,
        "temperature": 0.6,
        "top_p": 0.95,
        "seed": 0,
    }
    _, _, asked = _run(
        release, lambda _: Reply("B"), seed="none", temperature=1, top_p="none"
    )
    assert {name for name in _SAMPLING if name in asked[0].body} == {"temperature"}


@pytest.mark.parametrize(
    ("message", "finish_reason"),
    [
        ({"content": "", "reasoning_content": "A or B?"}, "stop"),
        ({"content": None, "reasoning": "A or B?"}, "length"),
        ({"content": "<think>A or B?"}, "length"),
        ({"content": "<think>A or B?</think>\n"}, "stop"),
        ({"content": "◁think▷A or B?◁/think▷"}, "stop"),
        ({"content": [{"type": "thinking", "thinking": "The answer is A."}]}, "stop"),
    ],
)
def test_an_empty_answer_beside_reasoning_is_only_reasoning(
    release: TinyRelease,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    message: dict[str, Any],
    finish_reason: str,
) -> None:
    with model_server(lambda _: _completion(message, finish_reason)) as server:
        spec = spec_of(release, base_url=server.base_url)
        path = tmp_path / "spec.json"
        path.write_text(spec.model_dump_json())
        assert main(["run", str(path), "--out", str(tmp_path / "out")]) == 0
    capsys.readouterr()
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert result["scores"]["reasons"] == {"only_reasoning": _QUESTIONS}
    # It was paid for, and says why it is empty: it is not asked again.
    assert len(server.asked) == _QUESTIONS


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"content": "<think>\n\n</think>\n\n"}, "empty"),
        ({"content": "**", "reasoning_content": " "}, "empty"),
    ],
)
def test_without_a_thought_it_is_just_empty(
    release: TinyRelease, tmp_path: Path, message: dict[str, Any], reason: str
) -> None:
    with model_server(lambda _: _completion(message)) as server:
        spec = spec_of(release, base_url=server.base_url)
        (tmp_path / "spec.json").write_text(spec.model_dump_json())
        main(["run", str(tmp_path / "spec.json"), "--out", str(tmp_path / "out")])
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert result["scores"]["reasons"] == {reason: _QUESTIONS}


def test_parts_of_an_answer_are_joined_without_the_reasoning(
    release: TinyRelease,
) -> None:
    parts = [
        {"type": "reasoning", "text": "A?"},
        {"type": "text", "text": "The answer "},
        {"type": "text", "text": "is B."},
    ]
    _, responses, _ = _run(release, lambda _: _completion({"content": parts}))
    assert {(r.text, r.reasoning) for r in responses} == {("The answer is B.", "A?")}


def _delta(**delta: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}


_END = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
_USED = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}}


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        (
            [
                _delta(role="assistant", content=""),
                _delta(reasoning_content="Hm"),
                _delta(reasoning_content="m."),
                _delta(content="The answer "),
                _delta(content="is B."),
                _END,
                _USED,
                "[DONE]",
            ],
            ("The answer is B.", "Hmm.", "stop", 7, 3),
        ),
        ([_delta(content="B"), _END], ("B", None, "stop", None, None)),
        ([_delta(content="B"), "[DONE]"], ("B", None, None, None, None)),
    ],
)
def test_a_stream_adds_up_to_an_answer(
    release: TinyRelease, events: Sequence[object], expected: tuple[object, ...]
) -> None:
    summary, responses, asked = _run(
        release, lambda _: Reply(events=events), stream=True
    )
    assert summary.state == "finished"
    assert asked[0].body["stream"] is True
    read = {
        (r.text, r.reasoning, r.finish_reason, r.prompt_tokens, r.completion_tokens)
        for r in responses
    }
    assert read == {expected}


def test_a_server_that_counts_no_tokens_of_streams_is_asked_without(
    release: TinyRelease,
) -> None:
    def behaviour(asked: ChatRequest) -> Reply:
        if "stream_options" in asked.body:
            return _error(400, "Unknown parameter: 'stream_options'.")
        return Reply(events=[_delta(content="B"), "[DONE]"])

    _, responses, _ = _run(release, behaviour, stream=True)
    assert {r.text for r in responses} == {"B"}


_DROPS = Reply(events=[_delta(content="x")] * 1000, pause=0.05)
_SILENT = Reply(events=[_delta(content="x"), _END], pause=30)


@pytest.mark.parametrize("reply", [_DROPS, _SILENT])
def test_a_stream_without_end_is_one_error_and_paid_once(
    release: TinyRelease, reply: Reply
) -> None:
    summary, responses, asked = _run(
        release,
        lambda _: reply,
        answered=[f"q-{number:03d}" for number in range(4, 9)],
        stream=True,
        seconds=1,
    )
    assert summary.state == "finished"
    assert [r.error.kind for r in responses if r.error] == ["timeout"] * 3
    assert len(asked) == 3
    assert {r.attempts for r in responses} == {1}


@pytest.mark.parametrize(
    ("events", "calls"),
    [
        ([_delta(content="The ans")], _QUESTIONS),  # broken off after a beginning
        ([_delta(content="T"), {"error": {"message": "overloaded"}}], _QUESTIONS),
        ([], 6 * _QUESTIONS),  # nothing came: nothing can have been paid for
        ([{"error": {"message": "overloaded"}}], 6 * _QUESTIONS),
    ],
)
def test_only_a_stream_that_had_not_begun_is_asked_for_again(
    release: TinyRelease, events: Sequence[object], calls: int
) -> None:
    _, responses, asked = _run(release, lambda _: Reply(events=events), stream=True)
    assert all(response.error for response in responses)
    assert len(asked) <= calls
    assert len(asked) == calls or len(responses) < _QUESTIONS


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ({"temperature": 3}, "temperature"),
        ({"temperature": "off"}, "temperature"),
        ({"top_p": 0}, "top_p"),
        ({"maximum_tokens": 0}, "maximum_tokens"),
        ({"maximum_tokens": True}, "maximum_tokens"),
        ({"seconds": float("nan")}, "seconds"),
        ({"extra_body": {"model": "other"}}, "cannot set 'model'"),
        ({"extra_body": {"messages": []}}, "cannot set 'messages'"),
        ({"extra_body": {"temperature": 1}}, "cannot set 'temperature'"),
        ({"extra_body": {"x": "y" * 2001}}, "too large"),
        ({"extra_body": {"x": float("inf")}}, "not valid JSON"),
        ({"extra_body": {"x": "\0"}}, "not valid JSON"),
        ({"extra_body": {"x": [[[[[[[[[[1]]]]]]]]]]}}, "too large"),
        ({"unknown": 1}, "unknown"),
    ],
)
def test_parameters_that_cannot_be_are_refused_by_name(
    release: TinyRelease, parameters: dict[str, Any], problem: str
) -> None:
    data = spec_of(release).model_dump(mode="json")
    with pytest.raises(SpecError, match=problem):
        spec_from_data({**data, "parameters": parameters})


def test_the_command_overrides_the_spec(
    release: TinyRelease, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with model_server(lambda _: Reply("B")) as server:
        spec = spec_of(
            release,
            base_url=server.base_url,
            parameters={"maximum_tokens": 9, "temperature": 0.5},
        )
        (tmp_path / "spec.json").write_text(spec.model_dump_json())
        options = ["--temperature", "none", "--extra-body", '{"top_k": 5}', "--stream"]
        main(["run", str(tmp_path / "spec.json"), "--out", str(tmp_path), *options])
    body = server.asked[0].body
    assert (body["max_tokens"], body["top_k"], body["stream"]) == (9, 5, True)
    assert not {*_SAMPLING} & set(body)
    capsys.readouterr()
    for wrong in (["--temperature", "warm"], ["--extra-body", "[]"], ["--seed", "-1"]):
        with pytest.raises(SystemExit):
            main(["run", "spec.json", "--out", "out", *wrong])
        assert "must be" in capsys.readouterr().err


def test_a_limit_of_images_is_in_the_spec_the_requests_and_the_result(
    release: TinyRelease, tmp_path: Path
) -> None:
    """The command's limit counts; two limits are two runs with their own responses."""
    sent: dict[int, list[str]] = {}
    with model_server(lambda _: Reply("B")) as server:
        spec = spec_of(release, base_url=server.base_url)
        (tmp_path / "spec.json").write_text(spec.model_dump_json())
        for most in (1_000_000, 1_000):
            out = tmp_path / str(most)
            before = len(server.asked)
            limit = ["--image-pixels", str(most), "--image-bytes", "20000"]
            main(["run", str(tmp_path / "spec.json"), "--out", str(out), *limit])
            result = json.loads((out / "result.json").read_text())
            assert result["parameters"]["image_pixels"] == most
            assert result["parameters"]["image_bytes"] == 20_000
            sent[most] = [a for asked in server.asked[before:] for a in asked.images]
    assert len(sent[1_000_000]) == len(sent[1_000]) > 0
    assert sent[1_000_000] != sent[1_000]


def test_a_backend_without_a_parameter_says_so(release: TinyRelease) -> None:
    spec = spec_of(release, backend="random", parameters={"temperature": 1})
    summary = run_evaluation(spec)
    assert summary.state == "failed"
    assert "temperature" in str(summary.reason)


_SIMILE = {"caption": {"primary": "A", "attribute": "B", "secondary": "C"}}
_PAINTING = {
    "labels": {"domain": ["chinese_traditional_culture"]},
    "texts": {"explanation": "A boat.", "metaphorical_meaning": "Rest."},
}
_JUDGED = {"judged": {"what": "run 1", "replies": {"i-000": "A boat."}}}


@pytest.mark.parametrize(
    ("protocol", "setting", "calls", "about", "spec"),
    [
        ("imagemet", "open-caption-cot", 4, {"labels": {}, "sentences": _SIMILE}, {}),
        ("cii-bench", "painting-standard", 1, _PAINTING, _JUDGED),
    ],
)
def test_conversations_and_judges_send_them_with_every_prompt(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    protocol: str,
    setting: str,
    calls: int,
    about: dict[str, Any],
    spec: dict[str, Any],
) -> None:
    asked, _ = run_on_server(
        tmp_path,
        monkeypatch,
        protocol,
        [question(0, options="ABCDEF") | about],
        setting,
        lambda _: Reply("[2]"),
        parameters={"temperature": "none", "maximum_tokens": 77},
        **spec,
    )
    assert [request.body["max_tokens"] for request in asked] == [77] * calls
    assert not any({*_SAMPLING} & set(request.body) for request in asked)
