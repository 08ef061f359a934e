"""An OpenAI-compatible model server without a model, over HTTP.

In a test, a function returns the reply to each request. On the command line

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

from subtext_protocol.inline_images import with_image_names


@dataclass(frozen=True)
class ChatRequest:
    """A request as the server parsed it."""

    number: int
    """Number of earlier requests."""
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
    def images(self) -> list[str]:
        """The addresses of the images, in order."""
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
    """The server's reply: a completion, or ``raw`` bytes with a status."""

    text: str | None = "A"
    finish_reason: str = "stop"
    refusal: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    wait_for: threading.Event | None = None
    """Nothing is sent before this is set."""
    events: Sequence[object] | None = None
    """A stream: JSON of each event, or a text as it is; the connection closes after."""
    pause: float = 0
    """Seconds before each event."""


Behaviour = Callable[[ChatRequest], Reply]


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print errors, except those of a client that disconnected."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class ModelServer:
    """Serves one behaviour on a port of this machine until it is closed."""

    def __init__(self, behaviour: Behaviour, *, port: int = 0) -> None:
        self.asked: list[ChatRequest] = []
        self.most_at_once = 0
        self.loading_for = 0
        """Number of further requests for the list of models that get status 503."""
        self.models: bytes = json.dumps(
            {"object": "list", "data": [{"id": "stub", "object": "model"}]}
        ).encode()
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
            # Send head and body in one packet; the second of two would be delayed.
            wbufsize = -1

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                body = self.rfile.read(length)
                if self.path != "/v1/chat/completions":
                    self._send(404, b'{"error": {"message": "no such path"}}', {})
                    return
                chat_request = server._admit(
                    self.path, dict(self.headers), json.loads(body)
                )
                try:
                    reply = server._behaviour(chat_request)
                    if reply.wait_for is not None:
                        reply.wait_for.wait()
                finally:
                    server._leave()
                if reply.events is not None:
                    self._stream(reply)
                    return
                content = reply.raw
                if content is None:
                    content = json.dumps(_completion(chat_request, reply)).encode()
                self._send(reply.status, content, reply.headers)

            def do_GET(self) -> None:
                if server.loading_for > 0:
                    server.loading_for -= 1
                    self._send(503, b'{"error": {"message": "Loading model"}}', {})
                    return
                is_models_path = self.path == "/v1/models"
                self._send(200 if is_models_path else 404, server.models, {})

            def _stream(self, reply: Reply) -> None:
                self.close_connection = True
                try:
                    self.send_response(200)
                    self.send_header("Content-Type", "text/event-stream")
                    self.end_headers()
                    self.wfile.flush()
                    for event in reply.events or ():
                        time.sleep(reply.pause)
                        text = event if isinstance(event, str) else json.dumps(event)
                        self.wfile.write(f"data: {text}\n\n".encode())
                        self.wfile.flush()
                except ConnectionError:
                    pass  # the client has disconnected

            def _send(
                self, status: int, content: bytes, headers: Mapping[str, str]
            ) -> None:
                try:
                    self.send_response(status)
                    self.send_header("Content-Length", str(len(content)))
                    kind = {"Content-Type": "application/json"}
                    for name, value in {**kind, **headers}.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(content)
                except ConnectionError:
                    self.close_connection = True  # the client has disconnected

            def log_message(self, *_: object) -> None:
                """Print no log."""

        return Handler

    def _admit(
        self, path: str, headers: Mapping[str, str], body: Mapping[str, Any]
    ) -> ChatRequest:
        with self._lock:
            chat_request = ChatRequest(len(self.asked), path, headers, body)
            self.asked.append(chat_request)
            self._active += 1
            self.most_at_once = max(self.most_at_once, self._active)
        return chat_request

    def _leave(self) -> None:
        with self._lock:
            self._active -= 1


def _completion(chat_request: ChatRequest, reply: Reply) -> dict[str, Any]:
    if reply.status != 200:
        return {"error": {"message": reply.text, "type": "stub", "code": reply.status}}
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.refusal is not None:
        message |= {"content": None, "refusal": reply.refusal}
    prompt_tokens = len(chat_request.text.split())
    completion_tokens = len((reply.text or "").split())
    return {
        "id": f"chatcmpl-{chat_request.number}",
        "object": "chat.completion",
        "created": 0,
        "model": chat_request.body.get("model"),
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
    """Run a server within a ``with`` block."""
    server = ModelServer(behaviour, port=port)
    try:
        yield server
    finally:
        server.close()


class KnowsKeys:
    """Answers the questions of a release correctly with a given probability.

    A question is recognised by the last stem and options in the prompt. The seed alone
    determines which ones are answered incorrectly. As with a model, some answers are
    sentences and some have no letter.
    """

    def __init__(
        self, questions: Sequence[Mapping[str, Any]], *, accuracy: float, seed: int = 0
    ) -> None:
        self._questions = list(questions)
        self._accuracy = accuracy
        self._seed = seed

    def __call__(self, chat_request: ChatRequest) -> Reply:
        question = self._question(chat_request.text)
        if question is None or "answer" not in question:
            return Reply("I'm sorry, I cannot answer that.")
        digest = hashlib.sha256(f"{self._seed}:{question['id']}".encode()).digest()
        chance = random.Random(digest)  # noqa: S311
        key, wrong_answers = _answer_texts(question)
        answer = (
            key if chance.random() < self._accuracy else chance.choice(wrong_answers)
        )
        return Reply(
            chance.choice(
                [
                    answer,
                    f"({answer})",
                    f"Answer: ({answer})",
                    f"The picture is not to be taken literally. The answer is {answer}.",
                    "It is hard to say." if answer != key else f"{answer}.",
                ]
            )
        )

    def _question(self, text: str) -> Mapping[str, Any] | None:
        """Return the question whose stem is the last one in the prompt."""
        text = _remove_spaces(text)
        matches = [
            (place, len(question["stem"]), number)
            for number, question in enumerate(self._questions)
            if (place := text.rfind(_format_as_sent(question, question["stem"]))) >= 0
            and all(
                _format_as_sent(question, option) in text[place:]
                for option in question["options"]
            )
        ]
        return self._questions[max(matches)[2]] if matches else None


def _format_as_sent(question: Mapping[str, Any], text: str) -> str:
    """Return the text with names in place of inline images, without spaces."""
    return _remove_spaces(with_image_names(text, question.get("language", "en")))


def _remove_spaces(text: str) -> str:
    return "".join(text.split())


def _answer_texts(question: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the key as a model would write it, and incorrect answers."""
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
    options = parser.parse_args(arguments)
    questions = [
        json.loads(line)
        for path in options.questions
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    knows_keys = KnowsKeys(questions, accuracy=options.accuracy, seed=options.seed)

    def behaviour(chat_request: ChatRequest) -> Reply:
        time.sleep(options.latency)
        return knows_keys(chat_request)

    server = ModelServer(behaviour, port=options.port)
    sys.stdout.write(f"{len(questions)} questions at {server.base_url}\n")
    sys.stdout.flush()
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.close()


if __name__ == "__main__":
    main()
