"""Concurrent calls: threads that take requests and return responses."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice

from core.domain.texts import _
from subtext_runner.backends.base import PromptRequest
from subtext_runner.errors import BackendUnusableError
from subtext_runner.records import Response

FAILURES_IN_A_ROW = 10
"""Failures in a row after which a run stops, unless the worker has its own number."""
_LOOK = 1.0
"""Seconds between two looks at whether the run was cancelled."""


class FailureWatch:
    """Looks at the responses of a run for failures that all others would meet, too."""

    def __init__(self, limit: int = FAILURES_IN_A_ROW) -> None:
        self._limit = limit
        self._in_a_row = 0

    def reason_to_stop(self, response: Response) -> BackendUnusableError | None:
        """Count one response; return why no further question should be asked."""
        if response.error is None:
            self._in_a_row = 0
            return None
        self._in_a_row += 1
        if self._in_a_row < self._limit:
            return None
        return BackendUnusableError(
            _(
                "{failed} questions in a row failed. Last error: {reason}. Correct the "
                "cause, then continue the run: it asks only questions without a "
                "response.",
                failed=self._in_a_row,
                reason=response.error.detail.rstrip("."),
            )
        )


def ask_in_parallel(
    requests: Iterable[PromptRequest],
    ask: Callable[[PromptRequest], Response | None],
    *,
    threads: int,
    stop: Callable[[], None],
    cancelled: Callable[[], bool],
    failures: FailureWatch,
) -> Iterator[Response]:
    """Call ``ask`` for every request in parallel threads; yield the responses.

    A thread takes the next request only after the caller took a response and could save
    it. So a process that dies loses only the calls in progress. ``ask`` returns None
    once it was stopped, also by a run that is ``cancelled`` while all threads wait. An
    exception in one thread, or failures that all other questions
    would meet, too, call ``stop``; it is raised here after the calls in progress were
    awaited and yielded. Closing the iterator calls ``stop`` and waits for the threads.
    """
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from _responses(
                pool, requests, ask, threads, stop, cancelled, failures
            )
        finally:
            stop()


def _responses(
    pool: ThreadPoolExecutor,
    requests: Iterable[PromptRequest],
    ask: Callable[[PromptRequest], Response | None],
    threads: int,
    stop: Callable[[], None],
    cancelled: Callable[[], bool],
    failures: FailureWatch,
) -> Iterator[Response]:
    waiting = iter(requests)
    reason: Exception | None = None
    pending = {pool.submit(ask, request) for request in islice(waiting, threads)}
    while pending:
        done, pending = wait(pending, timeout=_LOOK, return_when=FIRST_COMPLETED)
        if cancelled():
            stop()
        for future in done:
            error = future.exception()
            if isinstance(error, Exception):
                reason = reason or error
            elif (response := future.result()) is not None:
                yield response
                reason = reason or failures.reason_to_stop(response)
            if reason is None:
                pending |= {pool.submit(ask, request) for request in islice(waiting, 1)}
            else:
                stop()
    if reason is not None:
        raise reason
