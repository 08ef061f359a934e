"""The addresses of an installation on one machine, as ``SUBTEXT_LISTEN`` sets them."""

import socket

from core.environment import general, servers

_OF_THIS_MACHINE = ["127.0.0.1", "localhost", "[::1]"]


def is_reachable_from_network() -> bool:
    """Return whether other machines can reach the web server."""
    return not general.LISTEN.read().is_loopback


def allowed_hosts() -> list[str]:
    """Return the names under which the web server answers.

    In a network these are its address, the machine's name, and ``SUBTEXT_HOSTS``.
    Others are refused, so that a web site cannot lead a browser here under its name.
    """
    if not is_reachable_from_network():
        return _OF_THIS_MACHINE
    name = socket.gethostname()
    own = [_host(str(general.LISTEN.read())), name, f"{name}.local"]
    return [*_OF_THIS_MACHINE, *own, *servers.HOSTS.read()]


def web_url() -> str:
    """Return the URL that people open."""
    address = general.LISTEN.read()
    host = socket.gethostname() if address.is_unspecified else _host(str(address))
    return f"http://{host}:{general.PORT.read()}"


def local_host() -> str:
    """Return the host at which this machine itself reaches the web server."""
    address = general.LISTEN.read()
    return "localhost" if address.is_unspecified else _host(str(address))


def _host(address: str) -> str:
    return f"[{address}]" if ":" in address else address
