"""Lazy functions whose modules load OpenCV, SciPy, PyArrow, boto3 or the like.

Jobs import such modules normally. Functions that a web process needs occasionally are
named by path and imported at their first call. The process thus answers a second after
its start. ``tests/contract/test_start_up.py`` lists what it must not load.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def on_demand(path: str) -> Callable[..., Any]:
    """Return a function that imports ``package.module.name`` at its first call."""
    module, _, name = path.rpartition(".")

    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return call
