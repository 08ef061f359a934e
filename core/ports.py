"""Ports: what an earlier stage asks of a later one, without importing it."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Port(Generic[Parameters, Result]):
    """A function that a later stage implements; ``config.wiring`` binds it.

    Until then the decorated function answers.
    """

    def __init__(self, default: Callable[Parameters, Result]) -> None:
        update_wrapper(self, default)
        self._implementation = default

    def bind(self, implementation: Callable[Parameters, Result]) -> None:
        """Let ``implementation`` answer from now on."""
        self._implementation = implementation

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        return self._implementation(*args, **kwargs)
