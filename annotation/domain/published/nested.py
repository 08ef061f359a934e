"""Published benchmarks in the nested JSON layout of II-Bench and CII-Bench.

Each split is one file with an array of::

    {"local_path": "images/test/test-1.jpg",
     "questions": [{"id", "question", "options", "answer"?, "correct_option"?}],
     "meta_data": {field: label or text, …}}

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

from annotation.domain.published.spelling import choice_spelled, same_name
from annotation.domain.record import fixed_stem
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField, TextField

MOST_BYTES = 256 * 2**20
"""Maximum size of one JSON file in bytes; the published ones have at most 4 MB."""
MOST_PROBLEMS = 20
"""Number of problems listed; the rest is only counted."""


class LayoutProblem(NamedTuple):
    """A place that cannot be read; ``field`` is a dotted path into the record."""

    file: str
    record: str
    field: str
    message: str

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.record, self.field) if part)
        return f"{where}: {self.message}"


class LayoutError(ValueError):
    """The set cannot be read; the message names the places."""

    def __init__(self, problems: Sequence[LayoutProblem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in problems[:MOST_PROBLEMS]]
        if len(problems) > MOST_PROBLEMS:
            lines.append(f"and {len(problems) - MOST_PROBLEMS} more")
        super().__init__("\n".join(lines))


class Disagreement(NamedTuple):
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

    paths: tuple[str, ...]
    """All its paths relative to the folder, that of the first record first."""
    sha256: str | None
    """SHA-256 of its bytes; None when none of its files exists."""
    file: Path | None
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids of the protocol by label field."""
    texts: Mapping[str, str]
    questions: tuple[PublishedQuestion, ...]


