"""Fetching from the web with several workers, which share a queue for each host."""

import ipaddress
from collections.abc import Callable
from datetime import timedelta
from time import sleep

from django.conf import settings
from django.utils import timezone

from curation.imports.models import HostRequestTime
from curation.imports.services.fetcher import Fetcher, FetchLimits

_NAP = 5.0
"""Seconds between two heartbeats of a worker that waits for its turn."""


def make_fetcher(*, beat: Callable[[], None]) -> Fetcher:
    """Return a fetcher with this installation's delays.

    ``beat`` is called while it waits.
    """

    def pace(host: str, seconds: float) -> None:
        wait = wait_for_host(host=host, seconds=seconds)
        while wait > 0:
            sleep(min(wait, _NAP))
            wait -= _NAP
            beat()

    return Fetcher(
        agent=settings.FETCH_AGENT,
        pace=pace,
        limits=FetchLimits(delay=settings.FETCH_DELAY),
        allowed=[ipaddress.ip_network(network) for network in settings.FETCH_NETWORKS],
    )


def wait_for_host(*, host: str, seconds: float) -> float:
    """Reserve the next turn at a host for ``seconds``.

    Returns the number of seconds until the turn begins. Workers that ask at the same
    time get successive turns.
    """
    host = host[-255:]
    while True:
        now = timezone.now()
        turn, _ = HostRequestTime.objects.get_or_create(
            host=host, defaults={"next_at": now}
        )
        begins = max(now, turn.next_at)
        after = begins + timedelta(seconds=seconds)
        free = HostRequestTime.objects.filter(pk=turn.pk, next_at=turn.next_at)
        if free.update(next_at=after):
            return (begins - now).total_seconds()
