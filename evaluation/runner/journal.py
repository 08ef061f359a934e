"""Journal of responses on disk, one JSON line each, from which runs resume."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from evaluation.runner.errors import SpecError
from evaluation.runner.records import Response, problems_by_field, response_to_data


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
        """Write one response; it is on disk when this returns."""
        line = json.dumps(
            response_to_data(response), ensure_ascii=False, sort_keys=True
        )
        with self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"{line}\n")
            file.flush()
            os.fsync(file.fileno())

    def responses(self) -> list[Response]:
        """Return the latest response to each question, ordered by first response."""
        return read_responses(self._path) if self._path.exists() else []


def read_responses(path: Path) -> list[Response]:
    """Read a file of responses; the last response to a question counts.

    Raises SpecError that names file, line and field.
    """
    latest: dict[str, Response] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(f"{path}: {error}") from error
    for number, line in enumerate(lines, start=1):
        try:
            response = Response.model_validate_json(line)
        except ValidationError as error:
            where = f"{path}, line {number}"
            raise SpecError(f"{where}: {problems_by_field(error)}") from error
        latest[response.question_id] = response
    return list(latest.values())


def replies_in(responses: Iterable[Response]) -> dict[str, str]:
    """Return the texts by question or item id, without failed calls and empty texts."""
    return {
        response.question_id: response.text
        for response in responses
        if response.error is None and response.text and response.text.strip()
    }
