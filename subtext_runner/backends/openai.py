"""Backend for OpenAI-compatible servers: vLLM, SGLang, llama.cpp and hosted models."""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import httpx

from core.domain.texts import _
from subtext_runner.backends.asking import (
    FAILURES_IN_A_ROW,
    FailureWatch,
    ask_in_parallel,
)
from subtext_runner.backends.base import PromptRequest, SentParameters
from subtext_runner.backends.completions import (
    CallFailedError,
    completion_fields,
    connection_error_text,
    read_completion,
    reported_error,
    response_error,
)
from subtext_runner.backends.pacing import ConcurrencyLimit
from subtext_runner.backends.received import (
    LARGEST,
    ReceivedResponse,
    TooLargeError,
    read_received,
)
from subtext_runner.backends.refusals import refusal_error, refused_parameter
from subtext_runner.backends.streams import close_at_deadline, is_stream, join_stream
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import BackendUnusableError, UnreadableImageError
from subtext_runner.parameters import TOKENS_FIELDS
from subtext_runner.prompts import chat_messages
from subtext_runner.records import CallError, ErrorKind, Response

_AGAIN: frozenset[ErrorKind] = frozenset(
    {"rate_limited", "timeout", "server", "connection", "unreadable"}
)
_EMPTY_FOR_A_REASON = {"content_filter", "length"}
_STARTING = {502, 503}
_USAGE = "stream_options"
_OLDER_LIMIT, _NEWER_LIMIT = TOKENS_FIELDS


@dataclass(frozen=True)
class RetryPolicy:
    """Limits of retries and waiting; times are in seconds."""

    concurrency: int = 32
    timeout: float = 120
    """Total time of an answer, unless the run has its own."""
    attempts: int = 6
    backoff: float = 1
    """Maximum of the first wait; doubles each time, drawn uniformly from 0 (full
    jitter)."""
    longest_wait: float = 60
    rate_limit: float = 3600
    """How long a question waits for a rate limit in all, which uses up no attempt."""
    failures: int = FAILURES_IN_A_ROW
    """Failed questions in a row after which the run stops."""
    start: float = 300
    """How long to wait for a server that reports that it is still loading its model."""


@dataclass(frozen=True)
class ServedModel:
    """Name, address, key and revision of a served model."""

    name: str
    base_url: str
    key: str | None = None
    revision: str | None = None


