"""A slow model server in a process of its own that measures its utilisation."""

import hashlib
import multiprocessing
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import NamedTuple

from tests.support.model_server import ChatRequest, ModelServer, Reply


class ClientResult(NamedTuple):
    """Utilisation of the server by one client."""

    requests: int
    seconds: float
    """From the first request to the last response."""
    busy: float
    """Seconds of generation, summed over all slots."""

    def share(self, *, places: int) -> float:
        """Return the share of its capacity that was used."""
        return self.busy / (places * self.seconds) if self.seconds else 0.0


class Slow:
    """Generates a number of responses at once; other requests wait, as with vLLM.

    The text of a question alone determines its duration: 0.5 to 1.5 times ``latency``
    seconds.
    """

    def __init__(self, *, places: int, latency: float) -> None:
        self._places = threading.Semaphore(places)
        self._latency = latency
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        self._requests = 0
        self._busy = 0.0
        self._first = self._last = 0.0

    def load(self) -> ClientResult:
        return ClientResult(self._requests, self._last - self._first, self._busy)

    def __call__(self, chat_request: ChatRequest) -> Reply:
        with self._lock:
            self._first = self._first or time.monotonic()
        digest = hashlib.sha256(chat_request.text.encode()).digest()
        with self._places:
            began = time.monotonic()
            time.sleep(self._latency * (0.5 + digest[0] / 255))
            ended = time.monotonic()
        with self._lock:
            self._requests += 1
            self._busy += ended - began
            self._last = ended
        return Reply("ABCDEF"[digest[1] % 6])


class Server(NamedTuple):
    """The server as its clients' process sees it."""

    base_url: str
    control: Connection

    def begin(self) -> None:
        """Reset the counts."""
        self.control.send("forget")
        self.control.recv()

    def load(self) -> ClientResult:
        """Return the counts since ``begin``."""
        self.control.send("load")
        return ClientResult(*self.control.recv())


@contextmanager
def serving(*, places: int, latency: float) -> Iterator[Server]:
    """Serve for the length of a ``with`` block."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_serve, args=(there, places, latency), daemon=True)
    process.start()
    try:
        yield Server(here.recv(), here)
    finally:
        here.send("end")
        process.join(timeout=30)


def _serve(control: Connection, places: int, latency: float) -> None:
    slow = Slow(places=places, latency=latency)
    server = ModelServer(slow)
    control.send(server.base_url)
    while (message := control.recv()) != "end":
        if message == "forget":
            slow.forget()
        control.send(tuple(slow.load()))
    server.close()
