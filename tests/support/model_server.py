"""An OpenAI-compatible model server that knows nothing, over real HTTP.

In a test a function decides what comes back for each request. By hand

    python -m tests.support.model_server --port 8001 --accuracy 0.6 --questions FILE.jsonl …

answers the questions of a release correctly with that probability.
"""

import argparse
import hashlib
import json
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from projects.domain.inline_images import with_names


@dataclass(frozen=True)
class Asked:
    """One request as the server understood it."""

    number: int
    """How many requests came before it."""
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def text(self) -> str:
        """All text parts of all messages."""
        return "\n".join(
            part["text"] for part in self._parts() if part["type"] == "text"
        )

    @property
    def pictures(self) -> list[str]:
        """The addresses of the pictures, in order."""
        return [
            part["image_url"]["url"]
            for part in self._parts()
            if part["type"] == "image_url"
        ]

    def _parts(self) -> list[dict[str, Any]]:
        parts: list[dict[str, Any]] = []
        for message in self.body["messages"]:
            content = message["content"]
            if isinstance(content, str):
                content = [{"type": "text", "text": content}]
            parts.extend(content)
        return parts


@dataclass(frozen=True)
class Reply:
    """What the server does: a completion, or ``raw`` bytes with a status."""

    text: str | None = "A"
    finish_reason: str = "stop"
    refusal: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    wait_for: threading.Event | None = None
    """Nothing is sent before this is set."""


Behaviour = Callable[[Asked], Reply]


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing when a client went away; everything else is printed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class ModelServer:
    """Serves one behaviour on a port of this machine until it is closed."""

    def __init__(self, behaviour: Behaviour, *, port: int = 0) -> None:
        self.asked: list[Asked] = []
        self.most_at_once = 0
        self.loading_for = 0
        """So many more looks at the list of models are told to come back."""
        self._behaviour = behaviour
        self._active = 0
        self._lock = threading.Lock()
        self._http = _QuietServer(("127.0.0.1", port), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(
            target=self._http.serve_forever, args=(0.01,), daemon=True
        )
        self._thread.start()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _handler(server) -> type[BaseHTTPRequestHandler]:  # noqa: N805 - two selves
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Head and body leave in one packet; two would wait for each other.
            wbufsize = -1

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(length)
                if self.path != "/v1/chat/completions":
                    self._send(404, b'{"error": {"message": "no such path"}}', {})
                    return
                asked = server._admit(self.path, dict(self.headers), json.loads(body))
                try:
                    reply = server._behaviour(asked)
                    if reply.wait_for is not None:
                        reply.wait_for.wait()
                finally:
                    server._leave()
                content = reply.raw
                if content is None:
                    content = json.dumps(_completion(asked, reply)).encode()
                self._send(reply.status, content, reply.headers)

            def do_GET(self) -> None:
                if server.loading_for > 0:
                    server.loading_for -= 1
                    self._send(503, b'{"error": {"message": "Loading model"}}', {})
                    return
                known = self.path == "/v1/models"
                models = {"object": "list", "data": [{"id": "stub", "object": "model"}]}
                self._send(200 if known else 404, json.dumps(models).encode(), {})

            def _send(
                self, status: int, content: bytes, headers: Mapping[str, str]
            ) -> None:
                try:
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(content)))
                    for name, value in headers.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(content)
                except ConnectionError:
                    self.close_connection = True  # the client lost its patience

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        return Handler

    def _admit(
        self, path: str, headers: Mapping[str, str], body: Mapping[str, Any]
    ) -> Asked:
        with self._lock:
            asked = Asked(len(self.asked), path, headers, body)
            self.asked.append(asked)
            self._active += 1
            self.most_at_once = max(self.most_at_once, self._active)
        return asked

    def _leave(self) -> None:
        with self._lock:
            self._active -= 1


