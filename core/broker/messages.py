"""The form of a task's message; whatever else lies in a queue is dropped.

Whoever reaches the broker can write to its queues. Kombu and Celery trust the form of a
message: some malformed ones end a worker, others are delivered again and again. So the
transports of this package accept only what both applications send: Celery's protocol 2
as JSON, without callbacks and chains.
"""

import base64
import logging
from datetime import datetime
from typing import Annotated, Any, Literal

from kombu.transport import virtual
from pydantic import (
    AfterValidator,
    BaseModel,
    Field,
    NonNegativeInt,
    PositiveFloat,
    TypeAdapter,
    ValidationError,
)

logger = logging.getLogger(__name__)

_Text = Annotated[str, Field(strict=True)]
_Time = Annotated[_Text, AfterValidator(datetime.fromisoformat)]


class RefusedMessageError(Exception):
    """A message that a worker does not follow. Its text is logged in one line."""


class MalformedMessageError(RefusedMessageError, ValueError):
    """The message does not have the form of a task's message."""


class _DeliveryInfo(BaseModel):
    exchange: _Text
    routing_key: _Text


class _Properties(BaseModel):
    delivery_tag: _Text
    delivery_info: _DeliveryInfo
    body_encoding: Literal["base64"]
    priority: NonNegativeInt = 0
    correlation_id: _Text | None = None
    reply_to: _Text | None = None


class _Envelope(BaseModel):
    """A message as Kombu's transports for Redis and files store it."""

    body: _Text
    content_type: _Text = Field(alias="content-type")
    content_encoding: _Text = Field(alias="content-encoding")
    headers: dict[str, Any]
    properties: _Properties


class _Headers(BaseModel):
    """The headers that Celery computes with; it copies the others."""

    task: _Text
    id: _Text
    eta: _Time | None = None
    expires: _Time | None = None
    retries: NonNegativeInt = 0
    timelimit: tuple[PositiveFloat | None, PositiveFloat | None] = (None, None)
    root_id: _Text | None = None
    parent_id: _Text | None = None
    group: None = None
    argsrepr: _Text | None = None
    kwargsrepr: _Text | None = None
    stamps: dict[str, Any] | None = None
    stamped_headers: list[_Text] | None = None
    compression: None = None


class _Followers(BaseModel):
    """What Celery would send after the task: nothing, here."""

    callbacks: None = None
    errbacks: None = None
    chain: None = None
    chord: None = None


_BODY = TypeAdapter[Any](tuple[list[Any], dict[str, Any], _Followers])


def check_envelope(payload: object) -> None:
    """Raise MalformedMessageError unless Kombu can read this stored message."""
    try:
        envelope = _Envelope.model_validate(payload)
        base64.b64decode(envelope.body, validate=True)
    except ValidationError as error:
        raise MalformedMessageError(describe_first_problem(error)) from error
    except ValueError as error:
        raise MalformedMessageError(f"body: {error}") from error


def check_task_message(headers: object, body: str | bytes) -> None:
    """Raise MalformedMessageError unless Celery can call a task with this message."""
    try:
        _Headers.model_validate(headers)
        _BODY.validate_json(body)
    except ValidationError as error:
        raise MalformedMessageError(describe_first_problem(error)) from error


def describe_first_problem(error: ValidationError) -> str:
    """Return the first problem with its place, in one line."""
    problem = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, problem["loc"]))
    return f"{place}: {problem['msg']}" if place else problem["msg"]


def log_dropped_message(reason: object, *, task: str | None = None) -> None:
    """Write the one line about a dropped message. ``task`` is its declared receiver."""
    text = " ".join(str(reason).split())[:300]
    addressee = f" to {task[:100]!r}" if task else ""
    logger.warning("Dropped a message%s: %s", addressee, text)


class CheckedMessage(virtual.Message):
    """A message of a transport, checked before the transport takes note of it."""

    def __init__(
        self, payload: dict[str, Any], channel: Any = None, **options: Any
    ) -> None:
        check_envelope(payload)
        super().__init__(payload, channel=channel, **options)
