"""Types of environment variables that say where this machine listens."""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address

from core.environment.variables import Variable


@dataclass(frozen=True, kw_only=True)
class HostAndPort(Variable[tuple[str, int]]):
    """A host and a port of this machine."""

    allowed_values = "`HOST:PORT`"

    def parse(self, text: str) -> tuple[str, int]:
        host, _, port = text.rpartition(":")
        if not (host and port.isdecimal() and 0 < int(port) < 2**16):
            raise ValueError("it must be a host and a port, such as 127.0.0.1:8001")
        return host, int(port)


@dataclass(frozen=True, kw_only=True)
class IpAddress(Variable[IPv4Address | IPv6Address]):
    """An IP address of this machine."""

    allowed_values = "IP address"

    def parse(self, text: str) -> IPv4Address | IPv6Address:
        try:
            return ip_address(text)
        except ValueError:
            # Its own message would repeat the text.
            raise ValueError("it must be an IP address such as 192.168.1.20") from None
