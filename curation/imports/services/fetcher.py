"""Fetching images from the web, within limits and the rules of each host."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import monotonic
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

import httpcore
import httpx
from protego import Protego

from core.domain.reasons import describe_failure
from core.domain.texts import Text, _
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.imports.services.network import (
    FAILURES,
    Deadline,
    GuardedTransport,
    Network,
)

_ROBOTS_BYTES = 500 * 2**10
"""Bytes of robots.txt that are read (RFC 9309, section 2.5)."""
_ROBOTS_SECONDS = 3600.0
_ROBOTS_KEPT = 500
_TYPES = ("image/", "application/octet-stream", "binary/octet-stream")
_REDIRECTS = (301, 302, 303, 307, 308)
_BUSY = (429, 503)


def _reason(error: Exception) -> Text:
    """Return why nothing was fetched, where only the client's own error says so."""
    match error:
        case httpx.TimeoutException() | httpcore.TimeoutException():
            return _("there was no response in time")
        case httpx.NetworkError() | httpcore.NetworkError():
            return _("there is no connection")
        case httpx.ProtocolError() | httpcore.ProtocolError():
            return _("the server does not follow the rules of HTTP")
    return _("the address is not valid")


Pace = Callable[[str, float], None]
"""``pace(host, seconds)`` returns when the host may be requested again, and blocks
other requests to it for that many seconds afterwards."""


@dataclass(frozen=True)
class FetchLimits:
    """Limits for fetching one address."""

    max_bytes: int = 64 * 2**20
    max_redirects: int = 5
    silence: float = 10.0
    """Maximum number of seconds without a byte."""
    seconds: float = 60.0
    """Maximum number of seconds for one request, however slow the server is."""
    delay: float = 1.0
    """Seconds between two requests to a host, unless its robots.txt sets a delay."""
    most_delay: float = 60.0
    tries: int = 3
    """Number of tries when a host responds that it is busy."""


class FetchedContent(NamedTuple):
    content: bytes
    address: str
    """The final address, after redirects."""


class _Rules(NamedTuple):
    """The rules of a host's robots.txt; ``rules`` is None if it could not be read."""

    rules: Protego | None
    at: float


