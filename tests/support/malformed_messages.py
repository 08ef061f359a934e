"""Messages that somebody who reaches the broker may write into a queue."""

import base64
import json
import time
import uuid
from pathlib import Path
from typing import Any

from redis import Redis


def stored_message(
    task: str,
    args: object = (),
    kwargs: object = None,
    *,
    body: bytes | None = None,
    headers: dict[str, Any] | None = None,
    properties: dict[str, Any] | None = None,
    **changes: object,
) -> bytes:
    """A message as Kombu stores it, with changes at any level."""
    content = json.dumps([args, {} if kwargs is None else kwargs, {}]).encode()
    message = {
        "body": base64.b64encode(content if body is None else body).decode(),
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": {"task": task, "id": str(uuid.uuid4()), **(headers or {})},
        "properties": {
            "delivery_mode": 2,
            "delivery_info": {"exchange": "", "routing_key": "default"},
            "priority": 0,
            "body_encoding": "base64",
            "delivery_tag": str(uuid.uuid4()),
            **(properties or {}),
        },
        **changes,
    }
    return json.dumps(message).encode()


def malformed_messages(task: str) -> list[bytes]:
    """Messages to a task with one argument or two that nobody can follow."""
    headers: list[dict[str, Any]] = [
        *({"task": name} for name in (5, [1], None, "no.such.task")),
        *({"id": value} for value in (5, [1], None)),
        *({"eta": value} for value in ("x", 5, [])),
        *({"expires": value} for value in ("x", [])),
        *({"timelimit": value} for value in ("x", ["a", "b"], [1], 5)),
        *({"retries": value} for value in ("x", -1)),
        *({"compression": value} for value in ("x", "application/x-gzip")),
        *({"stamps": 5}, {"stamped_headers": 5}, {"root_id": 5}, {"group": 5}),
    ]
    properties: list[dict[str, Any]] = [
        *({"delivery_tag": value} for value in ([1], None)),
        *({"delivery_info": value} for value in (5, {})),
        *({"body_encoding": value} for value in ("rot13", None)),
        {"priority": "x"},
    ]
    bodies: list[object] = [
        *(5, None, "x", {}, {"args": 1}, [], [1, 2], [1, 2, 3, 4]),
        *([5, {}, {}], [[], [], {}], [[], {}, 5], [[], {}, {"callbacks": [5]}]),
        [[], {}, {"chain": [{"task": task, "args": []}]}],
        # Arguments that the task does not take.
        *([[], {}, {}], [[1, 2, 3], {}, {}], [[], {"other": 1}, {}]),
        *([[["x"]], {}, {}], [[None, None], {}, {}], [["é" * 64, {}], {}, {}]),
    ]
    return [
        *(b"no JSON", b"", b"\xff\xfe", b"null", b"[]", b"5", b'"x"', b"{}"),
        b"[" * 100_000,
        *(stored_message(task, **{part: value}) for part, value in _PARTS),
        *(stored_message(task, headers=changes) for changes in headers),
        *(stored_message(task, properties=changes) for changes in properties),
        *(
            stored_message(task, body=json.dumps(content).encode())
            for content in bodies
        ),
        *(
            stored_message(task, body=content)
            for content in (b"\xff\xfe", b"[" * 50_000)
        ),
    ]


_PARTS: list[tuple[str, Any]] = [
    ("content-type", 5),
    ("content-type", "application/x-python-serialize"),
    ("content-encoding", "no such encoding"),
]


class RedisQueue:
    """A queue in Redis, for somebody who does not care for messages' form."""

    def __init__(self, url: str, name: str) -> None:
        self._url, self._name = url, name

    def put(self, message: bytes) -> None:
        with Redis.from_url(self._url) as client:
            client.lpush(self._name, message)


class FolderQueue:
    """A queue of the broker made of files, for the same person."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name

    def put(self, message: bytes) -> None:
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{self._name}.msg"
        unfinished = self._folder / f".{name}"
        unfinished.write_bytes(message)
        unfinished.replace(self._folder / name)