class OpenAIBackend:
    """Backend that calls a served model, as often at once as the model can take."""

    report_details: Mapping[str, str | int | float] = {}

    def __init__(
        self,
        benchmark: Benchmark,
        model: ServedModel,
        limits: SentParameters,
        *,
        patience: RetryPolicy,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self._benchmark = benchmark
        self._model = model
        self._limits = limits
        self._patience = patience
        self._cancelled = cancelled
        self._seconds = limits.seconds or patience.timeout
        self._limit_name = limits.tokens_field or _OLDER_LIMIT
        self._asks_usage = True

    @property
    def cache_scope(self) -> str | None:
        """The address if the revision is known; None otherwise."""
        return self._model.base_url if self._model.revision else None

    def answer(self, requests: Iterable[PromptRequest]) -> Iterator[Response]:
        """See ``Backend``.

        A refused key, an empty account, a wrong address, an unknown model and several
        failures in a row end the run.
        """
        waiting = iter(requests)
        first = next(waiting, None)
        if first is None:
            return  # nothing is left to ask: the server may be gone by now
        pace = ConcurrencyLimit(maximum=self._patience.concurrency)
        headers = {}
        if self._model.key:
            headers["Authorization"] = f"Bearer {self._model.key}"
        connections = self._patience.concurrency
        with httpx.Client(
            base_url=self._model.base_url.rstrip("/") + "/",
            headers=headers,
            timeout=httpx.Timeout(self._seconds, connect=10),
            limits=httpx.Limits(
                max_connections=connections, max_keepalive_connections=connections
            ),
        ) as client:
            self._find(client)
            yield from ask_in_parallel(
                chain([first], waiting),
                lambda request: self._ask(request, pace, client),
                threads=max(1, self._patience.concurrency),
                stop=pace.stop,
                cancelled=self._cancelled,
                failures=FailureWatch(self._patience.failures),
            )

    def _find(self, client: httpx.Client) -> None:
        """Wait until the server responds. Raises BackendUnusableError if it does not.

        Not every server lists its models: any response but "still loading" will do.
        """
        address = self._model.base_url
        until = time.monotonic() + self._patience.start
        attempt = 1
        while True:
            try:
                answer = self._models(client)
            except TooLargeError:
                return
            except (httpx.TimeoutException, httpx.DecodingError):
                return
            except (httpx.RequestError, httpx.InvalidURL) as error:
                if attempt >= self._patience.attempts:
                    raise BackendUnusableError(
                        _(
                            "No model server responds at {address}: {error}. "
                            "Start it or correct the address, then continue the run.",
                            address=address,
                            error=connection_error_text(error),
                        )
                    ) from error
                time.sleep(self._wait(attempt))
                attempt += 1
                continue
            if answer.status == httpx.codes.UNAUTHORIZED:
                raise self._failure(answer)
            if answer.status not in _STARTING:
                return
            if time.monotonic() >= until:
                raise BackendUnusableError(
                    _(
                        "The model server at {address} was still not ready after "
                        "{start:.0f} seconds: {text}",
                        address=address,
                        start=self._patience.start,
                        text=answer.error_message[:200],
                    )
                )
            time.sleep(min(2, self._patience.backoff))

    def _models(self, client: httpx.Client) -> ReceivedResponse:
        until = time.monotonic() + self._patience.timeout
        with (
            client.stream("GET", "models", timeout=self._patience.timeout) as answer,
            close_at_deadline(answer, until),
        ):
            return read_received(answer)

    def _ask(
        self, request: PromptRequest, pace: ConcurrencyLimit, client: httpx.Client
    ) -> Response | None:
        """Return the response after all attempts; None if calls were stopped."""
        began = time.monotonic()
        try:
            messages = chat_messages(
                request.prompt, self._benchmark, self._limits.image_limit
            )
        except UnreadableImageError as error:
            failed_image = CallError(kind="generation", detail=str(error))
            return request.make_response(error=failed_image, attempts=0)
        response = request.make_response(attempts=0)
        retried: list[ErrorKind] = []
        calls = attempt = limited = 0
        limited_until: float | None = None
        while True:
            with pace.hold_slot() as token:
                if token is None:
                    return None
                calls += 1
                failed: CallFailedError | None = None
                answered: Mapping[str, Any] = {}
                try:
                    answered = self._call(client, messages)
                except CallFailedError as caught:
                    failed = caught
                counted = {
                    "attempts": calls,
                    "retried": tuple(retried),
                    "seconds": round(time.monotonic() - began, 3),
                }
                if failed is None:
                    pace.report_success()
                    response = request.make_response(**answered, **counted)
                    if _may_be_a_fault(response) and "empty" not in retried:
                        retried.append("empty")
                        continue
                    return response
                response = request.make_response(error=failed.error, **counted)
                kind = failed.error.kind
                if kind not in _AGAIN:
                    return response
                if kind == "rate_limited":
                    limited += 1
                    delay = failed.retry_after or self._wait(limited)
                    now = time.monotonic()
                    limited_until = limited_until or now + self._patience.rate_limit
                    gives_up = now + delay > limited_until
                else:
                    attempt += 1
                    delay = self._wait(attempt)
                    gives_up = failed.may_be_paid or attempt >= self._patience.attempts
                    # Each answer of the model may be paid: ask for another one once.
                    gives_up = gives_up or (kind == "unreadable" and kind in retried)
                pause = 0 if gives_up else failed.retry_after or 0
                pace.report_overload(token, pause=pause)
                if gives_up:
                    return response
                retried.append(kind)
            if not pause:
                pace.sleep(delay)

    def _wait(self, attempt: int) -> float:
        longest = self._patience.backoff * 2 ** (attempt - 1)
        return random.uniform(0, min(longest, self._patience.longest_wait))  # noqa: S311

    def _call(
        self, client: httpx.Client, messages: list[dict[str, object]]
    ) -> Mapping[str, Any]:
        body = {
            "model": self._model.name,
            "messages": messages,
            self._limit_name: self._limits.maximum_tokens,
            **sent_parameters(self._limits),
        }
        if self._limits.stream and self._asks_usage:
            body[_USAGE] = {"include_usage": True}
        answer = self._post(client, body)
        if answer.is_answer:
            completion = (
                join_stream(answer.content)
                if is_stream(answer)
                else read_completion(answer)
            )
            if reported := reported_error(completion):
                status, text = reported
                answer = replace(answer, status=status, content=text.encode())
            else:
                return completion_fields(completion, beginning=answer.text[:200])
        refused = refused_parameter(answer, [*body][2:])  # after model and messages
        knows_newer = refused == _OLDER_LIMIT or (
            answer.status == httpx.codes.BAD_REQUEST and _NEWER_LIMIT in answer.text
        )
        is_free = self._limits.tokens_field is None and _NEWER_LIMIT not in body
        if knows_newer and is_free:
            # OpenAI's newer models accept the token limit only under this name.
            self._limit_name = _NEWER_LIMIT
            return self._call(client, messages)
        if refused == _USAGE:
            # Some servers stream, but count no tokens: the answer is the same.
            self._asks_usage = False
            return self._call(client, messages)
        if refused is not None:
            raise refusal_error(answer, refused, address=self._model.base_url)
        raise self._failure(answer)

    def _post(self, client: httpx.Client, body: Mapping[str, Any]) -> ReceivedResponse:
        """Return the response, received whole within the total time of an answer.

        A call is only repeated while nothing can have been paid for it: a refused or
        broken connection, but no answer that took too long or was cut off.
        """
        until = time.monotonic() + self._seconds
        is_answering = False
        try:
            with client.stream("POST", "chat/completions", json=body) as answer:
                is_answering = answer.is_success
                with close_at_deadline(answer, until):
                    received = read_received(answer)
        except TooLargeError as error:
            detail = f"the answer is larger than {LARGEST // 2**20} MB"
            raise CallFailedError("unreadable", detail, may_be_paid=True) from error
        except (httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            detail = "no connection in time"
            raise CallFailedError("timeout", detail) from error
        except httpx.TimeoutException as error:
            raise self._took_too_long() from error
        except httpx.DecodingError as error:
            detail = f"the server's response cannot be decoded: {error}"
            kind: ErrorKind = "unreadable" if is_answering else "server"
            raise CallFailedError(kind, detail) from error
        except (httpx.RequestError, httpx.InvalidURL) as error:
            if time.monotonic() >= until:
                raise self._took_too_long() from error
            detail = connection_error_text(error)
            raise CallFailedError(
                "connection", detail, may_be_paid=is_answering
            ) from error
        if time.monotonic() >= until:
            raise self._took_too_long()
        return received

    def _took_too_long(self) -> CallFailedError:
        detail = f"no complete answer within {self._seconds:g} seconds"
        return CallFailedError("timeout", detail, may_be_paid=True)

    def _failure(
        self, answer: ReceivedResponse
    ) -> CallFailedError | BackendUnusableError:
        return response_error(
            answer,
            address=self._model.base_url,
            model=self._model.name,
        )


def _may_be_a_fault(response: Response) -> bool:
    """Whether the response is empty although nothing in it says why."""
    explained = response.reasoning or response.finish_reason in _EMPTY_FOR_A_REASON
    return response.is_empty and not explained


def sent_parameters(limits: SentParameters) -> dict[str, Any]:
    """Return the fields of a request besides model, messages and maximum of tokens."""
    sent = {
        "temperature": limits.temperature,
        "top_p": limits.top_p,
        # A seed repeats a run only as far as the server supports it.
        "seed": limits.seed if limits.temperature else None,
        "reasoning_effort": limits.reasoning_effort,
        "stream": limits.stream or None,
    }
    return {
        **(limits.extra_body or {}),
        **{name: value for name, value in sent.items() if value is not None},
    }
