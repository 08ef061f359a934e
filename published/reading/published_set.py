"""A published benchmark in the terms of a protocol.

An image with several questions may have one record per question, each under another
file name (II-Bench: 1,434 records of 1,222 images). Records belong to one image when
their files have the same bytes. Without files, they do when all labels and texts are
equal: the explanation of some 170 words was written once per image (II-Bench, Appendix
A). Over the whole published set this gives exactly the number of images in the paper.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from annotation.records.domain.record import fixed_stem
from core.domain.texts import _
from published.reading.benchmark import Benchmark, BenchmarkQuestion
from published.reading.layout_errors import LayoutError, LayoutProblem
from published.reading.spelling import find_choice_by_spelling, is_same_name
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField, TextField


class RecordDisagreement(NamedTuple):
    """A field that two records of one image disagree on; the first record counts."""

    question: str
    """Id of the first record's question."""
    place: str
    """File and record of the second."""
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
    def published_paths(self) -> tuple[str, ...]:
        """All paths under which it was published, that of the first record first."""
        return tuple(self.files)

    @property
    def existing_file(self) -> Path | None:
        """Its first file that exists."""
        return next((file for file in self.files.values() if file), None)


@dataclass(frozen=True)
class PublishedSet:
    """A published set."""

    items: tuple[PublishedItem, ...]
    disagreements: tuple[RecordDisagreement, ...]

    @property
    def missing_image_paths(self) -> tuple[str, ...]:
        """The first path of each image whose file is missing."""
        return tuple(
            item.published_paths[0] for item in self.items if item.existing_file is None
        )

    @property
    def questions(self) -> tuple[PublishedQuestion, ...]:
        return tuple(question for item in self.items for question in item.questions)


def match_protocol(benchmark: Benchmark, protocol: Protocol) -> PublishedSet:
    """Return a benchmark with the labels, texts and fixed questions of a protocol.

    Raises:
        LayoutError: records cannot be read, or hold what the protocol does not have.
    """
    matcher = _Matcher(protocol, benchmark.images, list(benchmark.unreadable))
    for question in benchmark.questions:
        matcher.add(question)
    if matcher.problems:
        raise LayoutError(matcher.problems)
    return _grouped(matcher.records)


@dataclass
class _Record:
    place: str
    path: str
    file: Path | None
    sha256: str | None
    meta: str
    """Labels and texts as canonical JSON."""
    labels: dict[str, tuple[str, ...]]
    texts: dict[str, str]
    question: PublishedQuestion

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
class _Matcher:
    """Collects the records of a benchmark and all problems."""

    protocol: Protocol
    images: Mapping[str, Path | None]
    problems: list[LayoutProblem]
    records: list[_Record] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    unknown_fields: set[tuple[str, str]] = field(default_factory=set)
    """File and name of each field that was refused."""
    hashes: dict[Path, str] = field(default_factory=dict)

    def add(self, question: BenchmarkQuestion) -> None:
        """Add a question, or list what the protocol does not know in it."""
        self._require(question)
        labels, texts = self._fields(question)
        file = self.images.get(question.image or "")
        if file is not None and file not in self.hashes:
            self.hashes[file] = _sha256(file)
        fields = [sorted(question.labels.items()), sorted(question.texts.items())]
        self.records.append(
            _Record(
                place=question.source_location,
                path=question.image or "",
                file=file,
                sha256=self.hashes[file] if file else None,
                meta=json.dumps(fields, ensure_ascii=False),
                labels=labels,
                texts=texts,
                question=PublishedQuestion(
                    id=question.id,
                    split=question.split,
                    fixed=self._fixed(question.stem),
                    stem=question.stem,
                    options=question.options,
                    answer=question.key_index,
                ),
            )
        )

    def _refuse(self, question: BenchmarkQuestion, field: str, message: str) -> None:
        place = (question.file, question.record, field)
        self.problems.append(LayoutProblem(*place, message))

    def _require(self, question: BenchmarkQuestion) -> None:
        """List what keeps a question from being one of an item."""
        if question.id in self.ids:
            self._refuse(question, "id", _("{id} appears twice", id=question.id))
        self.ids.add(question.id)
        if question.image is None:
            self._refuse(question, "image", _("names no image"))
        if question.more_images:
            message = _(
                "has {number} images; items of this project have one",
                number=len(question.all_images),
            )
            self._refuse(question, "image", message)
        if len(question.options) < 2:
            self._refuse(question, "options", _("must have at least two options"))
        if question.key is not None and question.key_index is None:
            message = _("{key} names no option", key=question.key)
            self._refuse(question, "answer", message)
        if question.key_contradicts_text:
            message = _("is not the text of option {letter}", letter=question.key)
            self._refuse(question, "correct_option", message)

    def _fields(
        self, question: BenchmarkQuestion
    ) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
        """Return the labels and texts of a record by the protocol's fields."""
        labels: dict[str, tuple[str, ...]] = {}
        texts: dict[str, str] = {}
        texts_as_lists = {name: (text,) for name, text in question.texts.items()}
        values: Mapping[str, Sequence[str]] = {**question.labels, **texts_as_lists}
        for name, written in values.items():
            known = next(
                (f for f in self.protocol.fields if is_same_name(f.id, name)), None
            )
            if isinstance(known, LabelField):
                labels[known.id] = tuple(self._choices(question, known, name, written))
            elif isinstance(known, TextField):
                texts[known.id] = "\n\n".join(text.strip() for text in written)
            else:
                self._refuse_field(question.file, name)
        return labels, texts

    def _refuse_field(self, file: str, name: str) -> None:
        """List an unknown field once for all records of its file."""
        if (file, name) not in self.unknown_fields:
            self.unknown_fields.add((file, name))
            message = _(
                "the protocol has no such label or text. Add it to the protocol, or "
                "remove it from the file or the mapping"
            )
            self.problems.append(LayoutProblem(file, "", name, message))

    def _choices(
        self,
        question: BenchmarkQuestion,
        known: LabelField,
        name: str,
        written: Sequence[str],
    ) -> Iterator[str]:
        """Yield the choice ids of a label."""
        if len(written) > 1 and not known.multiple:
            message = _(
                "several labels where only one is allowed: {labels}",
                labels=", ".join(written),
            )
            self._refuse(question, name, message)
        for label in written:
            choice = find_choice_by_spelling(known, label)
            if choice is not None:
                yield choice.id
            else:
                message = _(
                    "the protocol has no label {label} in this field", label=label
                )
                self._refuse(question, name, message)

    def _fixed(self, stem: str) -> str | None:
        for fixed_question in self.protocol.questions.fixed:
            if is_same_name(fixed_stem(self.protocol, fixed_question), stem):
                return fixed_question.id
        return None


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _grouped(records: Sequence[_Record]) -> PublishedSet:
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
        questions=tuple(record.question for record in group),
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
                yield RecordDisagreement(first.question.id, second.place, known)
