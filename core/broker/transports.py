"""The addresses of brokers that both applications understand."""

from kombu.transport import TRANSPORT_ALIASES

FILES = "files"


def register_transports() -> None:
    """Register this package's transports with Kombu, for ``files://`` and Redis."""
    TRANSPORT_ALIASES[FILES] = "core.broker.files:FileTransport"
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = "core.broker.redis:RedisTransport"
