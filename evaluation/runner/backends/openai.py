"""Models behind an OpenAI-compatible server: vLLM, SGLang, llama.cpp, hosted ones."""

import queue
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from evaluation.runner.backends.pacing import Pace
from evaluation.runner.benchmark import Benchmark, Question
from evaluation.runner.errors import BackendUnusable
from evaluation.runner.prompts import Prompt, build_prompt, chat_messages
from evaluation.runner.records import CallError, ErrorKind, Response
from projects.domain.protocol.publication import Setting

_AGAIN: frozenset[ErrorKind] = frozenset(
    {"rate_limited", "timeout", "server", "connection"}
)
_DETAIL_LIMIT = 500
_UNREACHABLE_AFTER = 5
"""So many questions in a row without a connection, and the server is taken for gone."""


@dataclass(frozen=True)
class Patience:
    """How hard to try. Seconds."""

    concurrency: int = 16
    timeout: float = 120
    attempts: int = 6
    backoff: float = 1
    """Longest first wait; doubles each time, drawn evenly from 0 (full jitter)."""
    longest_wait: float = 60
    longest_retry_after: float = 600


@dataclass(frozen=True)
class ServedModel:
    """Which model, where and with which key."""

    name: str
    base_url: str
    key: str | None = None
    temperature: float = 0


class _CallFailed(Exception):
    def __init__(
        self, kind: ErrorKind, detail: str, *, retry_after: float | None = None
    ) -> None:
        super().__init__(detail)
        self.error = CallError(kind=kind, detail=detail[:_DETAIL_LIMIT])
        self.retry_after = retry_after


class OpenAIBackend:
    """Asks a served model, as many questions at once as it bears."""

    def __init__(
        self,
        benchmark: Benchmark,
        setting: Setting,
        model: ServedModel,
        *,
        seed: int,
        patience: Patience,
    ) -> None:
        self._benchmark = benchmark
        self._setting = setting
        self._model = model
        self._seed = seed
        self._patience = patience

    def answer(self, questions: Iterable[Question]) -> Iterator[Response]:
        """See ``Backend``. A wrong key or address and an unknown model are fatal."""
        asking = _Asking(self._ask, questions, self._patience)
        headers = {}
        if self._model.key:
            headers["Authorization"] = f"Bearer {self._model.key}"
        with httpx.Client(
            base_url=self._model.base_url.rstrip("/") + "/",
            headers=headers,
            timeout=httpx.Timeout(self._patience.timeout, connect=10),
            limits=httpx.Limits(max_connections=self._patience.concurrency),
        ) as client:
            yield from asking.responses(client)

    def _ask(
        self, question: Question, pace: Pace, client: httpx.Client
    ) -> Response | None:
        """The response after all attempts; None when asking was stopped between."""
        prompt = build_prompt(self._benchmark, question, self._setting, seed=self._seed)
        began = time.monotonic()
        response = Response(question_id=question.id, prompt=prompt.record, attempts=0)
        for attempt in range(1, self._patience.attempts + 1):
            with pace.turn() as token:
                if token is None:
                    return None
                failure: _CallFailed | None = None
                answered: Mapping[str, Any] = {}
                try:
                    answered = self._call(client, prompt)
                except _CallFailed as caught:
                    failure = caught
                seconds = round(time.monotonic() - began, 3)
                if failure is None:
                    pace.succeeded()
                    return response.model_copy(
                        update={**answered, "attempts": attempt, "seconds": seconds}
                    )
                response = response.model_copy(
                    update={
                        "error": failure.error,
                        "attempts": attempt,
                        "seconds": seconds,
                    }
                )
                if failure.error.kind not in _AGAIN:
                    break
                pace.overloaded(token, pause=failure.retry_after or 0)
            if attempt < self._patience.attempts and failure.retry_after is None:
                pace.sleep(self._wait(attempt))
        return response

    def _wait(self, attempt: int) -> float:
        longest = self._patience.backoff * 2 ** (attempt - 1)
        return random.uniform(0, min(longest, self._patience.longest_wait))  # noqa: S311

    def _call(self, client: httpx.Client, prompt: Prompt) -> Mapping[str, Any]:
        body = {
            "model": self._model.name,
            "messages": chat_messages(prompt, self._benchmark),
            "temperature": self._model.temperature,
            "max_tokens": self._setting.maximum_tokens,
        }
        try:
            answer = client.post("chat/completions", json=body)
        except httpx.TimeoutException as error:
            raise _CallFailed("timeout", repr(error)) from error
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise _CallFailed("connection", repr(error)) from error
        if answer.status_code == httpx.codes.OK:
            return _read_completion(answer)
        raise self._failure(answer)

    def _failure(self, answer: httpx.Response) -> Exception:
        status = answer.status_code
        detail = f"HTTP {status}: {answer.text.strip()}"
        address = self._model.base_url
        if status in {401, 403}:
            return BackendUnusable(f"auth: {address} refused the key: {detail[:200]}")
        if status == httpx.codes.NOT_FOUND:
            return BackendUnusable(
                f"bad_request: {address} has no model {self._model.name!r} "
                f"or no chat completions: {detail[:200]}"
            )
        if status == httpx.codes.TOO_MANY_REQUESTS or (
            status == httpx.codes.SERVICE_UNAVAILABLE
            and "retry-after" in answer.headers
        ):
            return _CallFailed(
                "rate_limited",
                detail,
                retry_after=_retry_after(
                    answer.headers.get("retry-after"),
                    longest=self._patience.longest_retry_after,
                ),
            )
        if status in {408, 504}:
            return _CallFailed("timeout", detail)
        if status >= httpx.codes.INTERNAL_SERVER_ERROR:
            return _CallFailed("server", detail)
        return _CallFailed("bad_request", detail)


