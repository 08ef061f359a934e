"""Probes on an address of their own, which do not wait behind requests.

A thread of every process of the web server answers there, even while all of the
server's own threads wait for slow clients or long requests.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from socket import socket
from socketserver import TCPServer
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

PATHS = ("/livez", "/readyz", "/healthz")
_AT_A_TIME = 8
"""Several, because those that wait for a database must not hold up `/livez`."""

Application = Callable[..., Iterable[bytes]]


class _Handler(WSGIRequestHandler):
    timeout = 10

    def log_message(self, format: str, *args: Any) -> None:
        pass


class _Server(WSGIServer):
    # Every process of the web server listens; a probe reaches one of them.
    allow_reuse_port = True

    def __init__(self, address: tuple[str, int], application: Application) -> None:
        super().__init__(address, _Handler)
        self.set_app(application)
        self._pool = ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="probe")

    def server_bind(self) -> None:
        # HTTPServer would ask the name service for this machine's full name.
        TCPServer.server_bind(self)
        host, port = self.server_address[:2]
        self.server_name, self.server_port = str(host), int(port)
        self.setup_environ()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._pool.submit(self._answer, request, client_address)

    def _answer(self, request: socket, client_address: Any) -> None:
        try:
            # A client that has gone needs no answer.
            with suppress(OSError):
                self.finish_request(request, client_address)
        finally:
            self.shutdown_request(request)


def serve_probes(address: tuple[str, int], application: Application) -> None:
    """Answer the probes of ``application`` at a host and port, from a thread.

    Raises OSError if the address cannot be used.
    """

    def answer_probes(
        environ: dict[str, Any], start_response: Callable[..., object]
    ) -> Iterable[bytes]:
        if environ["PATH_INFO"] in PATHS:
            return application(environ, start_response)
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"Only probes are answered here.\n"]

    server = _Server(address, answer_probes)
    Thread(target=server.serve_forever, name="probes", daemon=True).start()
