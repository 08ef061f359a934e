"""Named model endpoints that the operator of an installation allows."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.environment.variables import EnvironmentVariableError


@dataclass(frozen=True)
class Endpoint:
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

    def is_open_to_project(self, project: str) -> bool:
        return not self.projects or project in self.projects


def parse_endpoints(entries: Sequence[str]) -> tuple[Endpoint, ...]:
    """Parse entries such as ``laboratory=http://gpu-7:8000/v1``.

    Project slugs may follow: ``NAME=ADDRESS SLUG SLUG``. Raises
    EnvironmentVariableError for a name that appears twice.
    """
    endpoints: dict[str, Endpoint] = {}
    for entry in entries:
        name, _, rest = entry.partition("=")
        address, *projects = rest.split()
        if name in endpoints:
            raise EnvironmentVariableError(f"SUBTEXT_ENDPOINTS: {name!r} appears twice")
        endpoints[name] = Endpoint(name, address, frozenset(projects))
    return tuple(endpoints.values())
