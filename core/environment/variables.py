"""Types of environment variables: how a value is read, described and refused."""

import json
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass, replace
from datetime import date
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, Self, TypeVar
from urllib.parse import quote, urlsplit

from core.time_zones import time_zone_names

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent.parent
"""The folder of the code; files that it brings are named relative to it."""


class EnvironmentVariableError(RuntimeError):
    """Environment variables are missing or cannot be read; the message names them."""


class Service(StrEnum):
    """A process that reads settings; its value is the name that people read."""

    WEB = "web"
    WORKERS = "workers"
    EVALUATION = "evaluation worker"
    COMPOSE = "docker compose"
    TESTS = "tests"


INSTALLATION = frozenset({Service.WEB, Service.WORKERS})
EVERYWHERE = INSTALLATION | {Service.EVALUATION}
ON_WEB = frozenset({Service.WEB})
ON_EVALUATION_WORKER = frozenset({Service.EVALUATION})
IN_COMPOSE = frozenset({Service.COMPOSE})
IN_TESTS = frozenset({Service.TESTS})


@dataclass(frozen=True)
class Variable(ABC, Generic[T]):
    """An environment variable of the settings table."""

    name: str
    description: str
    _: KW_ONLY
    default: T | None = None
    default_text: str = ""
    """The default in words, where a value would not say it."""
    required: bool = False
    """Whether a server does not start without it."""
    instead: "Variable[Any] | None" = None
    """A setting that takes the place of this one: where it is set, none is required."""
    services: frozenset[Service] = frozenset()
    """The services that read it; empty for those of its section."""
    is_prefix: bool = False
    """Whether it may be followed by ``_`` and a name."""

    @property
    def is_set(self) -> bool:
        return bool(os.environ.get(self.name))

    @property
    @abstractmethod
    def allowed_values(self) -> str:
        """The values that are allowed, in words (Markdown)."""

    @abstractmethod
    def parse(self, text: str) -> T:
        """Return the value of a text. Raises ValueError, which says what it must be."""

    def find_value(self) -> T | None:
        """Return the value, or None if the variable is not set.

        Raises EnvironmentVariableError for an invalid value.
        """
        text = self._text()
        if not text:
            return None
        try:
            return self.parse(text)
        except ValueError as error:
            raise EnvironmentVariableError(self._refuse(text, str(error))) from error

    def read(self, default: T | None = None) -> T:
        """Return the value, else ``default``, else the default of the table.

        Raises EnvironmentVariableError for an invalid value, or where there is none.
        """
        for value in (self.find_value(), default, self.default):
            if value is not None:
                return value
        raise EnvironmentVariableError(f"{self.name} must be set.")

    def matches_name(self, name: str) -> bool:
        """Return whether an environment variable of this name is this one."""
        return name == self.name or (
            self.is_prefix and name.startswith(f"{self.name}_")
        )

    def with_name(self, name: str) -> Self:
        """Return this variable under another name, as the one of a listed server."""
        return replace(self, name=name)

    def _text(self) -> str:
        return os.environ.get(self.name, "")

    def _refuse(self, text: str, reason: str) -> str:
        return f"{self.name} is {text!r}: {reason}."


@dataclass(frozen=True, kw_only=True)
class Text(Variable[str]):
    """Any text."""

    allowed_values = "text"

    def parse(self, text: str) -> str:
        return text


@dataclass(frozen=True, kw_only=True)
class Secret(Variable[str]):
    """A text that no message shows; ``NAME_FILE`` may name a file that holds it."""

    least: int = 0
    """The least number of characters, so that it cannot be guessed."""

    @property
    def allowed_values(self) -> str:
        return f"secret of at least {self.least} characters" if self.least else "secret"

    @property
    def is_set(self) -> bool:
        return bool(os.environ.get(self.name) or os.environ.get(f"{self.name}_FILE"))

    def parse(self, text: str) -> str:
        if len(text) < self.least:
            raise ValueError(
                f"it has {len(text)} characters and must have {self.least} random ones"
            )
        return text

    def matches_name(self, name: str) -> bool:
        return Variable.matches_name(self, name.removesuffix("_FILE"))

    def _text(self) -> str:
        path = os.environ.get(f"{self.name}_FILE")
        if not path:
            return os.environ.get(self.name, "")
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise EnvironmentVariableError(
                f"{self.name}_FILE: {path} cannot be read ({error.strerror})."
            ) from error

    def _refuse(self, text: str, reason: str) -> str:
        return f"{self.name}: {reason}."


@dataclass(frozen=True, kw_only=True)
class Address(Secret):
    """The URL of a server; it may hold a password, so it is treated as a secret."""

    schemes: tuple[str, ...] = ("http", "https")

    @property
    def allowed_values(self) -> str:
        return "address, " + " or ".join(f"`{scheme}://…`" for scheme in self.schemes)

    def parse(self, text: str) -> str:
        if not is_server_url(text, self.schemes):
            allowed = " or ".join(f"{scheme}://" for scheme in self.schemes)
            raise ValueError(f"it must be an address that begins with {allowed}")
        return text

    def read_with(self, password: Secret, default: str | None = None) -> str:
        """Return the URL with the value of ``password`` in it, if that is set."""
        url, separate = self.read(default), password.find_value()
        if not separate:
            return url
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
        user = f"{parts.username or ''}:{quote(separate, safe='')}"
        return parts._replace(netloc=f"{user}@{host}").geturl()


