"""What a receiver of signed messages refuses, and what it still reads."""

import hmac
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from subtext_runner import messages
from subtext_runner.messages import (
    ALIVE,
    EXECUTE,
    FINISH,
    RECORD,
    ForgedMessageError,
    ReplayedMessageError,
    sign_message,
    verify_message,
)

SECRET = "known to both sides and to nobody else"
LAST_DAY = "SUBTEXT_UNDATED_MESSAGES_UNTIL"


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUBTEXT_WORKER_SECRET", SECRET)


@pytest.fixture
def sent_ago(monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, str]]:
    """Sign a message as it was signed so long ago."""

    def sign(task: str, age: timedelta) -> dict[str, str]:
        then = (datetime.now(UTC) - age).timestamp()
        with monkeypatch.context() as past:
            past.setattr(messages.time, "time", lambda: then)
            return sign_message(task, {"run": "1"}, attempt=3)

    return sign


def undated(task: str, content: object) -> dict[str, str]:
    """A message as the versions before signed it, by their own words."""
    body = json.dumps(content)
    text = f"{task}\n{body}".encode()
    return {
        "body": body,
        "signature": hmac.digest(SECRET.encode(), text, "sha256").hex(),
    }


@pytest.mark.parametrize("task", [EXECUTE, RECORD, FINISH])
def test_a_message_may_wait_for_days(
    sent_ago: Callable[..., dict[str, str]], task: str
) -> None:
    message = verify_message(task, **sent_ago(task, timedelta(days=6)))
    assert (message.content, message.attempt) == ({"run": "1"}, 3)
    assert message.expires_at is not None
    left = message.expires_at - datetime.now(UTC)
    assert timedelta(hours=23) < left < timedelta(hours=25)
    with pytest.raises(ReplayedMessageError, match="too long ago"):
        verify_message(task, **sent_ago(task, timedelta(days=8)))


def test_a_heartbeat_is_old_after_minutes(
    sent_ago: Callable[..., dict[str, str]],
) -> None:
    assert verify_message(ALIVE, **sent_ago(ALIVE, timedelta(minutes=9)))
    with pytest.raises(ReplayedMessageError, match="too long ago"):
        verify_message(ALIVE, **sent_ago(ALIVE, timedelta(minutes=11)))


def test_every_message_has_an_id_of_its_own() -> None:
    first, second = (verify_message(RECORD, **sign_message(RECORD, {})) for _ in "ab")
    assert first.id != second.id


@pytest.mark.parametrize("part", ["id", "sent_at", "attempt", "content"])
def test_the_signature_covers_all_of_it(part: str) -> None:
    message = sign_message(RECORD, {"run": "1"}, attempt=1)
    changed = json.loads(message["body"])
    changed[part] = {"id": "0", "sent_at": 0, "attempt": 2, "content": {}}[part]
    with pytest.raises(ForgedMessageError):
        verify_message(RECORD, json.dumps(changed), message["signature"])


def test_the_version_before_is_read_until_a_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    message = undated(RECORD, {"run": "1", "responses": []})
    today = datetime.now(UTC).date()
    monkeypatch.setenv(LAST_DAY, str(today + timedelta(days=1)))
    received = verify_message(RECORD, **message)
    assert received == ({"run": "1", "responses": []}, None, None, None)
    monkeypatch.setenv(LAST_DAY, str(today))
    with pytest.raises(ReplayedMessageError, match=LAST_DAY):
        verify_message(RECORD, **message)


def test_no_dated_message_passes_for_an_undated_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(LAST_DAY, "9999-12-31")
    message = sign_message(RECORD, {"run": "1"}, attempt=1)
    assert verify_message(RECORD, **message).attempt == 1
    other = undated(RECORD, json.loads(message["body"]))
    assert other["signature"] != message["signature"]


@pytest.mark.parametrize("signature", ["é" * 64, "", "\ud800", "\x00"])
def test_no_signature_raises_anything_else(signature: str) -> None:
    body = sign_message(RECORD, {})["body"]
    for text in (body, "no JSON", "\ud800"):
        with pytest.raises(ForgedMessageError, match="not signed"):
            verify_message(RECORD, text, signature)
