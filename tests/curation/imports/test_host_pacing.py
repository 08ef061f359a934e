"""Turns at a host on the web, taken by many workers at the same moment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from curation.imports.services.shared_fetcher import wait_for_host

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_workers_that_come_at_the_same_moment_get_turns_of_their_own() -> None:
    def take(_: int) -> float:
        try:
            return wait_for_host(host="a.example", seconds=100.0)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as workers:
        waits = sorted(workers.map(take, range(18)))
    # Each is told its own turn, 100 s after another's, less what it took to ask.
    assert [round(wait / 100) for wait in waits] == list(range(18))
