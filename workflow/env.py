"""Typed readers of environment variables. A bad value stops the start, loudly."""

import os
from pathlib import Path
from urllib.parse import quote, urlsplit

_ENOUGH = 32


class EnvironmentVariableError(RuntimeError):
    """An environment variable is missing or cannot be read; the message names it."""


def text(name: str, default: str | None = None) -> str:
    """The variable's text. Without a default it has to be set."""
    value = os.environ.get(name)
    if value:
        return value
    if default is None:
        raise EnvironmentVariableError(f"{name} must be set")
    return default


def secret(name: str, default: str | None = None) -> str:
    """Like ``text``, but ``NAME_FILE`` may name a file that holds the value."""
    file_name = os.environ.get(f"{name}_FILE")
    if file_name:
        try:
            return Path(file_name).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise EnvironmentVariableError(f"{name}_FILE: {error}") from error
    return text(name, default)


def random_secret(name: str) -> str:
    """Like ``secret``, for what nobody may guess: at least 32 characters."""
    value = secret(name)
    if len(value) < _ENOUGH:
        raise EnvironmentVariableError(
            f"{name} has only {len(value)} characters: use {_ENOUGH} random ones"
        )
    return value


def address(name: str, password: str, default: str | None = None) -> str:
    """A server's URL. The variable ``password`` (or its file) may give that apart."""
    url, apart = secret(name, default), secret(password, "")
    if not apart or not url:
        return url
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username or ''}:{quote(apart, safe='')}"
    return parts._replace(netloc=f"{user}@{host}").geturl()


def flag(name: str, *, default: bool) -> bool:
    """``true`` or ``false``, nothing else."""
    value = os.environ.get(name)
    if not value:
        return default
    if value.lower() in {"true", "false"}:
        return value.lower() == "true"
    raise EnvironmentVariableError(f"{name} is {value!r}: it must be true or false")


def whole_number(name: str, default: int) -> int:
    """An integer."""
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
    """An absolute path; it need not exist yet."""
    value = os.environ.get(name)
    return Path(value).expanduser().resolve() if value else default


def words(name: str, default: list[str]) -> list[str]:
    """A list separated by commas."""
    value = os.environ.get(name)
    if not value:
        return default
    return [part.strip() for part in value.split(",") if part.strip()]
