"""How the requests of one process wait for each other, and for how long."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, current_thread
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from config.turns import in_turns

Answer = Callable[[WSGIEnvironment, StartResponse], Iterable[bytes]]


def ask(served: Answer, path: str = "/") -> str:
    body = served({"PATH_INFO": path}, lambda status, headers, error=None: None)
    return b"".join(body).decode()


def test_short_requests_are_answered_by_one_thread() -> None:
    def application(environ: object, start: object) -> list[bytes]:
        return [current_thread().name.encode()]

    served = in_turns(application)
    with ThreadPoolExecutor(4) as clients:
        names = set(clients.map(lambda _: ask(served), range(50)))
    assert len(names) == 1


def test_a_long_request_holds_nobody_up() -> None:
    """All of the second kind are answered while the first is still at it."""
    begun, over = Event(), Event()

    def application(environ: WSGIEnvironment, start: object) -> list[bytes]:
        if environ["PATH_INFO"] == "/long":
            begun.set()
            assert over.wait(20)
        return [environ["PATH_INFO"].encode()]

    served = in_turns(application)
    with ThreadPoolExecutor(4) as clients:
        long = clients.submit(ask, served, "/long")
        assert begun.wait(20)
        assert (
            list(clients.map(lambda _: ask(served, "/short"), range(6)))
            == ["/short"] * 6
        )
        assert not long.done()
        over.set()
        assert long.result(20) == "/long"


def test_several_long_requests_run_side_by_side() -> None:
    """Each waits for the others to have begun: one after the other would never end."""
    together = Barrier(3, timeout=20)

    def application(environ: object, start: object) -> list[bytes]:
        together.wait()
        return [b"done"]

    served = in_turns(application)
    with ThreadPoolExecutor(3) as clients:
        assert list(clients.map(lambda _: ask(served), range(3))) == ["done"] * 3


def test_what_the_application_raises_is_raised() -> None:
    def application(environ: object, start: object) -> list[bytes]:
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        ask(in_turns(application))


def test_a_timeout_of_the_application_is_its_own() -> None:
    """It is no sign that the request waits, and so it is not answered twice."""
    times = []

    def application(environ: object, start: object) -> list[bytes]:
        times.append(1)
        raise TimeoutError("the storage")

    with pytest.raises(TimeoutError, match="the storage"):
        ask(in_turns(application))
    assert len(times) == 1
