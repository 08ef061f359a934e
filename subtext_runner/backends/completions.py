"""Parsing of OpenAI-compatible responses: completions, failures and retry delays."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import Annotated, Any

import httpx
from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from core.domain.texts import _
from subtext_runner.backends.received import ReceivedResponse, read_json
from subtext_runner.errors import BackendUnusableError, OtherValuesNeededError
from subtext_runner.records import (
    CallError,
    ErrorKind,
    FinishReason,
    ShortText,
    TokenCount,
    problems_by_field,
    storable_text,
)

_NO_CREDIT = re.compile(
    r"insufficient_quota|exceeded_current_quota|billing_hard_limit|arrearage"
    r"|insufficient[ _](balance|credits?|funds)|credit balance is too low"
    r"|余额不足|欠费",
    re.IGNORECASE,
)
"""Codes and texts of an account without credit: OpenAI, Anthropic, DeepSeek, Moonshot,
Alibaba Cloud, Zhipu. They come with status 400, 402, 403 or 429."""

_LONGEST_MESSAGE = 300
"""Characters of a server's message that are kept."""
_STATUS = re.compile("[45][0-9]{2}")


class CallFailedError(Exception):
    """Call without a completion; ``retry_after`` is the server's delay in seconds.

    A call that ``may_be_paid`` is not repeated: the model has begun to answer it.
    """

    def __init__(
        self,
        kind: ErrorKind,
        detail: str,
        *,
        retry_after: float | None = None,
        may_be_paid: bool = False,
    ) -> None:
        super().__init__(detail)
        self.error = CallError(kind=kind, detail=detail)
        self.retry_after = retry_after
        self.may_be_paid = may_be_paid


def _joined_parts(content: object) -> object:
    """Return the text of content that is a list of parts, such as text and thinking."""
    if not isinstance(content, list):
        return content
    texts = [
        part.get("text") if isinstance(part, dict) and not _is_thinking(part) else part
        for part in content
        if isinstance(part, dict | str)
    ]
    if content and not texts:
        return content  # no list of parts: the validation says so
    return "".join(text for text in texts if isinstance(text, str))


def _thinking_parts(content: object) -> str | None:
    """Return the text of the parts of content that are reasoning."""
    if not isinstance(content, list):
        return None
    texts = [
        _joined_parts(part.get("thinking") or part.get("text"))
        for part in content
        if isinstance(part, dict) and _is_thinking(part)
    ]
    return "".join(text for text in texts if isinstance(text, str)) or None


def _is_thinking(part: Mapping[str, Any]) -> bool:
    return str(part.get("type")).startswith(("thinking", "reasoning"))


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _mapping_or_empty(value: object) -> object:
    return value if isinstance(value, dict) else {}


def _first_only(value: object) -> object:
    return value[:1] if isinstance(value, list) else value


_TextOrNone = Annotated[ShortText | None, BeforeValidator(_text_or_none)]


class _Message(BaseModel):
    content: Annotated[ShortText | None, BeforeValidator(_joined_parts)] = None
    refusal: _TextOrNone = None
    # vLLM uses "reasoning"; older vLLM, SGLang and llama.cpp use "reasoning_content".
    reasoning_content: _TextOrNone = None
    reasoning: _TextOrNone = None
    thinking: Annotated[
        ShortText | None,
        Field(validation_alias="content"),
        BeforeValidator(_thinking_parts),
    ] = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: FinishReason = None


class _Usage(BaseModel):
    prompt_tokens: TokenCount = None
    completion_tokens: TokenCount = None


class ChatCompletion(BaseModel):
    """What a server may say: only the answer itself has to be as it should."""

    choices: Annotated[list[_Choice], Field(min_length=1), BeforeValidator(_first_only)]
    usage: Annotated[_Usage, BeforeValidator(_mapping_or_empty)] = _Usage()

    @property
    def record_fields(self) -> dict[str, Any]:
        """The response-record fields of the first choice."""
        choice = self.choices[0]
        message = choice.message
        refused = not message.content and message.refusal
        return {
            "text": (message.refusal if refused else message.content) or "",
            "finish_reason": "refusal" if refused else choice.finish_reason,
            "reasoning": message.reasoning_content
            or message.reasoning
            or message.thinking,
            "prompt_tokens": self.usage.prompt_tokens,
            "completion_tokens": self.usage.completion_tokens,
        }


def read_completion(answer: ReceivedResponse) -> object:
    """Return the document of a completion. Raises CallFailedError."""
    try:
        # JSON is UTF-8 (RFC 8259); bytes that are not spoil one character.
        return read_json(answer.content.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError) as error:
        raise CallFailedError(
            "unreadable", f"the server's response is not JSON: {answer.text[:200]}"
        ) from error


