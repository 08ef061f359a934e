import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from subtext_runner.backends.base import SentParameters
from subtext_runner.backends.openai import OpenAIBackend, RetryPolicy, ServedModel
from subtext_runner.backends.pacing import ConcurrencyLimit
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import BackendUnusableError, OtherValuesNeededError
from subtext_runner.records import Response
from tests.subtext_runner.asking import requests_of
from tests.support.model_server import (
    Behaviour,
    ChatRequest,
    KnowsKeys,
    Reply,
    model_server,
)
from tests.support.tiny_release import twelve_questions

QUICK = RetryPolicy(concurrency=4, timeout=5, attempts=4, backoff=0.01)


def _backend(
    benchmark: Benchmark,
    base_url: str,
    *,
    key: str | None = None,
    patience: RetryPolicy = QUICK,
    maximum_tokens: int = 512,
) -> OpenAIBackend:
    model = ServedModel(name="stub", base_url=base_url, key=key)
    limits = SentParameters(maximum_tokens=maximum_tokens, temperature=0)
    return OpenAIBackend(benchmark, model, limits, patience=patience)


def _asked_of(
    benchmark: Benchmark,
    behaviour: Behaviour,
    *,
    setting: str = "none",
    key: str | None = None,
    patience: RetryPolicy = QUICK,
    maximum_tokens: int = 512,
) -> tuple[dict[str, Response], list[ChatRequest]]:
    with model_server(behaviour) as server:
        backend = _backend(
            benchmark,
            server.base_url,
            key=key,
            patience=patience,
            maximum_tokens=maximum_tokens,
        )
        responses = list(backend.answer(requests_of(benchmark, setting=setting)))
        assert len({r.question_id for r in responses}) == len(responses)
        return {r.question_id: r for r in responses}, server.asked


def _first(failures: int, failure: Reply) -> Callable[[ChatRequest], Reply]:
    return lambda asked: failure if asked.number < failures else Reply("B")


def test_every_question_is_asked_once_with_its_image(benchmark: Benchmark) -> None:
    responses, asked = _asked_of(
        benchmark, KnowsKeys(twelve_questions(), accuracy=1), key="secret"
    )
    assert len(responses) == len(asked) == 8
    for request in asked:
        assert request.headers["Authorization"] == "Bearer secret"
        assert request.body["temperature"] == 0
        assert request.body["max_tokens"] == 512
        (picture,) = request.images
        sent = base64.b64decode(picture.split(",")[1])
        assert f"images/{hashlib.sha256(sent).hexdigest()}.png" in {
            image.path for q in benchmark.questions for image in q.images
        }
    response = responses["q-004"]
    assert response.prompt.startswith("<image ")
    assert "data:image" not in response.prompt
    assert (response.attempts, response.error) == (1, None)
    assert response.prompt_tokens is not None
    assert response.prompt_tokens > 10
    assert response.completion_tokens is not None


def test_text_only_sends_no_image_and_its_own_limit(benchmark: Benchmark) -> None:
    _, asked = _asked_of(
        benchmark, lambda _: Reply("B"), setting="text-only", maximum_tokens=32
    )
    assert all(request.images == [] for request in asked)
    assert {request.body["max_tokens"] for request in asked} == {32}
    assert all("Authorization" not in request.headers for request in asked)


@pytest.mark.parametrize(
    "failure",
    [
        Reply("slow down", status=429),
        Reply("slow down", status=429, headers={"Retry-After": "0"}),
        Reply("slow down", status=429, headers={"Retry-After": "soon"}),
        Reply("busy", status=503, headers={"Retry-After": "0"}),
        Reply("broken", status=500),
        Reply("late", status=504),
    ],
)
def test_what_passes_is_tried_again(benchmark: Benchmark, failure: Reply) -> None:
    responses, asked = _asked_of(benchmark, _first(3, failure))
    assert all(r.text == "B" and r.error is None for r in responses.values())
    assert sum(r.attempts for r in responses.values()) == len(asked) == 8 + 3


