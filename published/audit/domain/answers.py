"""Stored answers of models, by which likely wrong keys are ranked."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.domain.reasons import describe_failure
from core.domain.texts import _


class UnreadableAnswersError(ValueError):
    """A file holds no answers; the message names the line."""


def read_answers(files: Sequence[Path]) -> Mapping[str, Sequence[str]]:
    """Return the letters that models chose, by question id; one file a model.

    Each line is an object with ``id`` (or ``question_id``) and ``answer`` (or
    ``prediction``), a letter.

    Raises:
        UnreadableAnswersError: a line is none, or the file does not exist.
    """
    answers: defaultdict[str, list[str]] = defaultdict(list)
    for file in files:
        try:
            lines = file.read_text("utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise UnreadableAnswersError(
                _(
                    "{file} cannot be read: {error}",
                    file=file.name,
                    error=describe_failure(error),
                )
            ) from error
        for number, line in enumerate(lines, start=1):
            if line.strip():
                place = _("{file}, line {number}", file=file.name, number=number)
                id, letter = _answer(line, place)
                answers[id].append(letter)
    return answers


def _answer(line: str, place: str) -> tuple[str, str]:
    try:
        row = json.loads(line)
    except ValueError as error:
        raise UnreadableAnswersError(
            _("{place}: {message}", place=place, message=describe_failure(error))
        ) from error
    if not isinstance(row, Mapping):
        raise UnreadableAnswersError(_("{place}: is not an object", place=place))
    id = row.get("id", row.get("question_id"))
    letter = row.get("answer", row.get("prediction"))
    if id is None:
        raise UnreadableAnswersError(_("{place}, id: is missing", place=place))
    if not isinstance(letter, str) or len(letter.strip()) != 1:
        raise UnreadableAnswersError(
            _("{place}, answer: must be the letter of an option", place=place)
        )
    return str(id), letter.strip().upper()
