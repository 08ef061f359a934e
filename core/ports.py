"""Ports: what a package needs of a higher one, without importing it.

A port is declared where it is needed, and filled by ``config.wiring`` or when its app is
ready. The use of a port that nothing fills is an error that names the port.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Key = TypeVar("Key")
Provided = TypeVar("Provided")


class UnfilledPortError(KeyError):
    """A port is used that nothing fills."""

    def __str__(self) -> str:
        return str(self.args[0])


class Port(Generic[Parameters, Result]):
    """A function of a higher package. The decorated one declares it and has no body."""

    def __init__(self, declaration: Callable[Parameters, Result]) -> None:
        update_wrapper(self, declaration)
        self._name = f"{declaration.__module__}.{declaration.__qualname__}"
        self._function: Callable[Parameters, Result] | None = None

    def set_function(self, function: Callable[Parameters, Result]) -> None:
        """Let ``function`` answer. Raises ValueError when the port is filled already."""
        if self._function is not None:
            raise ValueError(f"the port {self._name} is filled already")
        self._function = function

    @contextmanager
    def replace_temporarily(
        self, function: Callable[Parameters, Result]
    ) -> Iterator[None]:
        """Let ``function`` answer until the context ends, for tests."""
        before, self._function = self._function, function
        try:
            yield
        finally:
            self._function = before

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        if self._function is None:
            raise UnfilledPortError(f"nothing fills the port {self._name}")
        return self._function(*args, **kwargs)


class KeyedPort(Mapping[Key, Provided]):
    """What higher packages provide by key, such as a machine, as they filled it in."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._provided: dict[Key, Provided] = {}

    def set_provided(self, key: Key, provided: Provided) -> None:
        """Provide for a key. Raises ValueError when something does already."""
        if key in self._provided:
            raise ValueError(f"the port {self._name} is filled already for {key!r}")
        self._provided[key] = provided

    @contextmanager
    def replace_temporarily(self, key: Key, provided: Provided) -> Iterator[None]:
        """Provide this for a key until the context ends, for tests."""
        before = self._provided
        self._provided = {**before, key: provided}
        try:
            yield
        finally:
            self._provided = before

    def __getitem__(self, key: Key) -> Provided:
        if key not in self._provided:
            raise UnfilledPortError(f"nothing fills the port {self._name} for {key!r}")
        return self._provided[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._provided)

    def __len__(self) -> int:
        return len(self._provided)
