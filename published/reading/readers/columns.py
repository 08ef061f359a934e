"""Columns of a table of questions, and a proposal of what each holds."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from string import ascii_uppercase

import yaml

from core.domain.reasons import describe_failure
from core.domain.texts import _

_NAMES: Mapping[str, Sequence[str]] = {
    "id": ("id", "index", "question_id", "qid", "uid", "pid", "no"),
    "image": (
        *("image", "image_path", "local_path", "img", "img_path", "image_file"),
        *("file_name", "filename", "path", "picture", "decoded_image", "images"),
        *("image_1", "image_0", "image1"),
    ),
    "stem": ("question", "stem", "query", "prompt", "text", "problem"),
    "options": ("options", "choices", "candidates", "answers"),
    "key": (
        *("answer", "key", "correct_option", "correct", "gt", "ground_truth"),
        *("label", "answer_index", "correct_answer", "solution"),
    ),
    "split": ("split", "subset", "partition"),
}
_KEY_TEXTS = ("correct_option", "correct_answer", "answer_text")
_OPTION = re.compile(
    r"(?:option|choice|opt|candidate|answer)?[ _-]?([a-j]|[0-9])", re.IGNORECASE
)


class ColumnsError(ValueError):
    """A mapping names a column that the table lacks, or lacks a needed one."""


@dataclass(frozen=True)
class ColumnMapping:
    """The column of a table for each part of a question."""

    stem: str
    options: Sequence[str]
    """One column with a list, or one column an option."""
    id: str | None = None
    image: str | None = None
    key: str | None = None
    key_text: str | None = None
    """The text of the correct option, in a table that has it beside the key."""
    split: str | None = None
    labels: Sequence[str] = ()
    texts: Sequence[str] = ()

    def to_json(self) -> dict[str, object]:
        """Return the mapping as JSON data."""
        return {
            name: list(value) if isinstance(value, tuple | list) else value
            for name, value in asdict(self).items()
        }

    def to_yaml(self) -> str:
        """Return the mapping as YAML, as a file to edit."""
        return str(yaml.safe_dump(self.to_json(), sort_keys=False, allow_unicode=True))


def load_columns(file: Path) -> ColumnMapping:
    """Read a mapping from a YAML file. Raises ColumnsError that names the file."""
    try:
        return read_columns(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, ColumnsError) as error:
        raise ColumnsError(
            _("{where}: {message}", where=file.name, message=describe_failure(error))
        ) from error


def read_columns(text: str) -> ColumnMapping:
    """Read a mapping from YAML.

    Raises ColumnsError that names the field.
    """
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ColumnsError(describe_failure(error)) from error
    return columns_from_json(data)


def columns_from_json(data: object) -> ColumnMapping:
    """Return a mapping from JSON data.

    Raises ColumnsError that names the field.
    """
    if not isinstance(data, Mapping):
        raise ColumnsError(_("must hold the fields stem and options"))
    known = {field.name for field in fields(ColumnMapping)}
    for name, value in data.items():
        if name not in known:
            raise ColumnsError(
                _(
                    "{name}: no such field; known are {fields}",
                    name=name,
                    fields=", ".join(sorted(known)),
                )
            )
        is_list = name in ("options", "labels", "texts")
        if is_list and isinstance(value, str):
            data = {**data, name: [value]}
        elif is_list and not (
            isinstance(value, list) and all(isinstance(column, str) for column in value)
        ):
            raise ColumnsError(_("{name}: must be a list of columns", name=name))
        elif not is_list and not isinstance(value, str | None):
            raise ColumnsError(_("{name}: must be the name of a column", name=name))
    for name in ("stem", "options"):
        if not data.get(name):
            raise ColumnsError(_("{name}: must name a column", name=name))
    return ColumnMapping(**data)


def propose_columns(rows: Sequence[Mapping[str, object]]) -> ColumnMapping:
    """Return what the columns of a table most likely hold, by names and values.

    Raises ColumnsError when there is no stem or no option.
    """
    columns = guess_columns(rows)
    if columns.stem and columns.options:
        return columns
    names = ", ".join(list(dict.fromkeys(name for row in rows for name in row))[:20])
    raise ColumnsError(
        _("none of the columns {columns} is recognised as the options", columns=names)
        if columns.stem
        else _(
            "none of the columns {columns} is recognised as the question", columns=names
        )
    )


def guess_columns(rows: Sequence[Mapping[str, object]]) -> ColumnMapping:
    """Return what is recognised of a table; the stem or the options may be empty.

    Of the other columns, those with few different short values are labels, those with
    text are texts. They are empty if a needed column may be among the others.
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    plain = {re.sub(r"[ -]", "_", name.strip()).casefold(): name for name in names}
    by_part = {
        part: next((plain[known] for known in candidates if known in plain), None)
        for part, candidates in _NAMES.items()
    }
    options = _option_columns(names)
    if by_part["options"] is not None:
        options = [by_part["options"]]
    key_text = next((plain[name] for name in _KEY_TEXTS if name in plain), None)
    if by_part["key"] in (None, key_text):
        key_text = None
    further = further_image_columns(names, by_part["image"])
    used = {*options, *by_part.values(), key_text, *further}
    is_complete = by_part["stem"] is not None and options
    rest = [name for name in names if name not in used] if is_complete else []
    labels = [name for name in rest if _is_label([row.get(name) for row in rows])]
    return ColumnMapping(
        stem=by_part["stem"] or "",
        options=options,
        id=by_part["id"],
        image=by_part["image"],
        key=by_part["key"],
        key_text=key_text,
        split=by_part["split"],
        labels=labels,
        texts=[
            name
            for name in rest
            if name not in labels
            and any(isinstance(row.get(name), str) for row in rows)
        ],
    )


