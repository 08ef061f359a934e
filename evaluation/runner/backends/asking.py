"""Many questions at once: threads that take requests and hand back responses."""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from evaluation.runner.backends.base import Request
from evaluation.runner.errors import BackendUnusable
from evaluation.runner.records import Response

GONE_AFTER = 5
"""So many questions in a row without a connection, and the server is taken for gone."""
HOPELESS_AFTER = 20
"""So many failures before the first answer, and it is not the questions that fail."""


def ask_at_once(
    requests: Iterable[Request],
    ask: Callable[[Request], Response | None],
    *,
    threads: int,
    stop: Callable[[], None],
) -> Iterator[Response]:
    """Call ``ask`` for every request, in so many threads; responses as they come.

    A thread asks no further question before its last response was taken, and with it
    written down: a process that dies loses no more than what it was asking. ``ask``
    returns None once it was stopped. An exception of one thread ends them all and is
    raised here. When the iterator is closed, ``stop`` is called and the threads are
    waited for.
    """
    pool = _Pool(requests, ask)
    workers = [threading.Thread(target=pool.work, daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    try:
        yield from _while_there_is_hope(pool.responses(len(workers)))
    finally:
        pool.stop()
        stop()
        for worker in workers:
            worker.join()


class _Result(NamedTuple):
    response: Response
    taken: threading.Event


class _Pool:
    def __init__(
        self, requests: Iterable[Request], ask: Callable[[Request], Response | None]
    ) -> None:
        self._ask = ask
        self._requests = iter(requests)
        self._taking = threading.Lock()
        self._results: queue.SimpleQueue[_Result | Exception | None] = (
            queue.SimpleQueue()
        )
        self._stopped = threading.Event()
        self._waiting: set[threading.Event] = set()

    def stop(self) -> None:
        """Let every thread end after the question that it is at."""
        self._stopped.set()
        for taken in list(self._waiting):
            taken.set()

    def responses(self, working: int) -> Iterator[Response]:
        while working:
            result = self._results.get()
            if result is None:
                working -= 1
            elif isinstance(result, Exception):
                raise result
            else:
                yield result.response
                result.taken.set()

    def work(self) -> None:
        try:
            while not self._stopped.is_set():
                with self._taking:
                    request = next(self._requests, None)
                if request is None:
                    break
                response = self._ask(request)
                if response is not None:
                    self._hand_over(response)
        except Exception as error:  # noqa: BLE001 - raised again by the reader
            self._results.put(error)
        finally:
            self._results.put(None)

    def _hand_over(self, response: Response) -> None:
        taken = threading.Event()
        self._waiting.add(taken)
        self._results.put(_Result(response, taken))
        # Stopping sets the events it sees; one that came later sees that it was stopped.
        if not self._stopped.is_set():
            taken.wait()
        self._waiting.discard(taken)


def _while_there_is_hope(responses: Iterator[Response]) -> Iterator[Response]:
    """The same responses; raises BackendUnusable once the rest would fail as well."""
    answered = False
    failed = unconnected = 0
    for response in responses:
        yield response
        error = response.error
        if error is None:
            answered, unconnected = True, 0
            continue
        failed += 1
        unconnected = unconnected + 1 if error.kind == "connection" else 0
        if unconnected >= GONE_AFTER:
            raise BackendUnusable(
                f"The model server is gone: {unconnected} questions in a row found no "
                f"connection ({error.detail})."
            )
        if not answered and failed >= HOPELESS_AFTER:
            raise BackendUnusable(
                f"The first {failed} questions all failed, the last with: {error.detail}"
            )
