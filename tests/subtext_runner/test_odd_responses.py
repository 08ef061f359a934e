"""Odd responses of a server: each is one question's answer or error, never the run's."""

import gzip
import json
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from subtext_runner.backends.base import SentParameters
from subtext_runner.backends.openai import OpenAIBackend, RetryPolicy, ServedModel
from subtext_runner.benchmark import Benchmark
from subtext_runner.journal import Journal
from subtext_runner.records import Response, RunSpec, response_to_data
from subtext_runner.worker import RunSummary, run_evaluation
from tests.subtext_runner.asking import requests_of
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_of
from tests.support.model_server import ChatRequest, ModelServer, Reply, model_server

ONCE = RetryPolicy(concurrency=1, timeout=5, attempts=1, backoff=0)


@pytest.fixture(autouse=True)
def _three_quick_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUBTEXT_MODEL_ATTEMPTS", "3")
    monkeypatch.setenv("SUBTEXT_MODEL_BACKOFF", "0.001")


def completion(**changes: Any) -> dict[str, Any]:
    """A completion with changed fields of the document, choice, message or usage."""
    message = {"role": "assistant", "content": "B"}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 9, "completion_tokens": 1}
    document = {"choices": [choice], "usage": usage}
    for part in (message, choice, usage, document):
        part.update({key: changes[key] for key in changes if key in part})
    return document


def _stream(*events: object) -> bytes:
    """Server-sent events, and the mark of their end."""
    lines = [json.dumps(event, ensure_ascii=False) for event in events]
    return "".join(f"data: {line}\n\n" for line in (*lines, "[DONE]")).encode()


def _delta(content: str, finish_reason: str | None = None) -> dict[str, Any]:
    delta = {"content": content}
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}]}


_EVENTS = {"Content-Type": "text/event-stream"}


def reply(**changes: Any) -> Reply:
    return Reply(raw=json.dumps(completion(**changes)).encode())


def run(
    spec: RunSpec, keep: Callable[[Response], None] | None = None
) -> tuple[RunSummary, dict[str, Response], list[Response]]:
    """The end of the run, what was kept by question, and what was recorded."""
    kept: list[Response] = []
    recorded: list[Response] = []
    summary = run_evaluation(spec, keep=keep or kept.append, record=recorded.extend)
    return summary, {response.question_id: response for response in kept}, recorded


@pytest.mark.parametrize(
    ("odd", "text", "fields"),
    [
        ({"content": "B \ud83d"}, "B \ufffd", {}),
        ({"content": "\udc00B\ud83d\ude00"}, "\ufffdB\N{GRINNING FACE}", {}),
        ({"content": "B\0"}, "B\ufffd", {}),
        ({"content": [{"type": "text", "text": "B\ud83d"}]}, "B\ufffd", {}),
        ({"content": ["B", {"type": "thinking", "thinking": []}]}, "B", {}),
        ({"finish_reason": 1}, "B", {"finish_reason": None}),
        ({"finish_reason": ["stop"]}, "B", {"finish_reason": None}),
        ({"finish_reason": "\ud83d\0"}, "B", {"finish_reason": "\ufffd\ufffd"}),
        ({"finish_reason": "x" * 10**6}, "B", {"finish_reason": "x" * 100}),
        ({"completion_tokens": 1.5}, "B", {"completion_tokens": None}),
        ({"completion_tokens": 3.0}, "B", {"completion_tokens": 3}),
        ({"completion_tokens": -1}, "B", {"completion_tokens": None}),
        ({"completion_tokens": 10**30}, "B", {"completion_tokens": None}),
        ({"prompt_tokens": float("nan")}, "B", {"prompt_tokens": None}),
        ({"prompt_tokens": float("inf")}, "B", {"prompt_tokens": None}),
        ({"prompt_tokens": "nine"}, "B", {"prompt_tokens": None}),
        ({"prompt_tokens": True}, "B", {"prompt_tokens": None}),
        ({"usage": [1]}, "B", {"prompt_tokens": None}),
        ({"usage": None}, "B", {"prompt_tokens": None}),
    ],
    ids=lambda value: ascii(value)[:40] if isinstance(value, dict) else "",
)
def test_what_is_odd_beside_a_readable_answer_does_not_lose_it(
    release: TinyRelease, odd: dict[str, Any], text: str, fields: dict[str, Any]
) -> None:
    with model_server(lambda _: reply(**odd)) as server:
        summary, kept, recorded = run(spec_of(release, base_url=server.base_url))
    assert (summary.state, summary.errors) == ("finished", 0)
    assert len(kept) == len(recorded) == 8
    for response in kept.values():
        assert response.text == text
        assert {name: getattr(response, name) for name in fields} == fields
        json.dumps(response_to_data(response), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("odd", "text"),
    [
        *(
            (
                Reply(
                    "B", headers={"Content-Type": f"application/json; charset={name}"}
                ),
                "B",
            )
            for name in ("hex", "undefined", "idna", "no-such")
        ),
        (Reply("B", headers={"Content-Type": "text/html"}), "B"),
        (Reply(raw=json.dumps(completion()).encode(), status=201), "B"),
        (
            Reply(
                raw=json.dumps(completion(completion_tokens=0))
                .replace('"completion_tokens": 0', f'"completion_tokens": {"9" * 5000}')
                .encode()
            ),
            "B",
        ),
        (Reply(raw=_stream(_delta("B", "stop")), headers=_EVENTS), "B"),
        (Reply(raw=_stream(_delta("B", "stop"))), "B"),
        (
            Reply(raw=b"\xef\xbb\xbf" + _stream(_delta("B", "stop")), headers=_EVENTS),
            "B",
        ),
        (
            Reply(
                raw=_stream(_delta("B\u2028\x85b"), _delta("", "stop")), headers=_EVENTS
            ),
            "B\u2028\x85b",
        ),
        (
            Reply(
                raw=_stream({**_delta("B", ""), "error": None}, _delta("", "stop")),
                headers=_EVENTS,
            ),
            "B",
        ),
    ],
    ids=lambda value: ascii(value)[:60] if isinstance(value, Reply) else "",
)
def test_an_answer_in_an_odd_wrapping_is_read(
    release: TinyRelease, odd: Reply, text: str
) -> None:
    with model_server(lambda _: odd) as server:
        summary, kept, _ = run(spec_of(release, base_url=server.base_url))
        assert len(server.asked) == 8
    assert (summary.state, summary.errors) == ("finished", 0)
    assert {response.text for response in kept.values()} == {text}


