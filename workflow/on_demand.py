"""Functions whose modules load OpenCV, SciPy, PyArrow, boto3 or the like.

Jobs import such modules as any others. What a web process needs now and then of them is
named here by path and imported when it is first called, so that it answers a second
after it was started. ``tests/contract/test_start_up.py`` says what may not be loaded.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def on_demand(path: str) -> Callable[..., Any]:
    """The function ``package.module.name``; its module is imported at the first call."""
    module, _, name = path.rpartition(".")

    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return call