def _completion(asked: Asked, reply: Reply) -> dict[str, Any]:
    if reply.status != 200:
        return {"error": {"message": reply.text, "type": "stub", "code": reply.status}}
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.refusal is not None:
        message |= {"content": None, "refusal": reply.refusal}
    prompt_tokens = len(asked.text.split())
    completion_tokens = len((reply.text or "").split())
    return {
        "id": f"chatcmpl-{asked.number}",
        "object": "chat.completion",
        "created": 0,
        "model": asked.body.get("model"),
        "choices": [
            {"index": 0, "message": message, "finish_reason": reply.finish_reason}
        ],
        "usage": {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": completion_tokens,
            "total_tokens": prompt_tokens + completion_tokens,
        },
    }


@contextmanager
def model_server(behaviour: Behaviour, *, port: int = 0) -> Iterator[ModelServer]:
    """A server for the length of a ``with`` block."""
    server = ModelServer(behaviour, port=port)
    try:
        yield server
    finally:
        server.close()


class KnowsKeys:
    """Answers the questions of a release correctly with a given probability.

    A question is known by its stem and options, the last ones in the prompt; which are
    answered wrongly depends on the seed only. A few answers come in whole sentences,
    a few hold no letter at all, as they do from a model.
    """

    def __init__(
        self, questions: Sequence[Mapping[str, Any]], *, accuracy: float, seed: int = 0
    ) -> None:
        self._questions = list(questions)
        self._accuracy = accuracy
        self._seed = seed

    def __call__(self, asked: Asked) -> Reply:
        question = self._question(asked.text)
        if question is None or "answer" not in question:
            return Reply("I'm sorry, I cannot answer that.")
        digest = hashlib.sha256(f"{self._seed}:{question['id']}".encode()).digest()
        chance = random.Random(digest)  # noqa: S311
        key, others = _said(question)
        said = key if chance.random() < self._accuracy else chance.choice(others)
        return Reply(
            chance.choice(
                [
                    said,
                    f"({said})",
                    f"Answer: ({said})",
                    f"The picture is not to be taken literally. The answer is {said}.",
                    "It is hard to say." if said != key else f"{said}.",
                ]
            )
        )

    def _question(self, text: str) -> Mapping[str, Any] | None:
        """The question whose stem comes last in the prompt and whose options follow."""
        text = _unspaced(text)
        asked = [
            (place, len(question["stem"]), number)
            for number, question in enumerate(self._questions)
            if (place := text.rfind(_as_sent(question, question["stem"]))) >= 0
            and all(
                _as_sent(question, one) in text[place:] for one in question["options"]
            )
        ]
        return self._questions[max(asked)[2]] if asked else None


def _as_sent(question: Mapping[str, Any], text: str) -> str:
    """Pictures by their names, where the prompt is cut in two."""
    return _unspaced(with_names(text, question.get("language", "en")))


def _unspaced(text: str) -> str:
    return "".join(text.split())


def _said(question: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The key as a model would say it, and wrong answers."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(question["options"])]
    answer = question["answer"]
    if isinstance(answer, bool):
        words = ["对", "错"] if question["language"] == "zh" else ["True", "False"]
        return words[not answer], [words[answer]]
    if isinstance(answer, Mapping):
        return f"{answer['accepted'][0]} {answer['unit']}".strip(), ["nothing of it"]
    key = "".join(answer)
    return key, [letter for letter in letters if letter != key]


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.model_server")
    parser.add_argument(
        "--questions", nargs="+", type=Path, required=True, metavar="FILE.jsonl"
    )
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--accuracy", type=float, default=0.6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0, metavar="SECONDS")
    chosen = parser.parse_args(arguments)
    questions = [
        json.loads(line)
        for path in chosen.questions
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    known = KnowsKeys(questions, accuracy=chosen.accuracy, seed=chosen.seed)

    def behaviour(asked: Asked) -> Reply:
        time.sleep(chosen.latency)
        return known(asked)

    server = ModelServer(behaviour, port=chosen.port)
    sys.stdout.write(f"{len(questions)} questions at {server.base_url}\n")
    sys.stdout.flush()
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.close()


if __name__ == "__main__":
    main()
