"""What a model server sent, read up to a size and as text whatever it declares."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import httpx

LARGEST = 16 * 2**20
"""Maximum number of bytes of an answer."""
_LARGEST_FAILURE = 64 * 2**10
"""Bytes that are read of a response with another status than success."""
_LONGEST_NUMBER = 300
_MESSAGE_FIELDS = ("error", "message", "msg", "detail", "code", "type")
"""Fields of a reported failure that say what happened, the most telling first."""


class TooLargeError(Exception):
    """A response is larger than any answer."""


@dataclass(frozen=True)
class ReceivedResponse:
    """Status, headers and body of a response."""

    status: int
    headers: Mapping[str, str]
    content: bytes
    charset: str | None = None
    """The encoding that the server declares."""

    @property
    def is_answer(self) -> bool:
        """Whether it should be a completion; some gateways say 201."""
        is_success = httpx.codes.is_success(self.status)
        return self.status == httpx.codes.OK or (is_success and bool(self.content))

    @cached_property
    def text(self) -> str:
        """The body as text; its declared encoding may be none, or none of text."""
        try:
            return self.content.decode(self.charset or "utf-8-sig", "replace")
        except (LookupError, ValueError):
            return self.content.decode("utf-8-sig", "replace")

    @cached_property
    def error_message(self) -> str:
        """What the server says of a failure, without the JSON around it.

        The whole text where no known field holds a message.
        """
        try:
            message = _message_in(read_json(self.text))
        except (ValueError, RecursionError):
            message = ""
        return message or self.text.strip()


def read_received(answer: httpx.Response) -> ReceivedResponse:
    """Read the body of a streamed response. Raises TooLargeError."""
    content = bytearray()
    for part in answer.iter_bytes():
        content += part
        if not answer.is_success and len(content) > _LARGEST_FAILURE:
            del content[_LARGEST_FAILURE:]
            break
        if len(content) > LARGEST:
            raise TooLargeError
    return ReceivedResponse(
        answer.status_code, answer.headers, bytes(content), answer.charset_encoding
    )


def read_json(text: str) -> Any:
    """Return the value of a JSON text. Raises ValueError or RecursionError."""
    return json.loads(text, parse_int=_number)


def _message_in(value: object) -> str:
    """Return the first message in a reported failure; empty if there is none."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        inner = value[:1]
    elif isinstance(value, dict):
        inner = [value.get(field) for field in _MESSAGE_FIELDS]
    else:
        return ""
    return next(filter(None, map(_message_in, inner)), "")


def _number(digits: str) -> int | float:
    """Return a whole number; infinity for one with more digits than Python reads."""
    return int(digits) if len(digits) <= _LONGEST_NUMBER else float(digits)
