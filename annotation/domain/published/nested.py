"""Published benchmarks in II-Bench's nested layout, in the terms of a protocol.

An image with several questions has one record per question, each under another file
name (II-Bench: 1,434 records of 1,222 images). Records belong to one image when their
files have the same bytes. Without files, they do when all of ``meta_data`` is equal:
the explanation of some 170 words was written once per image (II-Bench, Appendix A).
Over the whole published set this gives exactly the number of images in the paper.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

from annotation.domain.published.layout_errors import LayoutError, LayoutProblem
from annotation.domain.published.nested_files import (
    NestedRecord,
    find_nested_files,
    read_nested_records,
)
from annotation.domain.published.places import ImageFinder, ImagePathError
from annotation.domain.published.spelling import find_choice_by_spelling, is_same_name
from annotation.domain.record import fixed_stem
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField, TextField
from workflow.domain.texts import _


class RecordDisagreement(NamedTuple):
    """A field that two records of one image disagree on; the first record counts."""

    first: str
    second: str
    field: str


class PublishedQuestion(NamedTuple):
    """A question as it was published."""

    id: str
    split: str
    fixed: str | None
    """Id of the protocol's fixed question with this stem, if any."""
    stem: str
    options: tuple[str, ...]
    answer: int | None
    """Index of the key from 0; None where the publisher keeps it private."""


@dataclass(frozen=True)
class PublishedItem:
    """An image with everything published about it."""

    files: Mapping[str, Path | None]
    """Its files by all paths under which it was published, in the order of records;
    None where there is no such file."""
    sha256: str | None
    """SHA-256 of its bytes; None when none of its files exists."""
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids of the protocol by label field."""
    texts: Mapping[str, str]
    questions: tuple[PublishedQuestion, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """All paths under which it was published, that of the first record first."""
        return tuple(self.files)

    @property
    def file(self) -> Path | None:
        """Its first file that exists."""
        return next((file for file in self.files.values() if file), None)


@dataclass(frozen=True)
class PublishedSet:
    """A published set."""

    root: Path
    """Folder that holds its JSON files and images."""

    items: tuple[PublishedItem, ...]
    disagreements: tuple[RecordDisagreement, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The first path of each image whose file is missing."""
        return tuple(item.paths[0] for item in self.items if item.file is None)

    @property
    def questions(self) -> tuple[PublishedQuestion, ...]:
        return tuple(question for item in self.items for question in item.questions)


def read_nested(place: Path, protocol: Protocol) -> PublishedSet:
    """Read a JSON file, or all JSON files of a folder, each as a split of that name.

    Labels become the choices of ``protocol``. An answer may be missing or null.

    Raises:
        FileNotFoundError: ``place`` does not exist.
        LayoutError: the files do not have this layout, or hold labels that the protocol
            does not have.
    """
    if not place.exists():
        raise FileNotFoundError(_("{path}: no such file or folder", path=place))
    root = (place if place.is_dir() else place.parent).resolve()
    reader = _Reader(protocol, ImageFinder(root))
    for record in read_nested_records(find_nested_files(place), reader.problems.append):
        reader.record(record)
    if reader.problems:
        raise LayoutError(reader.problems)
    return _grouped(root, reader.records)


@dataclass
class _Record:
    name: str
    path: str
    file: Path | None
    sha256: str | None
    meta: str
    """``meta_data`` as canonical JSON."""
    labels: dict[str, tuple[str, ...]]
    texts: dict[str, str]
    questions: list[PublishedQuestion]

    @property
    def marks(self) -> list[str]:
        """Marks that records of one image share, the most reliable first.

        Labels without a text are not a mark, because many images share them.
        """
        marks = [f"path {self.path}"]
        if self.sha256:
            marks.insert(0, f"bytes {self.sha256}")
        if any(self.texts.values()):
            marks.append(f"meta {self.meta}")
        return marks