@pytest.mark.parametrize("odd", [b"\xed\xa0\xbd", b"\xff", b"\xe2\x98"])
def test_bytes_that_are_no_utf8_spoil_only_themselves(
    release: TinyRelease, odd: bytes
) -> None:
    raw = json.dumps(completion(content="B ?")).encode().replace(b"?", odd)
    with model_server(lambda _: Reply(raw=raw)) as server:
        summary, kept, _ = run(spec_of(release, base_url=server.base_url))
    assert summary.errors == 0
    assert {(r.text or "").rstrip("\ufffd") for r in kept.values()} == {"B "}


@pytest.mark.parametrize(
    ("odd", "kind", "calls"),
    [
        (reply(content={"text": "B"}), "unreadable", 2),
        (reply(content=7), "unreadable", 2),
        (reply(content=[7, None]), "unreadable", 2),
        (reply(content="\ud83d\ud83d"), "unreadable", 2),
        (reply(content="\0" * 9), "unreadable", 2),
        (reply(message=None), "unreadable", 2),
        (reply(choices=None), "unreadable", 2),
        (reply(choices={"0": {}}), "unreadable", 2),
        (Reply(raw=b"null"), "unreadable", 2),
        (Reply(raw=b'{"error": {"message": "ill"}}'), "server", 3),
        (Reply(raw=b"[" * 100_000), "unreadable", 2),
        (Reply(raw=b'{"choices": [\xff\xfe'), "unreadable", 2),
        (Reply(raw=b"<html>\0</html>"), "unreadable", 2),
        (Reply(raw=b""), "unreadable", 2),
        (Reply("B", headers={"Content-Encoding": "gzip"}), "unreadable", 2),
        (
            Reply(
                raw=gzip.compress(b'"' + b"x" * 17 * 2**20, 1, mtime=0),
                headers={"Content-Encoding": "gzip"},
            ),
            "unreadable",
            1,
        ),
        (
            Reply(
                raw=b"ill",
                status=400,
                headers={"Content-Type": "text/plain; charset=hex"},
            ),
            "bad_request",
            1,
        ),
        (Reply(raw=b"", status=204), "bad_request", 1),
        (Reply(raw=b"data: <html>\n\n", headers=_EVENTS), "unreadable", 2),
        (Reply(status=502, headers={"Content-Encoding": "gzip"}), "server", 3),
        (
            Reply(
                raw=_stream(_delta("B", "")).partition(b"data: [")[0], headers=_EVENTS
            ),
            "connection",
            1,
        ),
        (Reply(raw=b'{"error": "\xed\xa0\xbd\0"}', status=400), "bad_request", 1),
    ],
    ids=lambda value: ascii(value.raw)[:60] if isinstance(value, Reply) else "",
)
def test_what_is_no_answer_is_the_error_of_its_question(
    release: TinyRelease, odd: Reply, kind: str, calls: int
) -> None:
    def behaviour(asked: ChatRequest) -> Reply:
        return odd if "Question 7:" in asked.text else Reply("B")

    with model_server(behaviour) as server:
        summary, kept, recorded = run(spec_of(release, base_url=server.base_url))
        assert len(server.asked) == 7 + calls
    assert (summary.state, summary.asked, summary.errors) == ("finished", 8, 1)
    assert len(kept) == len(recorded) == 8
    error = kept.pop("q-007").error
    assert error is not None
    assert error.kind == kind
    assert "\0" not in error.detail
    assert {response.text for response in kept.values()} == {"B"}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(exclude_categories=())),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