@dataclass(frozen=True)
class PublishedSet:
    """A published set."""

    items: tuple[PublishedItem, ...]
    disagreements: tuple[Disagreement, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The first path of each image whose file is missing."""
        return tuple(one.paths[0] for one in self.items if one.file is None)

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
        raise FileNotFoundError(f"{place}: no such file or folder")
    root = place if place.is_dir() else place.parent
    files = sorted(place.glob("*.json")) if place.is_dir() else [place]
    if not files:
        reason = "contains no JSON file"
        raise LayoutError([LayoutProblem(place.name, "", "", reason)])
    reader = _Reader(protocol, root.resolve())
    for file in files:
        reader.read(file)
    if reader.problems:
        raise LayoutError(reader.problems)
    return _grouped(reader.records)


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
    root: Path
    records: list[_Record] = field(default_factory=list)
    problems: list[LayoutProblem] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    here: tuple[str, str] = ("", "")
    """The file and record being read, for messages."""

    def read(self, file: Path) -> None:
        self.here = (file.name, "")
        if file.stat().st_size > MOST_BYTES:
            return self.refuse("", f"is larger than {MOST_BYTES:,} bytes")
        try:
            rows = json.loads(file.read_bytes())
        except (ValueError, RecursionError) as error:
            return self.refuse("", f"is not valid JSON: {error}")
        if not isinstance(rows, list):
            return self.refuse("", "is not an array of records")
        for number, row in enumerate(rows, start=1):
            self.here = (file.name, f"record {number}")
            if isinstance(row, Mapping):
                self.record(row, split=file.stem)
            else:
                self.refuse("", "is not an object")
        return None

    def refuse(self, field: str, message: str) -> None:
        self.problems.append(LayoutProblem(*self.here, field, message))

    def record(self, row: Mapping[str, object], *, split: str) -> None:
        questions = row.get("questions")
        if not isinstance(questions, list) or not questions:
            return self.refuse("questions", "must be a list with at least one question")
        first = questions[0].get("id") if isinstance(questions[0], Mapping) else None
        if isinstance(first, str) and first:
            self.here = (self.here[0], first)
        meta = row.get("meta_data")
        if not isinstance(meta, Mapping):
            return self.refuse("meta_data", "must be an object")
        path = row.get("local_path")
        if not isinstance(path, str) or not path:
            return self.refuse("local_path", "must be the path of the image")
        file = self.file(path)
        labels, texts = self.fields(meta)
        self.records.append(
            _Record(
                name=f"{self.here[0]}, {self.here[1]}",
                path=path,
                file=file,
                sha256=_sha256(file) if file else None,
                meta=json.dumps(meta, sort_keys=True, ensure_ascii=False),
                labels=labels,
                texts=texts,
                questions=[
                    question
                    for at, one in enumerate(questions)
                    if (question := self.question(one, f"questions.{at}", split))
                ],
            )
        )
        return None

    def file(self, path: str) -> Path | None:
        try:
            file = (self.root / path).resolve()
            if not file.is_relative_to(self.root):
                self.refuse("local_path", f"{path} leads outside the folder")
                return None
            return file if file.is_file() else None
        except (OSError, ValueError, RuntimeError) as error:
            self.refuse("local_path", f"is not a path: {error}")
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
                (f for f in self.protocol.fields if same_name(f.id, key)), None
            )
            if isinstance(known, LabelField):
                labels[known.id] = tuple(self.choices(known, value, path))
            elif isinstance(known, TextField):
                texts[known.id] = self.text(value, path)
            elif value not in (None, "", [], {}):
                self.refuse(path, "the protocol has no such label or text")
        return labels, texts

    def choices(self, known: LabelField, value: object, path: str) -> Iterator[str]:
        """Yield the choice ids of a label: a string, a list or ``{"choices": […]}``."""
        given = value.get("choices") if isinstance(value, Mapping) else value
        listed = given if isinstance(given, list) else [given]
        if len(listed) > 1 and not known.multiple:
            self.refuse(path, f"several labels where only one is allowed: {listed!r}")
        for one in listed:
            choice = choice_spelled(known, one) if isinstance(one, str) else None
            if choice is not None:
                yield choice.id
            elif one is not None:
                self.refuse(path, f"the protocol has no label {one!r} in this field")

    def text(self, value: object, path: str) -> str:
        """Return a text that is a string, a list or ``{"text": …}``.

        The entries of a list were never merged; they become paragraphs.
        """
        given = value.get("text") if isinstance(value, Mapping) else value
        listed = given if isinstance(given, list) else [given]
        texts = [one.strip() for one in listed if isinstance(one, str)]
        if len(texts) < len(listed) and given is not None:
            self.refuse(path, "must be a text or a list of texts")
        return "\n\n".join(text for text in texts if text)

    def question(self, row: object, path: str, split: str) -> PublishedQuestion | None:
        if not isinstance(row, Mapping):
            self.refuse(path, "is not an object")
            return None
        id, stem, options = row.get("id"), row.get("question"), row.get("options")
        if not isinstance(id, str | int) or id in ("", True, False):
            self.refuse(f"{path}.id", "must be a name")
        elif str(id) in self.ids:
            self.refuse(f"{path}.id", f"{id} appears twice")
        elif not isinstance(stem, str) or not stem.strip():
            self.refuse(f"{path}.question", "must be a text")
        elif (
            not isinstance(options, list)
            or len(options) < 2
            or not all(isinstance(one, str) for one in options)
        ):
            self.refuse(f"{path}.options", "must be a list of texts")
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
        for one in self.protocol.questions.fixed:
            if same_name(fixed_stem(self.protocol, one), stem):
                return one.id
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
                self.refuse(f"{path}.correct_option", "is not one of the options")
                return None
            return options.index(str(text))
        key = ascii_uppercase.find(letter.strip()) if isinstance(letter, str) else -1
        if not 0 <= key < len(options) or len(str(letter).strip()) != 1:
            self.refuse(f"{path}.answer", f"{letter!r} is not the letter of an option")
            return None
        if text not in (None, "", options[key]):
            self.refuse(f"{path}.correct_option", f"is not option {letter}")
        return key


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _grouped(records: Sequence[_Record]) -> PublishedSet:
    """Group the records into one item per image, in the order of first records."""
    groups: list[list[_Record]] = []
    known: dict[str, list[_Record]] = {}
    # Records with files come first, so that records without can join them by content.
    for record in sorted(records, key=lambda one: one.sha256 is None):
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
        group.sort(key=lambda one: place[id(one)])
    groups.sort(key=lambda group: place[id(group[0])])
    return PublishedSet(
        items=tuple(map(_item, groups)),
        disagreements=tuple(d for group in groups for d in _disagreements(group)),
    )


def _item(group: Sequence[_Record]) -> PublishedItem:
    first = group[0]
    filed = next((one for one in group if one.file is not None), first)
    return PublishedItem(
        paths=tuple(dict.fromkeys(one.path for one in group)),
        sha256=filed.sha256,
        file=filed.file,
        labels=first.labels,
        texts=first.texts,
        questions=tuple(question for one in group for question in one.questions),
    )


def _disagreements(group: Sequence[_Record]) -> Iterator[Disagreement]:
    first = group[0]
    for other in group[1:]:
        mine, theirs = first.labels | first.texts, other.labels | other.texts
        for known in sorted(mine.keys() | theirs.keys()):
            if mine.get(known) != theirs.get(known):
                yield Disagreement(first.name, other.name, known)
