"""Many questions at once: threads that take requests and hand back responses."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice

from evaluation.runner.backends.base import Request
from evaluation.runner.errors import BackendUnusableError
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

    No further question is asked before a response was taken, and with it written down:
    a process that dies loses no more than what it was asking. ``ask`` returns None once
    it was stopped. An exception of one thread ends them all and is raised here. When the
    iterator is closed, ``stop`` is called and the threads are waited for.
    """
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from _while_there_is_hope(_responses(pool, requests, ask, threads))
        finally:
            stop()


def _responses(
    pool: ThreadPoolExecutor,
    requests: Iterable[Request],
    ask: Callable[[Request], Response | None],
    threads: int,
) -> Iterator[Response]:
    waiting = iter(requests)
    asked = {pool.submit(ask, one) for one in islice(waiting, threads)}
    while asked:
        done, asked = wait(asked, return_when=FIRST_COMPLETED)
        for future in done:
            response = future.result()
            if response is not None:
                yield response
            asked |= {pool.submit(ask, one) for one in islice(waiting, 1)}


def _while_there_is_hope(responses: Iterator[Response]) -> Iterator[Response]:
    """The same responses; raises BackendUnusableError once the rest would fail as well."""
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
                f"The model server stopped: {unconnected} questions in a row got no "
                f"connection ({error.detail})."
            )
        if not answered and failed >= HOPELESS_AFTER:
            raise BackendUnusableError(
                f"The first {failed} questions failed. Last error: {error.detail}"
            )