class _Asking:
    """Threads that take questions and put responses in a queue."""

    def __init__(
        self,
        ask: Callable[[Question, Pace, httpx.Client], Response | None],
        questions: Iterable[Question],
        patience: Patience,
    ) -> None:
        self._ask = ask
        self._questions = iter(questions)
        self._taking = threading.Lock()
        self._pace = Pace(maximum=patience.concurrency)
        self._threads = max(1, patience.concurrency)
        self._results: queue.SimpleQueue[Response | Exception | None] = (
            queue.SimpleQueue()
        )

    def responses(self, client: httpx.Client) -> Iterator[Response]:
        threads = [
            threading.Thread(target=self._work, args=(client,), daemon=True)
            for _ in range(self._threads)
        ]
        for thread in threads:
            thread.start()
        working = len(threads)
        patience = 1  # until the server has shown that it is there
        unreachable = 0
        try:
            while working:
                result = self._results.get()
                if result is None:
                    working -= 1
                elif isinstance(result, Exception):
                    raise result
                else:
                    yield result
                    if result.error is None or result.error.kind != "connection":
                        patience, unreachable = _UNREACHABLE_AFTER, 0
                        continue
                    unreachable += 1
                    if unreachable >= patience:
                        raise BackendUnusable(f"connection: {result.error.detail}")
        finally:
            self._pace.stop()
            for thread in threads:
                thread.join()

    def _work(self, client: httpx.Client) -> None:
        try:
            while not self._pace.stopped:
                with self._taking:
                    question = next(self._questions, None)
                if question is None:
                    break
                response = self._ask(question, self._pace, client)
                if response is not None:
                    self._results.put(response)
        except Exception as error:  # noqa: BLE001 - raised again by the reader
            self._results.put(error)
        finally:
            self._results.put(None)


def _read_completion(answer: httpx.Response) -> Mapping[str, Any]:
    """The fields of a response record that a completion holds."""
    try:
        data = answer.json()
        choice = data["choices"][0]
        message = choice["message"]
        usage = data.get("usage") or {}
        finish_reason = choice.get("finish_reason")
        text = _message_text(message.get("content"))
        if not text and message.get("refusal"):
            text, finish_reason = str(message["refusal"]), "refusal"
        return {
            "text": text,
            "finish_reason": finish_reason,
            "error": None,
            "prompt_tokens": usage.get("prompt_tokens"),
            "completion_tokens": usage.get("completion_tokens"),
        }
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        detail = f"no chat completion ({error!r}): {answer.text[:200]}"
        raise _CallFailed("server", detail) from error


def _message_text(content: object) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content)
    return content if isinstance(content, str) else ""


def _retry_after(value: str | None, *, longest: float) -> float | None:
    """Seconds named by a Retry-After header: a number or a date (RFC 9110 §10.2.3)."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            date = parsedate_to_datetime(value)
        except ValueError:
            return None
        seconds = (date - datetime.now(UTC)).total_seconds()
    return min(max(0.0, seconds), longest)