def completion_fields(data: object, *, beginning: str) -> Mapping[str, Any]:
    """Return the response-record fields of a completion. Raises CallFailedError.

    ``beginning`` is what the error quotes.
    """
    try:
        fields = ChatCompletion.model_validate(data).record_fields
    except ValidationError as error:
        problems = problems_by_field(error)
        raise CallFailedError(
            "unreadable",
            f"the server's response is no chat completion ({problems}): {beginning}",
        ) from error
    if fields["finish_reason"] in {"abort", "error"}:
        # SGLang and vLLM report a request that they aborted with status 200.
        raise CallFailedError("server", f"the server gave up: {beginning}")
    if fields["text"].strip() and not fields["text"].replace("\ufffd", "").strip():
        raise CallFailedError(
            "unreadable", f"the answer has no readable character: {beginning}"
        )
    return fields


def reported_error(data: object) -> tuple[int, str] | None:
    """Return status and text of an error that came with status 200; None if none did.

    Gateways report so what the server behind them said; some only name it.
    """
    error = data.get("error") if isinstance(data, dict) else None
    if not error or (isinstance(data, dict) and data.get("choices")):
        return None
    text = json.dumps(error, ensure_ascii=False)
    codes = [error.get("code"), error.get("status")] if isinstance(error, dict) else []
    statuses = [int(str(code)) for code in codes if _STATUS.fullmatch(str(code))]
    return (statuses[0] if statuses else httpx.codes.INTERNAL_SERVER_ERROR), text


def response_error(
    answer: ReceivedResponse, *, address: str, model: str
) -> CallFailedError | BackendUnusableError:
    """Return the exception for a response without a completion."""
    status = answer.status
    detail = storable_text(_failure_text(answer))
    if status == httpx.codes.PAYMENT_REQUIRED or _NO_CREDIT.search(answer.text):
        return BackendUnusableError(
            _(
                "{address} says that the account has no credit or quota left: {detail}. "
                "Add credit or raise the quota, then continue the run.",
                address=address,
                detail=detail,
            )
        )
    if httpx.codes.is_redirect(status):
        return OtherValuesNeededError(
            _(
                "{address} redirects to {location}. Use the address that answers "
                "directly, then start a new run.",
                address=address,
                location=storable_text(answer.headers.get("location") or "?")[:200],
            )
        )
    if status in {401, 403}:
        return BackendUnusableError(
            _(
                "{address} refused the key: {detail}. Correct the key of the evaluation "
                "worker or its rights, then continue the run.",
                address=address,
                detail=detail,
            )
        )
    if status == httpx.codes.NOT_FOUND:
        return BackendUnusableError(
            _(
                "{address} has no model {model!r} or no chat completions "
                "(the address of most servers ends with /v1): {detail}",
                address=address,
                model=model,
                detail=detail,
            )
        )
    if status == httpx.codes.TOO_MANY_REQUESTS or (
        status == httpx.codes.SERVICE_UNAVAILABLE and "retry-after" in answer.headers
    ):
        return CallFailedError(
            "rate_limited", detail, retry_after=_retry_after(answer.headers)
        )
    if status in {408, 504}:
        return CallFailedError("timeout", detail)
    if status >= httpx.codes.INTERNAL_SERVER_ERROR:
        return CallFailedError("server", detail)
    return CallFailedError("bad_request", detail)


def _failure_text(answer: ReceivedResponse) -> str:
    """Return the server's message and the status, such as "Not for you (HTTP 403)"."""
    message = answer.error_message
    if len(message) > _LONGEST_MESSAGE:
        message = f"{message[:_LONGEST_MESSAGE].rstrip()}…"
    message = message.rstrip(".。")
    status = f"HTTP {answer.status}"
    return f"{message} ({status})" if message else status


def connection_error_text(error: httpx.RequestError | httpx.InvalidURL) -> str:
    """Return the cause of a failed connection in words, without numbers or classes."""
    words = str(error).rpartition("] ")[2].strip()
    return words or type(error).__name__


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that the server asks to wait; None where it does not say.

    ``Retry-After`` is a number of seconds or a date (RFC 9110 §10.2.3). OpenAI and Azure
    send ``retry-after-ms``, which is finer.
    """
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        try:
            seconds = float(headers.get(name, "")) / unit
        except ValueError:
            continue
        if isfinite(seconds):
            return max(0.0, seconds)
    try:
        date = parsedate_to_datetime(headers.get("retry-after", ""))
        seconds = (date.astimezone(UTC) - datetime.now(UTC)).total_seconds()
    except (ValueError, OverflowError):
        return None
    return max(0.0, seconds)
