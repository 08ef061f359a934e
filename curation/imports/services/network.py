"""HTTP client that connects only to public addresses and allowed networks.

Addresses are checked when a connection is made, after name resolution and on every
redirect. The connection uses the checked address, so a name that resolves differently a
moment later has no effect.
"""

import ipaddress
import socket
import ssl
from collections.abc import Iterable, Iterator, Sequence
from time import monotonic
from typing import Any

import httpcore
import httpx

from core.domain.texts import _
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_CONNECTIONS = 8
_KEPT_SECONDS = 20.0
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")

FAILURES = (
    httpx.HTTPError,
    httpx.InvalidURL,
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
    ValueError,
)
"""Exceptions that a request may raise when the server does not respond correctly."""


def is_public_address(address: Address) -> bool:
    """Return whether an address is public, including an address that it embeds."""
    if isinstance(address, ipaddress.IPv6Address):
        wrapped = address.ipv4_mapped or address.sixtofour
        if address.teredo:
            wrapped = address.teredo[1]
        if address in _NAT64:
            wrapped = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if wrapped is not None:
            return is_public_address(wrapped)
    return address.is_global and not address.is_multicast


class Deadline:
    """Time limit of the current request.

    A limit between two bytes does not stop a server that sends one byte at a time.
    """

    def __init__(self) -> None:
        self._until = float("inf")

    def start_countdown(self, seconds: float) -> None:
        self._until = monotonic() + seconds

    def seconds_left(self, timeout: float | None) -> float:
        """Return the seconds left for the next bytes. Raises ReadTimeout if none."""
        left = self._until - monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout(_("it took too long"))
        return left if timeout is None else min(left, timeout)


class _TimedStream(httpcore.NetworkStream):
    """A connection that stops reading at the deadline."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.seconds_left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, timeout)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        secured = self._inner.start_tls(ssl_context, server_hostname, timeout)
        return _TimedStream(secured, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class GuardedBackend(httpcore.NetworkBackend):
    """A backend that connects only to public addresses and ``allowed`` networks."""

    def __init__(self, allowed: Sequence[Network], deadline: Deadline) -> None:
        self._allowed = allowed
        self._deadline = deadline
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        failure: Exception = httpcore.ConnectError(
            _("{host} has no address", host=host)
        )
        for address in self._resolved(host, port):
            try:
                stream = self._inner.connect_tcp(
                    str(address), port, timeout, local_address, socket_options
                )
                return _TimedStream(stream, self._deadline)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        raise httpcore.UnsupportedProtocol(_("sockets of this machine are not allowed"))

    def _resolved(self, host: str, port: int) -> list[Address]:
        """Resolve a name. One forbidden address among several forbids all."""
        try:
            resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(
                _("{host} cannot be resolved", host=host)
            ) from error
        addresses = list(
            dict.fromkeys(
                ipaddress.ip_address(str(where[0]).partition("%")[0])
                for *_, where in resolved
            )
        )
        for address in addresses:
            inside = any(address in network for network in self._allowed)
            if not inside and not is_public_address(address):
                raise RejectedFileError(
                    RejectionReason.PRIVATE_ADDRESS,
                    _(
                        "{host} resolves to {address}, which is not a public address",
                        host=host,
                        address=address,
                    ),
                )
        return addresses[:4]


class _Stream(httpx.SyncByteStream):
    """A response body of httpcore, adapted to httpx."""

    def __init__(self, stream: Iterable[bytes]) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        yield from self._stream

    def close(self) -> None:
        close = getattr(self._stream, "close", None)
        if close is not None:
            close()


class GuardedTransport(httpx.BaseTransport):
    """httpx transport with the guarded backend.

    It supports no proxy, because a proxy would resolve names itself.
    """

    def __init__(self, allowed: Sequence[Network], deadline: Deadline) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=httpx.create_ssl_context(),
            max_connections=_CONNECTIONS,
            keepalive_expiry=_KEPT_SECONDS,
            network_backend=GuardedBackend(allowed, deadline),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=b"",
                extensions=request.extensions,
            )
        )
        stream = answer.stream
        assert isinstance(stream, Iterable)  # noqa: S101 - of a synchronous pool
        return httpx.Response(
            status_code=answer.status,
            headers=answer.headers,
            stream=_Stream(stream),
            extensions=answer.extensions,
        )

    def close(self) -> None:
        self._pool.close()