FIELDS = (
    "content",
    "message",
    "finish_reason",
    "choices",
    "usage",
    "completion_tokens",
)


@pytest.fixture(scope="module")
def any_reply() -> Iterator[tuple[ModelServer, list[Reply]]]:
    """A server that sends the last reply of the list."""
    replies: list[Reply] = []
    with model_server(lambda _: replies[-1]) as server:
        yield server, replies


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    body=JSON
    | st.builds(
        lambda name, value: completion(**{name: value}), st.sampled_from(FIELDS), JSON
    )
)
def test_any_json_is_an_answer_or_an_error(
    benchmark: Benchmark, any_reply: tuple[ModelServer, list[Reply]], body: object
) -> None:
    server, replies = any_reply
    replies.append(Reply(raw=json.dumps(body).encode()))
    backend = OpenAIBackend(
        benchmark,
        ServedModel(name="stub", base_url=server.base_url),
        SentParameters(maximum_tokens=9, temperature=0),
        patience=ONCE,
    )
    (response,) = backend.answer(requests_of(benchmark)[:1])
    assert (response.text is None) != (response.error is None)
    written = json.dumps(response_to_data(response), allow_nan=False)
    assert Response.model_validate_json(written) == response
    detail = response.error and response.error.detail
    texts = f"{response.text}{response.finish_reason}{response.reasoning}{detail}"
    assert "\0" not in texts
    texts.encode()


def test_an_empty_answer_is_asked_once_more(release: TinyRelease) -> None:
    seen: dict[str, int] = {}

    def behaviour(asked: ChatRequest) -> Reply:
        stem = asked.text[asked.text.index("Question ") :].split(":")[0]
        seen[stem] = seen.get(stem, 0) + 1
        if stem == "Question 4":
            return Reply(" \n" if seen[stem] == 1 else "B")
        if stem == "Question 5":
            return Reply("")
        if stem == "Question 6":
            return Reply("", finish_reason="length")
        if stem == "Question 7":
            return Reply("", finish_reason="content_filter")
        return Reply("B")

    with model_server(behaviour) as server:
        summary, kept, _ = run(spec_of(release, base_url=server.base_url))
    assert summary.state == "finished"
    assert [seen[f"Question {number}"] for number in range(4, 9)] == [2, 2, 1, 1, 1]
    assert (kept["q-004"].text, kept["q-004"].retried) == ("B", ("empty",))
    assert (kept["q-005"].text, kept["q-005"].error) == ("", None)


def test_calls_in_progress_when_the_run_stops_are_kept(
    release: TinyRelease, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUBTEXT_MODEL_CONCURRENCY", "4")
    answer = threading.Event()

    def behaviour(asked: ChatRequest) -> Reply:
        if asked.number == 3:
            threading.Timer(0.2, answer.set).start()
            return Reply("who are you", status=401)
        return Reply("B", wait_for=answer)

    with model_server(behaviour) as server:
        summary, kept, recorded = run(spec_of(release, base_url=server.base_url))
        assert len(server.asked) == 4
    assert summary.state == "failed"
    assert summary.reason is not None
    assert "refused the key" in summary.reason
    assert len(kept) == len(recorded) == summary.asked == 3


def test_a_full_disk_stops_the_asking_and_what_was_answered_is_recorded(
    release: TinyRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "responses.jsonl"
    journal = Journal(path)
    to_disk = os.fsync

    def full(descriptor: int) -> None:
        if path.read_bytes().count(b"\n") > 2:
            raise OSError(28, "No space left on device")
        to_disk(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setenv("SUBTEXT_MODEL_CONCURRENCY", "2")
    with model_server(lambda _: Reply("B")) as server:
        spec = spec_of(release, base_url=server.base_url)
        summary, _, recorded = run(spec, keep=journal.append)
        assert len(server.asked) == len(recorded) == summary.asked < 8
    assert summary.state == "failed"
    assert summary.reason is not None
    assert "No space left on device" in summary.reason
    monkeypatch.setattr(os, "fsync", to_disk)
    journal.append(Response(question_id="q-1", text="C"))
    assert len(Journal(path).responses()) == 3


def test_a_journal_holds_every_line_separator(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "responses.jsonl")
    text = "one\u2028two\u2029three\x85four\x0cfive\x1esix\r\nseven"
    journal.append(Response(question_id="q-1", text=text))
    assert [r.text for r in journal.responses()] == [text]
