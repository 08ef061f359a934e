"""Parsing of OpenAI-compatible responses: completions, failures and retry delays."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from evaluation.runner.errors import BackendUnusableError
from evaluation.runner.records import CallError, ErrorKind
from workflow.domain.texts import _

_DETAIL_LIMIT = 500


class CallFailedError(Exception):
    """Call without a completion; ``retry_after`` is the server's delay in seconds."""

    def __init__(
        self, kind: ErrorKind, detail: str, *, retry_after: float | None = None
    ) -> None:
        super().__init__(detail)
        self.error = CallError(kind=kind, detail=detail[:_DETAIL_LIMIT])
        self.retry_after = retry_after


def read_completion(answer: httpx.Response) -> Mapping[str, Any]:
    """Return the response-record fields of a completion. Raises CallFailedError."""
    try:
        data = answer.json()
        choice = data["choices"][0]
        message = choice["message"]
        usage = data.get("usage") or {}
        finish_reason = choice.get("finish_reason")
        text = _message_text(message.get("content"))
        if not text and message.get("refusal"):
            text, finish_reason = str(message["refusal"]), "refusal"
        # vLLM uses "reasoning"; older vLLM, SGLang and llama.cpp use
        # "reasoning_content".
        reasoning = message.get("reasoning_content") or message.get("reasoning")
        fields = {
            "text": text,
            "finish_reason": finish_reason,
            "error": None,
            "reasoning": reasoning if isinstance(reasoning, str) else None,
            "prompt_tokens": usage.get("prompt_tokens"),
            "completion_tokens": usage.get("completion_tokens"),
        }
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        detail = f"no chat completion ({error!r}): {answer.text[:200]}"
        raise CallFailedError("server", detail) from error
    if finish_reason in {"abort", "error"}:
        # SGLang and vLLM report a request that they aborted with status 200.
        raise CallFailedError("server", f"the server gave up: {answer.text[:200]}")
    return fields


def response_error(
    answer: httpx.Response, *, address: str, model: str, longest_wait: float
) -> CallFailedError | BackendUnusableError:
    """Return the exception for a response with a status other than 200."""
    status = answer.status_code
    detail = f"HTTP {status}: {answer.text.strip()}"
    if status in {401, 403}:
        return BackendUnusableError(
            _(
                "{address} refused the key: {detail}",
                address=address,
                detail=detail[:200],
            )
        )
    if status == httpx.codes.NOT_FOUND:
        return BackendUnusableError(
            _(
                "{address} has no model {model!r} or no chat completions "
                "(the address of most servers ends with /v1): {detail}",
                address=address,
                model=model,
                detail=detail[:200],
            )
        )
    if status == httpx.codes.TOO_MANY_REQUESTS or (
        status == httpx.codes.SERVICE_UNAVAILABLE and "retry-after" in answer.headers
    ):
        wait = _retry_after(answer.headers.get("retry-after"), longest=longest_wait)
        return CallFailedError("rate_limited", detail, retry_after=wait)
    if status in {408, 504}:
        return CallFailedError("timeout", detail)
    if status >= httpx.codes.INTERNAL_SERVER_ERROR:
        return CallFailedError("server", detail)
    return CallFailedError("bad_request", detail)


def connection_error_text(error: httpx.TransportError | httpx.InvalidURL) -> str:
    """Return the cause of a failed connection in words, without numbers or classes."""
    words = str(error).rpartition("] ")[2].strip()
    return words or type(error).__name__


def _message_text(content: object) -> str:
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content)
    return content if isinstance(content, str) else ""


def _retry_after(value: str | None, *, longest: float) -> float | None:
    """Return the seconds of a Retry-After header: number or date (RFC 9110 §10.2.3)."""
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
