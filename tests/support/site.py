"""A local web site whose responses a test sets."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic


@dataclass
class Answer:
    """A response of the site."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    write: Callable[[Callable[[bytes], None]], None] | None = None
    """Writes the body; the response then has no Content-Length."""


class Site:
    """A site with a response per path; records every request with its time."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer | Callable[[], Answer]] = {}
        self.asked: list[tuple[float, str, str]] = []
        """Time (s, monotonic), path and Host header of each request."""
        self.agents: set[str] = set()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site.asked.append((monotonic(), self.path, self.headers["Host"]))
                site.agents.add(self.headers["User-Agent"])
                content = site.answers.get(self.path, Answer(status=404))
                answer = content if isinstance(content, Answer) else content()
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
                """Print no log."""

            def handle(self) -> None:
                try:
                    super().handle()
                except OSError:
                    # The client has disconnected, as some tests intend.
                    self.close_connection = True

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.host = f"127.0.0.1:{self._server.server_address[1]}"
        self.url = f"http://{self.host}"
        # The argument: seconds that stopping the server may take.
        threading.Thread(
            target=self._server.serve_forever, args=(0.01,), daemon=True
        ).start()

    def paths(self) -> list[str]:
        return [path for _, path, _ in self.asked]

    def image(self, path: str, content: bytes, kind: str = "image/png") -> str:
        """Serve an image and return its address."""
        self.answers[path] = Answer(content, headers={"Content-Type": kind})
        return self.url + path

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def serve_site() -> Iterator[Site]:
    site = Site()
    try:
        yield site
    finally:
        site.stop()