class Fetcher:
    """Fetches files within limits. Close it after use."""

    def __init__(
        self,
        *,
        agent: str,
        pace: Pace,
        limits: FetchLimits | None = None,
        allowed: Sequence[Network] = (),
    ) -> None:
        self._agent = agent
        self._pace = pace
        self._limits = limits or FetchLimits()
        self._robots: OrderedDict[str, _Rules] = OrderedDict()
        self._deadline = Deadline()
        self._client = httpx.Client(
            transport=GuardedTransport(allowed, self._deadline),
            timeout=self._limits.silence,
            follow_redirects=False,
            trust_env=False,
            # A compressed response could unpack to any size; images are already
            # compressed.
            headers={"User-Agent": agent, "Accept-Encoding": "identity"},
        )

    def fetch(self, address: str) -> FetchedContent:
        """Return the file at an address. Raises RejectedFileError for every failure."""
        try:
            return self._fetch(address)
        except FAILURES as error:
            raise _failed(address, describe_failure(error, _reason(error))) from error

    def close(self) -> None:
        self._client.close()

    def _fetch(self, address: str) -> FetchedContent:
        for _attempt in range(self._limits.max_redirects + 1):
            delay = self._ask_robots(address)
            result = self._get_patiently(address, delay)
            if isinstance(result, bytes):
                return FetchedContent(result, address)
            address = urljoin(address, result)
        raise _failed(
            address,
            _(
                "more than {max_redirects} redirects",
                max_redirects=self._limits.max_redirects,
            ),
        )

    def _get_patiently(self, address: str, delay: float) -> bytes | str:
        """Return the bytes, or the address of a redirect."""
        host = _host(address)
        for last in [False] * (self._limits.tries - 1) + [True]:
            self._pace(host, delay)
            with self._get(address) as response:
                if response.status_code in _BUSY and not last:
                    wished = response.headers.get("retry-after", "")
                    delay = float(wished) if wished.isdecimal() else 2 * delay
                    delay = min(delay, self._limits.most_delay)
                    # Taking a turn now delays the next one by that time.
                    self._pace(host, delay)
                    continue
                if response.status_code in _REDIRECTS:
                    target = response.headers.get("location", "")
                    if not target:
                        raise _failed(address, _("a redirect without an address"))
                    return str(target)
                if response.status_code != 200:
                    raise _failed(
                        address,
                        _(
                            "the server answered with status {status_code}",
                            status_code=response.status_code,
                        ),
                    )
                return self._body(address, response)
        raise AssertionError("the last try returns or raises")

    def _get(self, address: str) -> AbstractContextManager[httpx.Response]:
        self._deadline.start_countdown(self._limits.seconds)
        return self._client.stream("GET", address)

    def _body(self, address: str, response: httpx.Response) -> bytes:
        kind = response.headers.get("content-type", "").partition(";")[0].strip()
        if kind and not kind.lower().startswith(_TYPES):
            raise RejectedFileError(
                RejectionReason.NOT_AN_IMAGE,
                _("{address} is {kind}", address=address, kind=kind),
            )
        if response.headers.get("content-encoding", "identity") != "identity":
            raise _failed(
                address, _("the answer is compressed, which was not requested")
            )
        announced = response.headers.get("content-length", "")
        if announced.isdecimal() and int(announced) > self._limits.max_bytes:
            raise self._too_large(address)
        content = bytearray()
        for piece in response.iter_raw():
            content += piece
            if len(content) > self._limits.max_bytes:
                raise self._too_large(address)
        return bytes(content)

    def _too_large(self, address: str) -> RejectedFileError:
        most = f"{self._limits.max_bytes:,}"
        message = _("{address} has more than {most} bytes", address=address, most=most)
        return RejectedFileError(RejectionReason.TOO_MANY_BYTES, message)

    def _ask_robots(self, address: str) -> float:
        """Return the delay between two requests in seconds.

        Raises RejectedFileError when robots.txt forbids the address.
        """
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise _failed(address, _("the address must start with http:// or https://"))
        if parts.username is not None or parts.password is not None:
            raise _failed(
                address, _("the address must not contain a user name or password")
            )
        rules = self._rules(f"{parts.scheme}://{parts.netloc}")
        if rules is None:
            raise RejectedFileError(
                RejectionReason.ROBOTS,
                _("robots.txt of {netloc} could not be read", netloc=parts.netloc),
            )
        if not rules.can_fetch(address, self._agent):
            raise RejectedFileError(
                RejectionReason.ROBOTS,
                _("robots.txt of {netloc} forbids it", netloc=parts.netloc),
            )
        wished = rules.crawl_delay(self._agent)
        delay = self._limits.delay if wished is None else float(wished)
        return min(max(delay, 0.0), self._limits.most_delay)

    def _rules(self, origin: str) -> Protego | None:
        known = self._robots.get(origin)
        if known is None or monotonic() - known.at > _ROBOTS_SECONDS:
            known = _Rules(self._read_robots(origin), monotonic())
            self._robots[origin] = known
            if len(self._robots) > _ROBOTS_KEPT:
                self._robots.popitem(last=False)
        return known.rules

    def _read_robots(self, origin: str) -> Protego | None:
        """Read robots.txt by RFC 9309: missing allows all, unreadable forbids all."""
        address = f"{origin}/robots.txt"
        try:
            for _attempt in range(self._limits.max_redirects + 1):
                self._pace(_host(address), 0.0)
                with self._get(address) as response:
                    status = response.status_code
                    if status in _REDIRECTS:
                        target = response.headers.get("location", "")
                        address = urljoin(address, target)
                        if urlsplit(address).scheme not in ("http", "https"):
                            return None
                        continue
                    if status == 200:
                        return Protego.parse(self._beginning(response))
                    return None if status >= 500 else Protego.parse("")
        except FAILURES:
            return None
        return Protego.parse("")

    def _beginning(self, response: httpx.Response) -> str:
        content = bytearray()
        for piece in response.iter_raw():
            content += piece
            if len(content) >= _ROBOTS_BYTES:
                break
        return bytes(content[:_ROBOTS_BYTES]).decode("utf-8", "replace")


def _host(address: str) -> str:
    return urlsplit(address).netloc.lower()


def _failed(address: str, why: str) -> RejectedFileError:
    return RejectedFileError(
        RejectionReason.FETCH_FAILED,
        _("{address} could not be fetched: {why}", address=address, why=why),
    )