@pytest.mark.parametrize("failure", [b"{not json", b'{"choices": []}', b"<html>"])
def test_an_answer_that_cannot_be_read_is_asked_for_once_more(
    benchmark: Benchmark, failure: bytes
) -> None:
    responses, asked = _asked_of(benchmark, _first(1, Reply(raw=failure)))
    assert all(r.text == "B" and r.error is None for r in responses.values())
    assert len(asked) == 8 + 1


@pytest.mark.parametrize(
    ("failure", "kind", "attempts"),
    [
        (Reply("broken", status=500), "server", 4),
        (Reply(raw=b"<html>"), "unreadable", 2),
        (Reply("late", status=408), "timeout", 4),
    ],
)
def test_what_stays_is_an_error_of_its_kind(
    benchmark: Benchmark, failure: Reply, kind: str, attempts: int
) -> None:
    responses, asked = _asked_of(benchmark, lambda _: failure)
    for response in responses.values():
        assert response.text is None
        assert response.error is not None
        assert response.error.kind == kind
        assert response.attempts == attempts
    assert len(asked) == 8 * attempts


def test_a_bad_request_is_not_repeated(benchmark: Benchmark) -> None:
    failure = Reply("picture too large", status=400)
    responses, asked = _asked_of(benchmark, _first(1, failure))
    assert len(asked) == 8
    (error,) = [r.error for r in responses.values() if r.error is not None]
    assert error.kind == "bad_request"
    assert "picture too large" in error.detail


def test_a_server_that_does_not_answer_in_time(benchmark: Benchmark) -> None:
    never = threading.Event()
    patience = RetryPolicy(concurrency=8, timeout=0.1, attempts=1)
    try:
        responses, _ = _asked_of(
            benchmark,
            lambda asked: Reply(wait_for=never if asked.number == 0 else None),
            patience=patience,
        )
    finally:
        never.set()
    kinds = [r.error.kind for r in responses.values() if r.error is not None]
    assert kinds.count("timeout") >= 1
    assert len(responses) == 8


NO_CREDIT = "no credit or quota left.*Add credit"
REFUSED = "refused the key.*Correct the key"


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (401, "who are you", REFUSED),
        (403, "not for you", REFUSED),
        (402, '{"error": {"message": "Insufficient Balance"}}', NO_CREDIT),
        (429, '{"error": {"code": "insufficient_quota"}}', NO_CREDIT),
        (429, '{"error": {"type": "exceeded_current_quota_error"}}', NO_CREDIT),
        (400, "Your credit balance is too low to access the API.", NO_CREDIT),
        (403, '{"message": "账户余额不足"}', NO_CREDIT),
        # Gateways report so what the server behind them said.
        (200, '{"error": {"code": 401, "message": "No auth"}}', REFUSED),
        (200, '{"error": {"code": "402", "message": "Pay"}, "choices": []}', NO_CREDIT),
        (200, '{"error": {"code": "insufficient_quota"}}', NO_CREDIT),
        (200, 'data: {"error": {"code": "insufficient_quota"}}\n\n', NO_CREDIT),
    ],
)
def test_a_refused_key_and_an_empty_account_end_the_run_in_the_middle(
    benchmark: Benchmark, status: int, body: str, reason: str
) -> None:
    refusal = Reply(status=status, raw=body.encode())
    seen: list[Response] = []
    with model_server(lambda a: Reply("B") if a.number < 3 else refusal) as server:
        patience = RetryPolicy(concurrency=1, backoff=0.01)
        backend = _backend(benchmark, server.base_url, patience=patience)
        with pytest.raises(BackendUnusableError, match=rf"^http.*{reason}") as stopped:
            seen.extend(backend.answer(requests_of(benchmark)))
        assert len(server.asked) == 4
    assert str(stopped.value).endswith("then continue the run.")
    assert [r.text for r in seen] == ["B"] * 3


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (
            402,
            '{"error": {"message": "Pay first.", "code": 7}}',
            "Pay first (HTTP 402)",
        ),
        (429, '{"error": {"code": "insufficient_quota"}}', "insufficient_quota (HTTP"),
        (403, '{"message": "账户余额不足。"}', "账户余额不足 (HTTP 403)"),
        (402, '{"detail": [{"loc": [], "msg": "Pay"}]}', "Pay (HTTP 402)"),
        (402, '{"error": "Pay"}', "Pay (HTTP 402)"),
        (402, "<h1>Pay</h1>", "<h1>Pay</h1> (HTTP 402)"),
        (402, '{"balance": 0}', '{"balance": 0} (HTTP 402)'),
        (402, "", "left: HTTP 402. Add credit"),
        (402, '{"error":' * 600 + "0" + "}" * 600, '{"error":'),
    ],
)
def test_a_reason_quotes_the_message_of_the_server_and_not_its_json(
    benchmark: Benchmark, status: int, body: str, said: str
) -> None:
    with model_server(lambda _: Reply(status=status, raw=body.encode())) as server:
        backend = _backend(benchmark, server.base_url)
        with pytest.raises(BackendUnusableError) as stopped:
            list(backend.answer(requests_of(benchmark)))
    assert said in str(stopped.value)


