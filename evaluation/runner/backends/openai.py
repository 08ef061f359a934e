"""Backend for OpenAI-compatible servers: vLLM, SGLang, llama.cpp and hosted models."""

import random
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

import httpx

from evaluation.runner.backends.asking import ask_in_parallel
from evaluation.runner.backends.base import Limits, Request
from evaluation.runner.backends.completions import (
    CallFailedError,
    connection_error_text,
    read_completion,
    response_error,
)
from evaluation.runner.backends.pacing import ConcurrencyLimit
from evaluation.runner.benchmark import Benchmark
from evaluation.runner.errors import BackendUnusableError
from evaluation.runner.prompts import chat_messages
from evaluation.runner.records import ErrorKind, Response
from workflow.domain.texts import _

_AGAIN: frozenset[ErrorKind] = frozenset(
    {"rate_limited", "timeout", "server", "connection"}
)
_STARTING = {502, 503}
_NEWER_LIMIT = "max_completion_tokens"


@dataclass(frozen=True)
class RetryPolicy:
    """Limits of retries and waiting; times are in seconds."""

    concurrency: int = 32
    timeout: float = 120
    attempts: int = 6
    backoff: float = 1
    """Maximum of the first wait; doubles each time, drawn uniformly from 0 (full
    jitter)."""
    longest_wait: float = 60
    longest_retry_after: float = 600
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

    details: Mapping[str, str | int | float] = {}

    def __init__(
        self,
        benchmark: Benchmark,
        model: ServedModel,
        limits: Limits,
        *,
        patience: RetryPolicy,
    ) -> None:
        self._benchmark = benchmark
        self._model = model
        self._limits = limits
        self._patience = patience
        self._limit_name = "max_tokens"

    @property
    def scope(self) -> str | None:
        """The address if the revision is known; None otherwise."""
        return self._model.base_url if self._model.revision else None

    def answer(self, requests: Iterable[Request]) -> Iterator[Response]:
        """See ``Backend``. A wrong key or address and an unknown model end the run."""
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
            timeout=httpx.Timeout(self._patience.timeout, connect=10),
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
                answer = client.get("models")
            except httpx.TimeoutException:
                return
            except (httpx.TransportError, httpx.InvalidURL) as error:
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
            if answer.status_code == httpx.codes.UNAUTHORIZED:
                raise self._failure(answer)
            if answer.status_code not in _STARTING:
                return
            if time.monotonic() >= until:
                raise BackendUnusableError(
                    _(
                        "The model server at {address} was still not ready after "
                        "{start:.0f} seconds: {text}",
                        address=address,
                        start=self._patience.start,
                        text=answer.text.strip()[:200],
                    )
                )
            time.sleep(min(2, self._patience.backoff))

    def _ask(
        self, request: Request, pace: ConcurrencyLimit, client: httpx.Client
    ) -> Response | None:
        """Return the response after all attempts; None if calls were stopped."""
        began = time.monotonic()
        messages = chat_messages(request.prompt, self._benchmark)
        response = request.response(attempts=0)
        retried: list[ErrorKind] = []
        for attempt in range(1, self._patience.attempts + 1):
            with pace.turn() as token:
                if token is None:
                    return None
                failed: CallFailedError | None = None
                answered: Mapping[str, Any] = {}
                try:
                    answered = self._call(client, messages)
                except CallFailedError as caught:
                    failed = caught
                counted = {
                    "attempts": attempt,
                    "retried": tuple(retried),
                    "seconds": round(time.monotonic() - began, 3),
                }
                if failed is None:
                    pace.succeeded()
                    return response.model_copy(update={**answered, **counted})
                response = response.model_copy(
                    update={"error": failed.error, **counted}
                )
                if failed.error.kind not in _AGAIN:
                    break
                retried.append(failed.error.kind)
                pace.overloaded(token, pause=failed.retry_after or 0)
            if attempt < self._patience.attempts and failed.retry_after is None:
                pace.sleep(self._wait(attempt))
        return response

    def _wait(self, attempt: int) -> float:
        longest = self._patience.backoff * 2 ** (attempt - 1)
        return random.uniform(0, min(longest, self._patience.longest_wait))  # noqa: S311

    def _call(
        self, client: httpx.Client, messages: list[dict[str, object]]
    ) -> Mapping[str, Any]:
        body = {
            "model": self._model.name,
            "messages": messages,
            "temperature": self._limits.temperature,
            self._limit_name: self._limits.maximum_tokens,
        }
        if self._limits.temperature:
            # A seed repeats a run only as far as the server supports it.
            body |= {"top_p": self._limits.top_p, "seed": self._limits.seed}
        try:
            answer = client.post("chat/completions", json=body)
        except httpx.TimeoutException as error:
            detail = f"no response within {self._patience.timeout:g} seconds"
            raise CallFailedError("timeout", detail) from error
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise CallFailedError("connection", connection_error_text(error)) from error
        if answer.status_code == httpx.codes.OK:
            return read_completion(answer)
        if (
            answer.status_code == httpx.codes.BAD_REQUEST
            and _NEWER_LIMIT in answer.text
            and _NEWER_LIMIT not in body
        ):
            # OpenAI's newer models accept the token limit only under this name.
            self._limit_name = _NEWER_LIMIT
            return self._call(client, messages)
        raise self._failure(answer)

    def _failure(
        self, answer: httpx.Response
    ) -> CallFailedError | BackendUnusableError:
        return response_error(
            answer,
            address=self._model.base_url,
            model=self._model.name,
            longest_wait=self._patience.longest_retry_after,
        )
