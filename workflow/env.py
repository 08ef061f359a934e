"""Typed readers of environment variables. An invalid value stops the start."""

import os
from pathlib import Path
from urllib.parse import quote, urlsplit

_ENOUGH = 32


class EnvironmentVariableError(RuntimeError):
    """An environment variable is missing or cannot be read; the message names it."""


def text(name: str, default: str | None = None) -> str:
    """Return the variable's text. Without a default it must be set."""
    value = os.environ.get(name)
    if value:
        return value
    if default is None:
        raise EnvironmentVariableError(f"{name} must be set")
    return default


def secret(name: str, default: str | None = None) -> str:
    """Return the variable's text, or the content of the file in ``NAME_FILE``."""
    file_name = os.environ.get(f"{name}_FILE")
    if file_name:
        try:
            return Path(file_name).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise EnvironmentVariableError(f"{name}_FILE: {error}") from error
    return text(name, default)


def random_secret(name: str) -> str:
    """Return a secret of at least 32 characters, so that it cannot be guessed."""
    value = secret(name)
    if len(value) < _ENOUGH:
        raise EnvironmentVariableError(
            f"{name} has only {len(value)} characters: use {_ENOUGH} random ones"
        )
    return value


def address(name: str, password: str, default: str | None = None) -> str:
    """Return a server's URL, with its password from ``password`` or that one's file."""
    url, apart = secret(name, default), secret(password, "")
    if not apart or not url:
        return url
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username or ''}:{quote(apart, safe='')}"
    return parts._replace(netloc=f"{user}@{host}").geturl()


def flag(name: str, *, default: bool) -> bool:
    """Return the boolean of ``true`` or ``false``; other values are errors."""
    value = os.environ.get(name)
    if not value:
        return default
    if value.lower() in {"true", "false"}:
        return value.lower() == "true"
    raise EnvironmentVariableError(f"{name} is {value!r}: it must be true or false")


def whole_number(name: str, default: int) -> int:
    """Return the variable's integer."""
    value = os.environ.get(name)
    if not value:
        return default
    try:
        return int(value)
    except ValueError as error:
        raise EnvironmentVariableError(
            f"{name} is {value!r}: it must be a whole number"
        ) from error


def folder(name: str, default: Path) -> Path:
    """Return an absolute path, which need not exist yet."""
    value = os.environ.get(name)
    return Path(value).expanduser().resolve() if value else default


def words(name: str, default: list[str]) -> list[str]:
    """Return the parts of a comma-separated list."""
    value = os.environ.get(name)
    if not value:
        return default
    return [part.strip() for part in value.split(",") if part.strip()]