def test_an_address_that_redirects_ends_the_run_and_names_the_right_one(
    benchmark: Benchmark,
) -> None:
    moved = Reply(status=308, raw=b"", headers={"Location": "https://a.example/v1"})
    with model_server(lambda _: moved) as server:
        backend = _backend(benchmark, server.base_url)
        with pytest.raises(OtherValuesNeededError, match=r"redirects to https://a\.e"):
            list(backend.answer(requests_of(benchmark)))


def _in(seconds: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize(
    "headers",
    [
        {"Retry-After": "0.01"},
        {"Retry-After": _in(0)},
        {"retry-after-ms": "10"},
        {"retry-after-ms": "10", "Retry-After": "3000"},
        {"Retry-After": "soon"},
        {},
    ],
)
def test_waiting_for_a_rate_limit_uses_up_no_attempt(
    benchmark: Benchmark, headers: dict[str, str]
) -> None:
    limited = Reply("slow down", status=429, headers=headers)
    patience = RetryPolicy(concurrency=1, attempts=1, backoff=0.01, longest_wait=0.01)
    responses, asked = _asked_of(benchmark, _first(12, limited), patience=patience)
    assert {(r.text, r.error) for r in responses.values()} == {("B", None)}
    assert len(asked) == 8 + 12


@pytest.mark.parametrize(
    "headers",
    [{}, {"Retry-After": "0"}, {"Retry-After": "86400"}, {"Retry-After": _in(86400)}],
)
def test_waiting_for_a_rate_limit_has_an_end(
    benchmark: Benchmark, headers: dict[str, str]
) -> None:
    limited = Reply("slow down", status=429, headers=headers)
    patience = RetryPolicy(
        concurrency=4, backoff=0.01, longest_wait=0.02, rate_limit=0.1, failures=100
    )
    responses, _ = _asked_of(benchmark, lambda _: limited, patience=patience)
    kinds = {r.error and r.error.kind for r in responses.values()}
    assert (len(responses), kinds) == (8, {"rate_limited"})


def test_a_cancelled_run_does_not_wait_for_a_rate_limit(benchmark: Benchmark) -> None:
    limited = Reply("slow down", status=429, headers={"Retry-After": "3000"})
    with model_server(lambda _: limited) as server:
        backend = OpenAIBackend(
            benchmark,
            ServedModel(name="stub", base_url=server.base_url),
            SentParameters(maximum_tokens=512, temperature=0),
            patience=RetryPolicy(),
            cancelled=lambda: bool(server.asked),
        )
        assert list(backend.answer(requests_of(benchmark))) == []
        assert server.asked


def test_an_unknown_model_ends_the_run(benchmark: Benchmark) -> None:
    with pytest.raises(BackendUnusableError, match="has no model 'stub'"):
        _asked_of(benchmark, lambda _: Reply("no such model", status=404))


def test_nobody_at_the_address_ends_the_run_in_a_sentence(
    benchmark: Benchmark,
) -> None:
    with model_server(lambda _: Reply()) as server:
        base_url = server.base_url
    backend = _backend(benchmark, base_url)
    sentence = f"No model server responds at {base_url}: Connection refused. Start it"
    with pytest.raises(BackendUnusableError, match=re.escape(sentence)):
        list(backend.answer(requests_of(benchmark)))


def test_with_nothing_to_ask_no_server_is_needed(benchmark: Benchmark) -> None:
    assert list(_backend(benchmark, "http://127.0.0.1:9/v1").answer([])) == []


def test_a_server_that_goes_away_ends_the_run_and_keeps_what_it_said(
    benchmark: Benchmark,
) -> None:
    with ExitStack() as stack:
        once = Reply("B", headers={"Connection": "close"})
        server = stack.enter_context(model_server(lambda _: once))
        patience = RetryPolicy(
            concurrency=1, timeout=5, attempts=2, backoff=0.01, failures=5
        )
        backend = _backend(benchmark, server.base_url, patience=patience)
        answers = backend.answer(requests_of(benchmark) * 4)
        seen = [next(answers)]
        stack.close()
        with pytest.raises(
            BackendUnusableError, match=r"5 questions in a row failed.*refused"
        ):
            seen.extend(answers)
    assert [r.text for r in seen if r.error is None].count("B") >= 1


def test_a_server_that_is_still_loading_is_waited_for(benchmark: Benchmark) -> None:
    """llama.cpp and vLLM answer 503 until the model is there."""
    with model_server(lambda _: Reply("B")) as server:
        server.loading_for = 3
        backend = _backend(benchmark, server.base_url)
        responses = list(backend.answer(requests_of(benchmark)))
    assert [(r.text, r.attempts) for r in responses] == [("B", 1)] * 8


def test_a_server_that_stays_loading_ends_the_run(benchmark: Benchmark) -> None:
    with model_server(lambda _: Reply("B")) as server:
        server.loading_for = 10**6
        patience = RetryPolicy(attempts=1, backoff=0.01, start=0.05)
        backend = _backend(benchmark, server.base_url, patience=patience)
        with pytest.raises(
            BackendUnusableError, match="still not ready after 0 seconds"
        ):
            list(backend.answer(requests_of(benchmark)))
        assert server.asked == []


@pytest.mark.parametrize("answered", [0, 3])
def test_failures_in_a_row_end_the_run(benchmark: Benchmark, answered: int) -> None:
    """Such as a model served without its picture encoder, or taken away meanwhile."""
    failure = Reply("image input is not supported", status=400)
    patience = RetryPolicy(concurrency=2, failures=4)

    def answer(asked: ChatRequest) -> Reply:
        return Reply("B") if asked.number < answered else failure

    with model_server(answer) as server:
        backend = _backend(benchmark, server.base_url, patience=patience)
        seen: list[Response] = []
        with pytest.raises(BackendUnusableError, match=r"4 questions in a row.*imag"):
            seen.extend(backend.answer(requests_of(benchmark) * 10))
        # The call in progress beside the fourth failure is kept, too. Up to three
        # failures may arrive before the last answer, which begins a new row.
        most = answered + 5 + 3 * (answered > 0)
        assert answered + 4 <= len(seen) == len(server.asked) <= most


def test_failures_between_responses_do_not_end_the_run(benchmark: Benchmark) -> None:
    failure = Reply("picture too large", status=400)
    responses, _ = _asked_of(
        benchmark,
        lambda asked: failure if asked.number % 2 else Reply("B"),
        patience=RetryPolicy(concurrency=1, failures=2),
    )
    assert sum(r.error is not None for r in responses.values()) == 4


@pytest.mark.parametrize(
    "refusal",
    ["Unsupported: use 'max_completion_tokens'.", "max_tokens is not supported."],
)
def test_a_server_that_knows_the_limit_by_its_newer_name(
    benchmark: Benchmark, refusal: str
) -> None:
    def newer(asked: ChatRequest) -> Reply:
        if "max_tokens" in asked.body:
            return Reply(refusal, status=400)
        return Reply("B")

    responses, asked = _asked_of(benchmark, newer)
    assert {r.text for r in responses.values()} == {"B"}
    assert {r.attempts for r in responses.values()} == {1}
    limits = [request.body.get("max_completion_tokens") for request in asked]
    assert limits.count(512) == 8


def test_thinking_is_kept_apart_from_the_answer(benchmark: Benchmark) -> None:
    thought = {"role": "assistant", "content": "B", "reasoning_content": "Perhaps A?"}
    raw = {"choices": [{"index": 0, "message": thought, "finish_reason": "stop"}]}
    responses, _ = _asked_of(benchmark, lambda _: Reply(raw=json.dumps(raw).encode()))
    assert {(r.text, r.reasoning) for r in responses.values()} == {("B", "Perhaps A?")}
    assert {r.prompt_tokens for r in responses.values()} == {None}


def test_a_request_that_the_server_gave_up_is_repeated(benchmark: Benchmark) -> None:
    responses, asked = _asked_of(benchmark, _first(2, Reply("", finish_reason="abort")))
    assert {r.text for r in responses.values()} == {"B"}
    repeated = [kind for r in responses.values() for kind in r.retried]
    assert repeated == ["server", "server"]
    assert len(asked) == 10


def test_refusal_and_cut_off_are_kept_as_the_server_says(
    benchmark: Benchmark,
) -> None:
    responses, _ = _asked_of(
        benchmark,
        lambda asked: (
            Reply(refusal="I will not.")
            if asked.number == 0
            else Reply("The picture", finish_reason="length")
        ),
    )
    said = sorted((r.text, r.finish_reason) for r in responses.values())
    assert said[0] == ("I will not.", "refusal")
    assert set(said[1:]) == {("The picture", "length")}


def test_no_more_calls_at_once_than_allowed(benchmark: Benchmark) -> None:
    with model_server(lambda _: Reply("B")) as server:
        patience = RetryPolicy(concurrency=2)
        backend = _backend(benchmark, server.base_url, patience=patience)
        assert len(list(backend.answer(requests_of(benchmark)))) == 8
        assert server.most_at_once <= 2


def test_closing_stops_asking(benchmark: Benchmark) -> None:
    with model_server(lambda _: Reply("B")) as server:
        patience = RetryPolicy(concurrency=1)
        requests = requests_of(benchmark) * 50
        answers = iter(
            _backend(benchmark, server.base_url, patience=patience).answer(requests)
        )
        next(answers)
        answers.close()  # type: ignore[attr-defined]
        count = len(server.asked)
        assert count < len(requests)


def test_the_pace_doubles_until_the_first_overload() -> None:
    pace = ConcurrencyLimit(maximum=64, start=4)
    for _ in range(12):
        pace.report_success()
    assert pace.limit == 16


def test_the_pace_halves_once_for_one_overload_and_rises_slowly() -> None:
    pace = ConcurrencyLimit(maximum=16, start=16)
    with pace.hold_slot() as one, pace.hold_slot() as other:
        assert one is not None
        assert other is not None
        pace.report_overload(one)
        pace.report_overload(other)
    assert pace.limit == 8
    for _ in range(8):
        pace.report_success()
    assert pace.limit == 8
    pace.report_success()
    assert pace.limit == 9
    for _ in range(10):
        with pace.hold_slot() as token:
            assert token is not None
            pace.report_overload(token)
    assert pace.limit == 1
    for _ in range(1000):
        pace.report_success()
    assert pace.limit == 16


def test_a_retry_after_date_is_understood(benchmark: Benchmark) -> None:
    past = format_datetime(datetime.now(UTC) - timedelta(hours=1), usegmt=True)
    failure = Reply("slow down", status=429, headers={"Retry-After": past})
    responses, _ = _asked_of(benchmark, _first(1, failure))
    assert sorted(r.attempts for r in responses.values()) == [*[1] * 7, 2]
    assert all(r.error is None for r in responses.values())


def test_retry_after_holds_back_every_call(benchmark: Benchmark) -> None:
    """After a 429 the next request of any thread waits for the named time."""
    failure = Reply("slow down", status=429, headers={"Retry-After": "0.3"})
    patience = RetryPolicy(concurrency=1, attempts=2)
    responses, _ = _asked_of(benchmark, _first(1, failure), patience=patience)
    waited = [r for r in responses.values() if r.attempts == 2]
    assert [r.seconds >= 0.3 for r in waited] == [True]
