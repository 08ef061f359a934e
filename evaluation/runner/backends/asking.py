"""Concurrent calls: threads that take requests and return responses."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice

from evaluation.runner.backends.base import Request
from evaluation.runner.errors import BackendUnusableError
from evaluation.runner.records import Response
from workflow.domain.texts import _

GONE_AFTER = 5
"""After this many questions in a row without a connection, the server counts as
down."""
HOPELESS_AFTER = 20
"""After this many failures before the first answer, the run is given up."""


def ask_in_parallel(
    requests: Iterable[Request],
    ask: Callable[[Request], Response | None],
    *,
    threads: int,
    stop: Callable[[], None],
) -> Iterator[Response]:
    """Call ``ask`` for every request in parallel threads; yield the responses.

    A thread takes the next request only after the caller took a response and could save
    it. So a process that dies loses only the calls in progress. ``ask`` returns None
    once it was stopped. An exception in one thread ends all threads and is raised here.
    Closing the iterator calls ``stop`` and waits for the threads.
    """
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from _stop_when_hopeless(_responses(pool, requests, ask, threads))
        finally:
            stop()


def _responses(
    pool: ThreadPoolExecutor,
    requests: Iterable[Request],
    ask: Callable[[Request], Response | None],
    threads: int,
) -> Iterator[Response]:
    waiting = iter(requests)
    pending = {pool.submit(ask, request) for request in islice(waiting, threads)}
    while pending:
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            response = future.result()
            if response is not None:
                yield response
            pending |= {pool.submit(ask, request) for request in islice(waiting, 1)}


def _stop_when_hopeless(responses: Iterator[Response]) -> Iterator[Response]:
    """Yield the responses until all others would fail, too.

    Raises BackendUnusableError then.
    """
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
            raise BackendUnusableError(
                _(
                    "The model server stopped: {unconnected} questions in a row got no "
                    "connection ({reason}).",
                    unconnected=unconnected,
                    reason=error.detail,
                )
            )
        if not answered and failed >= HOPELESS_AFTER:
            raise BackendUnusableError(
                _(
                    "The first {failed} questions failed. Last error: {reason}",
                    failed=failed,
                    reason=error.detail,
                )
            )