@dataclass(frozen=True, kw_only=True)
class Flag(Variable[bool]):
    """``true`` or ``false``."""

    allowed_values = "`true` or `false`"

    def parse(self, text: str) -> bool:
        if text.lower() not in {"true", "false"}:
            raise ValueError("it must be true or false")
        return text.lower() == "true"


@dataclass(frozen=True, kw_only=True)
class TimeZone(Variable[str]):
    """The name of a time zone in which days begin."""

    allowed_values = "`UTC` or an IANA time zone such as `Europe/Berlin`"

    def parse(self, text: str) -> str:
        if text not in time_zone_names():
            raise ValueError(
                "it must be UTC or an IANA time zone such as Europe/Berlin"
            )
        return text


@dataclass(frozen=True, kw_only=True)
class WholeNumber(Variable[int]):
    """An integer in a range."""

    least: int
    most: int

    @property
    def allowed_values(self) -> str:
        return f"whole number from {self.least} to {self.most}"

    def parse(self, text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = self.least - 1
        if not self.least <= number <= self.most:
            raise ValueError(f"it must be a {self.allowed_values}")
        return number


@dataclass(frozen=True, kw_only=True)
class PositiveNumber(Variable[float]):
    """A number above 0."""

    allowed_values = "number above 0"

    def parse(self, text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = 0
        if not 0 < number < float("inf"):
            raise ValueError(f"it must be a {self.allowed_values}")
        return number


@dataclass(frozen=True, kw_only=True)
class Date(Variable[date]):
    """A day."""

    allowed_values = "date as `YYYY-MM-DD`"

    def parse(self, text: str) -> date:
        try:
            return date.fromisoformat(text)
        except ValueError as error:
            raise ValueError("it must be a date such as 2027-03-01") from error


@dataclass(frozen=True, kw_only=True)
class Choice(Variable[str]):
    """One of a few names, or the ``module:Class`` of one's own if that is allowed."""

    choices: tuple[str, ...]
    or_class: bool = False

    @property
    def allowed_values(self) -> str:
        names = [f"`{choice}`" for choice in self.choices]
        return ", ".join([*names, "`module:Class`"] if self.or_class else names)

    def parse(self, text: str) -> str:
        if text in self.choices or (self.or_class and is_class_path(text, ":")):
            return text
        names = [*self.choices, *(["module:Class"] if self.or_class else [])]
        raise ValueError(f"it must be {', '.join(names[:-1])} or {names[-1]}")


@dataclass(frozen=True, kw_only=True)
class Folder(Variable[Path]):
    """An absolute path of a folder."""

    must_exist: bool = False

    @property
    def allowed_values(self) -> str:
        return "existing folder" if self.must_exist else "folder"

    def parse(self, text: str) -> Path:
        path = Path(text).expanduser().resolve()
        if not path.is_dir() and (self.must_exist or path.exists()):
            raise ValueError("there is no such folder")
        return path


@dataclass(frozen=True, kw_only=True)
class File(Variable[Path]):
    """The path of a file that exists; relative ones begin at the code's folder."""

    allowed_values = "existing file"

    def parse(self, text: str) -> Path:
        path = ROOT / Path(text).expanduser()
        if not path.is_file():
            raise ValueError("there is no such file")
        return path


@dataclass(frozen=True, kw_only=True)
class Words(Variable[list[str]]):
    """A list of texts that ``is_valid`` accepts, each of the form ``form``."""

    form: str = "text"
    is_valid: Callable[[str], bool] = bool
    separator: str | None = ","
    """None for spaces."""

    @property
    def allowed_values(self) -> str:
        separator = "commas" if self.separator else "spaces"
        return f"list of `{self.form}`, separated by {separator}"

    def parse(self, text: str) -> list[str]:
        parts = [part.strip() for part in text.split(self.separator) if part.strip()]
        for part in parts:
            if not self.is_valid(part):
                raise ValueError(f"{part!r} is not of the form {self.form}")
        return parts


@dataclass(frozen=True, kw_only=True)
class JsonObject(Variable[dict[str, Any]]):
    """An object as JSON."""

    allowed_values = "JSON object"

    def parse(self, text: str) -> dict[str, Any]:
        try:
            value = json.loads(text)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise ValueError("it must be a JSON object")
        return value


def is_server_url(text: str, schemes: Iterable[str] = ("http", "https")) -> bool:
    """Return whether a text is a URL with a host and one of the schemes."""
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname)
    except ValueError:
        return False


def is_class_path(text: str, separator: str = ".") -> bool:
    """Return whether a text names a class of an installed package.

    Nothing is imported: settings are read before Django is ready.
    """
    name = rf"[^\W\d]\w*(\.[^\W\d]\w*)*{re.escape(separator)}[^\W\d]\w*"
    return bool(
        re.fullmatch(name, text) and find_spec(re.split(r"\W", text, maxsplit=1)[0])
    )