_NUMBER = re.compile(r"[ _-]?(\d+)$")


def further_image_columns(names: Sequence[str], image: str | None) -> Sequence[str]:
    """Return the columns of a question's other images, such as ``image_2`` (MMMU).

    They have the name of the column ``image`` and another number.
    """
    if image is None:
        return ()
    base = _NUMBER.sub("", image)
    numbered = {
        name: int(match.group(1))
        for name in names
        if name != image
        and (match := _NUMBER.search(name))
        and name[: match.start()] == base
    }
    return sorted(numbered, key=lambda name: numbered[name]) if base else ()


def require_columns(columns: ColumnMapping, names: Sequence[str]) -> None:
    """Raise ColumnsError if ``columns`` names a column that the table lacks."""
    for part, value in asdict(columns).items():
        for column in value if isinstance(value, list | tuple) else [value]:
            if column is not None and column not in names:
                raise ColumnsError(
                    _(
                        "{part}: the table has no column {column}; it has {columns}",
                        part=part,
                        column=column,
                        columns=", ".join(dict.fromkeys(names[:20])),
                    )
                )


def _option_columns(names: Sequence[str]) -> list[str]:
    """Return the columns named A, B, C …, ``option_a`` … or ``choice1`` …."""
    by_letter: dict[str, str] = {}
    for name in names:
        match = _OPTION.fullmatch(name.strip())
        if match:
            by_letter.setdefault(match.group(1).upper(), name)
    letters = [letter for letter in ascii_uppercase if letter in by_letter]
    digits = sorted(mark for mark in by_letter if mark.isdecimal())
    marks = letters if len(letters) >= len(digits) else digits
    return [by_letter[mark] for mark in marks] if len(marks) > 1 else []


_MOST_LABELS = 40
_LONGEST_LABEL = 60


def _is_label(values: Sequence[object]) -> bool:
    """Return whether values are few and short enough to be labels."""
    filled = [value for value in values if value not in (None, "", [])]
    flat = [
        label
        for value in filled
        for label in (value if isinstance(value, list) else [value])
    ]
    if not flat or not all(isinstance(label, str) for label in flat):
        return False
    different = {str(label) for label in flat}
    return (
        len(different) <= min(_MOST_LABELS, max(2, len(filled) // 3))
        and max(map(len, different)) <= _LONGEST_LABEL
    )
