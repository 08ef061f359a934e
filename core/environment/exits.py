"""Ending a process with one sentence where its settings are wrong."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from core.environment.variables import EnvironmentVariableError


@contextmanager
def exit_on_wrong_settings() -> Iterator[None]:
    """Print which settings are wrong in place of a traceback, and exit with status 1."""
    try:
        yield
    except EnvironmentVariableError as error:
        sys.exit(str(error))
