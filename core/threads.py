"""Calling a function for many keys in several threads."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Key = TypeVar("Key")
Result = TypeVar("Result")


def map_in_threads(
    function: Callable[[Key], Result], keys: Iterable[Key], threads: int, name: str = ""
) -> Iterator[tuple[Key, Result]]:
    """Yield each key with its result, in order.

    Few keys are read ahead, so few results are in memory at a time. What ``function``
    raises is raised here. ``name`` is that of the threads.
    """
    waiting: deque[tuple[Key, Future[Result]]] = deque()
    with ThreadPoolExecutor(threads, name) as pool:
        try:
            for key in keys:
                waiting.append((key, pool.submit(function, key)))
                if len(waiting) > 2 * threads:
                    done, result = waiting.popleft()
                    yield done, result.result()
            while waiting:
                done, result = waiting.popleft()
                yield done, result.result()
        finally:
            for _, result in waiting:
                result.cancel()
