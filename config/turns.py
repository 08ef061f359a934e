"""The requests of one process are answered one after the other, by one thread."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PATIENCE = 0.1
"""Seconds after which a request no longer waits for its turn."""


def in_turns(application: WSGIApplication) -> WSGIApplication:
    """``application``, answered in turns as long as each of them is short.

    One thread of a process runs Python at a time anyway. Left alone, the threads of the
    server pass that on at every answer of the database, some twenty times a request,
    each with a database connection of its own: when many people work, that takes a
    quarter of the processor time. Here one thread, with one connection, answers. What
    takes long, an upload say, holds nobody up: who has waited for ``PATIENCE`` is
    answered by the thread that they came by. Bodies are sent by that one always.
    """
    thread = ThreadPoolExecutor(1, thread_name_prefix="turns")

    def served(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = thread.submit(application, environ, start)
        try:
            return answer.result(PATIENCE)
        except TimeoutError:
            # It is being answered, or has been: only what has not begun is cancelled.
            if not answer.cancel():
                return answer.result()
            return application(environ, start)

    return served
