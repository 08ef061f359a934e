"""Sections of the settings table, in the order of the reference page."""

from dataclasses import dataclass, field
from typing import Any, TypeVar

from core.environment.variables import INSTALLATION, Service, Variable

V = TypeVar("V", bound=Variable[Any])


@dataclass(kw_only=True)
class VariableSection:
    """Variables of one subject."""

    title: str
    introduction: str = ""
    services: frozenset[Service] = INSTALLATION
    """The services that read its variables, unless a variable says otherwise."""
    variables: list[Variable[Any]] = field(default_factory=list)

    def add_variable(self, variable: V) -> V:
        """Add a variable and return it."""
        self.variables.append(variable)
        return variable

    def services_reading(self, variable: Variable[Any]) -> frozenset[Service]:
        """Return the services that read one of the section's variables."""
        return variable.services or self.services
