"""Streamed completions: parts that are joined, and a time limit for all of them."""

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx

from subtext_runner.backends.completions import CallFailedError
from subtext_runner.backends.received import ReceivedResponse, read_json

_TEXTS = ("reasoning_content", "reasoning", "refusal")


def is_stream(answer: ReceivedResponse) -> bool:
    """Return whether a response is a stream of server-sent events."""
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    return bool(kind == "text/event-stream") or answer.content.startswith(b"data:")


def join_stream(content: bytes) -> dict[str, Any]:
    """Return the completion that the events of a stream add up to.

    An error in place of an answer is returned as it came. Raises CallFailedError for a
    stream that ends early or breaks an answer off.
    """
    message: dict[str, Any] = {"content": []}
    choice: dict[str, Any] = {"message": message}
    completion: dict[str, Any] = {"choices": [choice]}
    is_complete = False
    for event in _events(content):
        if event is None:
            is_complete = True
            break
        if event.get("error"):
            if not _has_text(message):
                return event
            detail = f"the server gave up: {json.dumps(event['error'])[:200]}"
            raise CallFailedError("server", detail, may_be_paid=True)
        if event.get("usage"):
            completion["usage"] = event["usage"]
        for part in _first_choice(event):
            _add(message, part.get("delta") or part.get("message"))
            if part.get("finish_reason"):
                choice["finish_reason"] = part["finish_reason"]
                is_complete = True
    if not is_complete:
        detail = "the connection ended before the answer was complete"
        raise CallFailedError("connection", detail, may_be_paid=_has_text(message))
    return completion


def _events(content: bytes) -> Iterator[dict[str, Any] | None]:
    """Yield the data of each event; None for the mark of the end.

    Raises CallFailedError for data that are no JSON.
    """
    # Not `splitlines`, which also splits at characters inside a text (U+2028).
    for line in re.split("\r\n|\n|\r", content.decode("utf-8-sig", "replace")):
        name, _, data = line.partition(":")
        if name != "data":
            continue  # a comment that keeps the connection, or the event's name
        if data.strip() == "[DONE]":
            yield None
            return
        try:
            event = read_json(data)
        except (ValueError, RecursionError) as error:
            detail = f"the stream is not JSON: {data[:200]}"
            raise CallFailedError("unreadable", detail) from error
        if isinstance(event, dict):
            yield event


def _first_choice(event: dict[str, Any]) -> list[dict[str, Any]]:
    choices = event.get("choices")
    if not isinstance(choices, list):
        return []
    return [c for c in choices if isinstance(c, dict) and not c.get("index")]


def _add(message: dict[str, Any], delta: object) -> None:
    if not isinstance(delta, dict):
        return
    content = delta.get("content")
    message["content"] += content if isinstance(content, list) else [content or ""]
    for name in _TEXTS:
        if isinstance(text := delta.get(name), str):
            message[name] = message.get(name, "") + text


def _has_text(message: dict[str, Any]) -> bool:
    return any(message["content"]) or any(message.get(name) for name in _TEXTS)


@contextmanager
def close_at_deadline(answer: httpx.Response, until: float) -> Iterator[None]:
    """Close the connection of ``answer`` at a time of the monotonic clock.

    A limit between two bytes does not stop a server that sends one byte at a time.
    """
    timer = threading.Timer(max(0, until - time.monotonic()), _shut_down, [answer])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _shut_down(answer: httpx.Response) -> None:
    stream = answer.extensions.get("network_stream")
    connection = stream and stream.get_extra_info("socket")
    if connection is not None:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