@dataclass
class _Reader:
    """A reader of files that collects records and all problems."""

    protocol: Protocol
    images: ImageFinder
    records: list[_Record] = field(default_factory=list)
    problems: list[LayoutProblem] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    here: tuple[str, str] = ("", "")
    """The file and record being read, for messages."""

    def refuse(self, field: str, message: str) -> None:
        self.problems.append(LayoutProblem(*self.here, field, message))

    def record(self, record: NestedRecord) -> None:
        """Take a record in, or list what the protocol does not know in it."""
        self.here = (record.file.name, record.name)
        file = self.file(record)
        labels, texts = self.fields(record.meta)
        self.records.append(
            _Record(
                name=f"{record.file.name}, {record.name}",
                path=record.path,
                file=file,
                sha256=_sha256(file) if file else None,
                meta=json.dumps(record.meta, sort_keys=True, ensure_ascii=False),
                labels=labels,
                texts=texts,
                questions=[
                    question
                    for at, row in enumerate(record.questions)
                    if (question := self.question(row, f"questions.{at}", record.split))
                ],
            )
        )

    def file(self, record: NestedRecord) -> Path | None:
        try:
            return self.images.find(record.path, named_in=record.file)
        except ImagePathError as error:
            self.refuse("local_path", str(error))
            return None

    def fields(
        self, meta: Mapping[str, object]
    ) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
        """Return the labels and texts of a record by the protocol's fields."""
        labels: dict[str, tuple[str, ...]] = {}
        texts: dict[str, str] = {}
        for key, value in meta.items():
            path = f"meta_data.{key}"
            known = next(
                (f for f in self.protocol.fields if is_same_name(f.id, key)), None
            )
            if isinstance(known, LabelField):
                labels[known.id] = tuple(self.choices(known, value, path))
            elif isinstance(known, TextField):
                texts[known.id] = self.text(value, path)
            elif value not in (None, "", [], {}):
                self.refuse(path, _("the protocol has no such label or text"))
        return labels, texts

    def choices(self, known: LabelField, value: object, path: str) -> Iterator[str]:
        """Yield the choice ids of a label: a string, a list or ``{"choices": […]}``."""
        stored = value.get("choices") if isinstance(value, Mapping) else value
        listed = stored if isinstance(stored, list) else [stored]
        if len(listed) > 1 and not known.multiple:
            self.refuse(
                path,
                _(
                    "several labels where only one is allowed: {listed!r}",
                    listed=listed,
                ),
            )
        for entry in listed:
            choice = (
                find_choice_by_spelling(known, entry)
                if isinstance(entry, str)
                else None
            )
            if choice is not None:
                yield choice.id
            elif entry is not None:
                self.refuse(
                    path,
                    _("the protocol has no label {one!r} in this field", one=entry),
                )

    def text(self, value: object, path: str) -> str:
        """Return a text that is a string, a list or ``{"text": …}``.

        The entries of a list were never merged; they become paragraphs.
        """
        stored = value.get("text") if isinstance(value, Mapping) else value
        listed = stored if isinstance(stored, list) else [stored]
        texts = [text.strip() for text in listed if isinstance(text, str)]
        if len(texts) < len(listed) and stored is not None:
            self.refuse(path, _("must be a text or a list of texts"))
        return "\n\n".join(text for text in texts if text)

    def question(self, row: object, path: str, split: str) -> PublishedQuestion | None:
        if not isinstance(row, Mapping):
            self.refuse(path, _("is not an object"))
            return None
        id, stem, options = row.get("id"), row.get("question"), row.get("options")
        if not isinstance(id, str | int) or id in ("", True, False):
            self.refuse(f"{path}.id", _("must be a name"))
        elif str(id) in self.ids:
            self.refuse(f"{path}.id", _("{id} appears twice", id=id))
        elif not isinstance(stem, str) or not stem.strip():
            self.refuse(f"{path}.question", _("must be a text"))
        elif (
            not isinstance(options, list)
            or len(options) < 2
            or not all(isinstance(option, str) for option in options)
        ):
            self.refuse(f"{path}.options", _("must be a list of texts"))
        else:
            self.ids.add(str(id))
            return PublishedQuestion(
                id=str(id),
                split=split,
                fixed=self.fixed(stem),
                stem=stem,
                options=tuple(options),
                answer=self.answer(row, options, path),
            )
        return None

    def fixed(self, stem: str) -> str | None:
        for fixed_question in self.protocol.questions.fixed:
            if is_same_name(fixed_stem(self.protocol, fixed_question), stem):
                return fixed_question.id
        return None

    def answer(
        self, row: Mapping[str, object], options: Sequence[str], path: str
    ) -> int | None:
        """Return the key by its letter, else by its text.

        Two options may have the same text, so the letter comes first.
        """
        letter, text = row.get("answer"), row.get("correct_option")
        if letter in (None, "") and text in (None, ""):
            return None
        if letter in (None, ""):
            if options.count(str(text)) != 1:
                self.refuse(f"{path}.correct_option", _("is not one of the options"))
                return None
            return options.index(str(text))
        key = ascii_uppercase.find(letter.strip()) if isinstance(letter, str) else -1
        if not 0 <= key < len(options) or len(str(letter).strip()) != 1:
            self.refuse(
                f"{path}.answer",
                _("{letter!r} is not the letter of an option", letter=letter),
            )
            return None
        if text not in (None, "", options[key]):
            self.refuse(
                f"{path}.correct_option", _("is not option {letter}", letter=letter)
            )
        return key


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _grouped(root: Path, records: Sequence[_Record]) -> PublishedSet:
    """Group the records into one item per image, in the order of first records."""
    groups: list[list[_Record]] = []
    known: dict[str, list[_Record]] = {}
    # Records with files come first, so that records without can join them by content.
    for record in sorted(records, key=lambda record: record.sha256 is None):
        marks = record.marks
        # Bytes alone decide for a record with a file; its other marks serve later
        # records.
        decisive = marks[:1] if record.sha256 else marks
        group = next((known[mark] for mark in decisive if mark in known), None)
        if group is None:
            group = []
            groups.append(group)
        group.append(record)
        for mark in marks:
            known.setdefault(mark, group)
    place = {id(record): at for at, record in enumerate(records)}
    for group in groups:
        group.sort(key=lambda record: place[id(record)])
    groups.sort(key=lambda group: place[id(group[0])])
    return PublishedSet(
        root,
        items=tuple(map(_item, groups)),
        disagreements=tuple(d for group in groups for d in _disagreements(group)),
    )


def _item(group: Sequence[_Record]) -> PublishedItem:
    first = group[0]
    files: dict[str, Path | None] = {}
    for record in group:
        files[record.path] = files.get(record.path) or record.file
    return PublishedItem(
        files=files,
        sha256=next((record.sha256 for record in group if record.sha256), None),
        labels=first.labels,
        texts=first.texts,
        questions=tuple(question for record in group for question in record.questions),
    )


def _disagreements(group: Sequence[_Record]) -> Iterator[RecordDisagreement]:
    first = group[0]
    for second in group[1:]:
        first_values, second_values = (
            first.labels | first.texts,
            second.labels | second.texts,
        )
        for known in sorted(first_values.keys() | second_values.keys()):
            if first_values.get(known) != second_values.get(known):
                yield RecordDisagreement(first.name, second.name, known)
