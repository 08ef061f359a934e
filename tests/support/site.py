"""A web site on this machine that answers as a test wants."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic


@dataclass
class Answer:
    """What a site says; ``trickle`` sends the body byte by byte with pauses."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    write: Callable[[Callable[[bytes], None]], None] | None = None
    """Writes the body itself, and no length is announced."""


class Site:
    """Answers by path; everything asked of it is remembered with its time."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer | Callable[[], Answer]] = {}
        self.asked: list[tuple[float, str, str]] = []
        """Moment (s, monotonic), path, and the Host that was asked for."""
        self.agents: set[str] = set()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site.asked.append((monotonic(), self.path, self.headers["Host"]))
                site.agents.add(self.headers["User-Agent"])
                found = site.answers.get(self.path, Answer(status=404))
                answer = found if isinstance(found, Answer) else found()
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if answer.write is not None:
                    self.send_header("Connection", "close")
                    self.end_headers()
                    answer.write(self._send)
                    self.close_connection = True
                else:
                    self.send_header("Content-Length", str(len(answer.body)))
                    self.end_headers()
                    self.wfile.write(answer.body)

            def _send(self, piece: bytes) -> None:
                self.wfile.write(piece)
                self.wfile.flush()

            def log_message(self, format: str, *args: object) -> None:
                """Nobody reads it."""

            def handle(self) -> None:
                try:
                    super().handle()
                except OSError:
                    # Whoever asked has hung up, as some tests mean it to.
                    self.close_connection = True

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        self.url = f"http://{self.host}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def paths(self) -> list[str]:
        return [path for _, path, _ in self.asked]

    def picture(self, path: str, content: bytes, kind: str = "image/png") -> str:
        """Serve a picture; its address."""
        self.answers[path] = Answer(content, headers={"Content-Type": kind})
        return self.url + path

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def serving() -> Iterator[Site]:
    site = Site()
    try:
        yield site
    finally:
        site.stop()
