"""Files in the nested JSON layout of II-Bench and CII-Bench, read without a protocol.

Each split is one file with an array of::

    {"local_path": "images/test/test-1.jpg",
     "questions": [{"id", "question", "options", "answer"?, "correct_option"?}],
     "meta_data": {field: label or text, …}}
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.domain.reasons import describe_failure
from core.domain.texts import _
from curation.material.domain.base import is_system_file
from published.reading.layout_errors import LayoutError, LayoutProblem

MOST_BYTES = 256 * 2**20
"""Maximum size of one JSON file in bytes; the published ones have at most 4 MB."""
_PATTERNS = ("*.json", "*/*.json", "*/*/*.json")


@dataclass(frozen=True)
class NestedRecord:
    """A record as read from its file; its labels and questions are not checked."""

    file: Path
    name: str
    """Id of its first question, else its number in the file."""
    path: str
    """Path of the image as published."""
    meta: Mapping[str, object]
    questions: Sequence[object]

    @property
    def split(self) -> str:
        return self.file.stem


def find_nested_files(place: Path) -> list[Path]:
    """Return the JSON files of a set: ``place`` itself, or those in or below it.

    The JSON files that lie nearest to ``place`` count, if one of them holds an array;
    a repository also has files such as ``dataset_infos.json`` above its data.
    Raises LayoutError when there is no JSON file.
    """
    if place.is_file():
        return [place]
    nearest: list[Path] = []
    for pattern in _PATTERNS:
        files = files_below(place, pattern)
        if any(begins_with_array(file) for file in files):
            return files
        nearest = nearest or files
    if not nearest:
        problem = LayoutProblem(place.name, "", "", _("contains no JSON file"))
        raise LayoutError([problem])
    return nearest


def files_below(place: Path, pattern: str) -> list[Path]:
    """Return the files below ``place`` by a pattern, sorted, without system files."""
    return sorted(
        file
        for file in place.glob(pattern)
        if file.is_file() and not is_system_file(file.relative_to(place).as_posix())
    )


def begins_with_array(file: Path) -> bool:
    """Return whether a JSON file holds an array, by its first bytes."""
    with file.open("rb") as content:
        return content.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[")


def has_nested_records(file: Path) -> bool:
    """Return whether a file has this layout, also when its records have faults.

    A file that begins with an array but is no JSON is one, so that it is reported.
    """
    if not begins_with_array(file):
        return False
    problems: list[LayoutProblem] = []
    if next(read_nested_layout([file], problems.append), None) is not None:
        return True
    return any(
        not problem.record or problem.field in ("meta_data", "local_path")
        for problem in problems
    )


def read_nested_layout(
    files: Sequence[Path], refuse: Callable[[LayoutProblem], None]
) -> Iterator[NestedRecord]:
    """Yield the records of the files; ``refuse`` is told of each that is none."""
    for file in files:
        if file.stat().st_size > MOST_BYTES:
            message = _("is larger than {most_bytes:,} bytes", most_bytes=MOST_BYTES)
            refuse(LayoutProblem(file.name, "", "", message))
            continue
        try:
            rows = json.loads(file.read_bytes())
        except (ValueError, RecursionError) as error:
            refuse(LayoutProblem(file.name, "", "", describe_failure(error)))
            continue
        if not isinstance(rows, list):
            refuse(LayoutProblem(file.name, "", "", _("is not an array of records")))
            continue
        for number, row in enumerate(rows, start=1):
            record = _record(file, f"record {number}", row)
            if isinstance(record, LayoutProblem):
                refuse(record)
            else:
                yield record


def _record(file: Path, name: str, row: object) -> NestedRecord | LayoutProblem:
    if not isinstance(row, Mapping):
        return LayoutProblem(file.name, name, "", _("is not an object"))
    questions = row.get("questions")
    if not isinstance(questions, list) or not questions:
        message = _("must be a list with at least one question")
        return LayoutProblem(file.name, name, "questions", message)
    first = questions[0].get("id") if isinstance(questions[0], Mapping) else None
    if isinstance(first, str) and first:
        name = first
    meta = row.get("meta_data")
    if not isinstance(meta, Mapping):
        return LayoutProblem(file.name, name, "meta_data", _("must be an object"))
    path = row.get("local_path")
    if not isinstance(path, str) or not path:
        message = _("must be the path of the image")
        return LayoutProblem(file.name, name, "local_path", message)
    return NestedRecord(file, name, path, meta, questions)
