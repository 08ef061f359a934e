"""Journal of responses on disk, one JSON line each, from which runs resume."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

from core.domain.texts import _
from subtext_runner.errors import JournalError, SpecError
from subtext_runner.records import Response, response_from_data, response_to_data


class Journal:
    """File to which responses are appended as they arrive.

    A line that a killed process left incomplete is dropped when the file is opened.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            content = path.read_bytes()
            whole = content.rfind(b"\n") + 1
            if whole < len(content):
                os.truncate(path, whole)

    def append(self, response: Response) -> None:
        """Write one response; it is on disk when this returns.

        Raises JournalError where it cannot be written; then nothing of it is left.
        """
        line = json.dumps(
            response_to_data(response), ensure_ascii=False, sort_keys=True
        )
        try:
            with self._path.open("ab", buffering=0) as file:
                size = file.tell()
                content = f"{line}\n".encode()
                try:
                    while content:
                        content = content[file.write(content) :]
                    os.fsync(file.fileno())
                except OSError:
                    file.truncate(size)
                    raise
        except OSError as error:
            raise JournalError(
                _(
                    "The worker cannot write responses to its disk: {reason}. Free "
                    "space or correct the rights there, then continue the run.",
                    reason=error.strerror or error,
                )
            ) from error

    def responses(self) -> list[Response]:
        """Return the latest response to each question, ordered by first response."""
        return read_responses(self._path) if self._path.exists() else []


def read_responses(path: Path) -> list[Response]:
    """Read a file of responses; the last response to a question counts.

    Raises SpecError that names file, line and field.
    """
    latest: dict[str, Response] = {}
    try:
        # Not `splitlines`, which also splits at characters inside a text (U+2028).
        *lines, rest = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"{path}: {error}") from error
    for number, line in enumerate([*lines, rest] if rest else lines, start=1):
        where = f"{path}, line {number}"
        try:
            # Python's reader admits half a surrogate pair, which other tools write.
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise SpecError(f"{where}: {error}") from error
        response = response_from_data(data, where=where)
        latest[response.question_id] = response
    return list(latest.values())


def replies_by_id(responses: Iterable[Response]) -> dict[str, str]:
    """Return the texts by question or item id, without failed calls and empty texts."""
    return {
        response.question_id: response.text
        for response in responses
        if response.error is None and response.text and response.text.strip()
    }
