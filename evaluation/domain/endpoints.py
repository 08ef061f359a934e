"""Named model endpoints that the operator of an installation allows."""

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from workflow.env import EnvironmentVariableError


class Endpoint(NamedTuple):
    """OpenAI-compatible server; only the operator sets its address."""

    name: str
    """Empty for an endpoint that the operator gave by its address alone."""
    address: str
    projects: frozenset[str] = frozenset()
    """Slugs of the projects that may use it; empty for all."""

    @property
    def key_variable(self) -> str:
        """Return the environment variable of the API key, which only workers have."""
        of_its_own = f"_{self.name}".upper().replace("-", "_") if self.name else ""
        return f"SUBTEXT_MODEL_KEY{of_its_own}"

    def open_to(self, project: str) -> bool:
        return not self.projects or project in self.projects


def endpoints_from(entries: Sequence[str]) -> tuple[Endpoint, ...]:
    """Parse entries such as ``laboratory=http://gpu-7:8000/v1``.

    Project slugs may follow: ``NAME=ADDRESS SLUG SLUG``. Raises
    EnvironmentVariableError for an entry that is malformed or appears twice.
    """
    endpoints: dict[str, Endpoint] = {}
    for entry in entries:
        name, _, rest = entry.partition("=")
        address, *projects = rest.split() or [""]
        parts = urlsplit(address)
        if (
            not re.fullmatch(r"[a-z][a-z0-9-]{0,63}", name)
            or parts.scheme not in ("http", "https")
            or not parts.hostname
        ):
            raise EnvironmentVariableError(
                f"SUBTEXT_ENDPOINTS: {entry!r} is not NAME=http(s)://ADDRESS [PROJECT …]"
            )
        if name in endpoints:
            raise EnvironmentVariableError(f"SUBTEXT_ENDPOINTS: {name!r} appears twice")
        endpoints[name] = Endpoint(name, address, frozenset(projects))
    return tuple(endpoints.values())
