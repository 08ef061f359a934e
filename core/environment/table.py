"""The settings table: every environment variable that Subtext reads.

The sections are in the order of ``docs/reference/settings.md``, which is made of them.
"""

import os
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from core.environment import backups, general, images, models, servers
from core.environment.sections import VariableSection
from core.environment.variables import (
    IN_TESTS,
    EnvironmentVariableError,
    Service,
    Text,
    Variable,
)

_PREFIX = "SUBTEXT_"
TESTS = VariableSection(
    title="Tests and development",
    introduction="For `make test`, the benchmarks and the front end's development server.",
    services=IN_TESTS,
)
TESTS.add_variable(
    Text(
        "SUBTEXT_TEST",
        "what tests use: `SUBTEXT_TEST_POSTGRESQL`, `…_REDIS`, `…_CADDY` (CONTRIBUTING.md)",
        is_prefix=True,
        default_text="those of this machine",
    )
)
TEST_DATABASE_URL = TESTS.add_variable(
    Text("SUBTEXT_TEST_DATABASE_URL", "database of tests", default_text="SQLite")
)
TESTS.add_variable(
    Text("SUBTEXT_CHROMIUM", "browser", default_text="`chromium` of the `PATH`")
)
TESTS.add_variable(
    Text(
        "SUBTEXT_API",
        "server that the front end's development server asks (`npm run dev`)",
        default="http://127.0.0.1:8000",
    )
)
GROWTH_DATABASE = TESTS.add_variable(
    Text("SUBTEXT_GROWTH_DATABASE", "database of `benchmarks.growth`")
)

SECTIONS = [
    general.GENERAL,
    *servers.SECTIONS,
    general.MAIL,
    general.PUBLISHING,
    backups.BACKUPS,
    *images.SECTIONS,
    *models.SECTIONS,
    TESTS,
]
REMOVED = {
    "SUBTEXT_ORGANIZERS_INVITE": (
        "Set `organizers_invite: false` under `annotation` in the protocol of each "
        "project whose organizers must not invite people. Then unset the variable."
    ),
}
"""Settings that are no longer read, with what to do instead. A start warns of them."""


def list_variables() -> Iterator[tuple[Variable[Any], frozenset[Service]]]:
    """Yield every variable with the services that read it."""
    for section in SECTIONS:
        for variable in section.variables:
            yield variable, section.services_reading(variable)


def require_valid(services: frozenset[Service], *, is_server: bool = False) -> None:
    """Raise one EnvironmentVariableError that names all wrong settings of services.

    On a server (``is_server``) the required ones must be set.
    """
    problems = list(_find_problems(services, is_server=is_server))
    if len(problems) > 1:
        problems.insert(0, f"{len(problems)} settings are wrong:")
    if problems:
        raise EnvironmentVariableError("\n  ".join(problems))


def _find_problems(services: frozenset[Service], *, is_server: bool) -> Iterator[str]:
    for variable, readers in list_variables():
        if not services & readers:
            continue
        try:
            value = variable.find_value()
        except EnvironmentVariableError as error:
            yield str(error)
            continue
        is_replaced = variable.instead is not None and variable.instead.is_set
        if is_server and variable.required and value is None and not is_replaced:
            yield f"{variable.name} must be set ({variable.description})."
    for name in sorted(os.environ):
        if name.startswith(_PREFIX) and not _is_known(name):
            yield f"{name} is not a setting: {_advice(name)}"


def _is_known(name: str) -> bool:
    return name in REMOVED or any(
        variable.matches_name(name) for variable, _ in list_variables()
    )


def _advice(name: str) -> str:
    # Compared without their common prefix, which would make any two names similar.
    names = [variable.name.removeprefix(_PREFIX) for variable, _ in list_variables()]
    nearest = get_close_matches(name.removeprefix(_PREFIX), names, n=1, cutoff=0.7)
    return f"did you mean {_PREFIX}{nearest[0]}?" if nearest else "unset it."
