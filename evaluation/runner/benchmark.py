"""A released benchmark as the runner sees it: questions, pictures and the protocol."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evaluation.runner.errors import ReleaseError
from evaluation.runner.storage import ReleaseFiles, open_release
from projects.domain.protocol.document import (
    Protocol,
    ProtocolError,
    protocol_from_data,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class ImageFile:
    """One published picture: its path inside the release and its SHA-256."""

    path: str
    sha256: str


@dataclass(frozen=True)
class Question:
    """One single-choice question about one item."""

    id: str
    item_id: str
    split: str
    images: tuple[ImageFile, ...]
    language: str
    stem: str
    options: tuple[str, ...]
    answer: str | None
    """The letter of the key; None where the release keeps it private."""
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids by label field."""

    @property
    def letters(self) -> str:
        """The letters of the options in order, such as ``ABCDEF``."""
        return LETTERS[: len(self.options)]

    def options_in(self, order: str) -> tuple[str, ...]:
        """The options as they are shown in this order of their letters."""
        return tuple(self.options[LETTERS.index(letter)] for letter in order)

    @property
    def cluster(self) -> tuple[str, ...]:
        """What questions about the same pictures have in common."""
        return tuple(image.sha256 for image in self.images)


@dataclass(frozen=True)
class Benchmark:
    """A release that was read and checked."""

    files: ReleaseFiles
    protocol: Protocol
    questions: tuple[Question, ...]

    @property
    def sha256(self) -> str:
        """The release hash."""
        return self.files.manifest.sha256

    def in_splits(self, splits: Sequence[str]) -> tuple[Question, ...]:
        """The questions of these splits. Raises ReleaseError for an unknown split."""
        known = {split.id for split in self.protocol.release.splits}
        for split in splits:
            if split not in known:
                reason = f"has no split {split!r}; there are {', '.join(sorted(known))}"
                raise ReleaseError(self.files.uri, reason)
        return tuple(q for q in self.questions if q.split in splits)

    def with_answers(self, answers: Mapping[str, str]) -> "Benchmark":
        """The same with the letters of keys that the release does not hold, by id."""
        questions = tuple(
            replace(question, answer=answers[question.id])
            if question.answer is None and question.id in answers
            else question
            for question in self.questions
        )
        return replace(self, questions=questions)

    def image(self, image: ImageFile) -> bytes:
        """The picture's verified bytes. Raises ReleaseError naming the file."""
        content = self.files.read(image.path)
        if self.files.manifest.digests[image.path] != image.sha256:
            where = f"{self.files.uri}/{image.path}"
            raise ReleaseError(where, "is not the picture that the question names")
        return content


def read_benchmark(
    uri: str, *, sha256: str | None = None, cache: Path | None = None
) -> Benchmark:
    """Read a release folder (see ``open_release`` for addresses).

    Every file read is compared with the manifest; pictures when they are asked for.
    Raises ReleaseError naming the file, and the line and field in a questions file.
    """
    files = open_release(uri, sha256=sha256, cache=cache)
    where = f"{files.uri}/benchmark.json"
    document = _json(files.read("benchmark.json"), where=where)
    try:
        protocol = protocol_from_data(document, origin=where)
    except ProtocolError as error:
        raise ReleaseError(where, str(error)) from error
    questions: dict[str, Question] = {}
    for split in protocol.release.splits:
        path = f"questions/{split.id}.jsonl"
        if not files.has(path):
            continue
        for number, line in enumerate(files.read(path).splitlines(), start=1):
            at = f"{files.uri}/{path}, line {number}"
            question = _question(_json(line, where=at), protocol, where=at)
            if question.split != split.id:
                raise ReleaseError(at, f"split is {question.split!r}")
            if question.id in questions:
                raise ReleaseError(at, f"id {question.id!r} is there twice")
            questions[question.id] = question
    return Benchmark(
        files=files, protocol=protocol, questions=tuple(questions.values())
    )


def _json(content: bytes, *, where: str) -> object:
    try:
        return json.loads(content)
    except ValueError as error:
        raise ReleaseError(where, f"is not JSON: {error}") from error


def _question(data: object, protocol: Protocol, *, where: str) -> Question:
    if not isinstance(data, Mapping):
        raise ReleaseError(where, "is not an object")
    kind = data.get("format")
    if kind != "single_choice":
        raise ReleaseError(
            where, f"format {kind!r} cannot be asked, only single_choice"
        )
    options = tuple(_texts(data, "options", where=where))
    if not 2 <= len(options) <= len(LETTERS):
        raise ReleaseError(where, f"options: there are {len(options)}")
    answer = data.get("answer")
    if answer is not None and answer not in tuple(LETTERS[: len(options)]):
        raise ReleaseError(where, f"answer: {answer!r} is no letter of an option")
    return Question(
        id=_text(data, "id", where=where),
        item_id=_text(data, "item_id", where=where),
        split=_text(data, "split", where=where),
        images=_images(data, where=where),
        language=_text(data, "language", where=where),
        stem=_text(data, "stem", where=where),
        options=options,
        answer=answer,
        labels=_labels(data, protocol, where=where),
    )


def _text(data: Mapping[str, object], key: str, *, where: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise ReleaseError(where, f"{key}: a text is missing")
    return value


def _texts(data: Mapping[str, object], key: str, *, where: str) -> list[str]:
    values = data.get(key)
    if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
        raise ReleaseError(where, f"{key}: a list of texts is missing")
    return values


def _images(data: Mapping[str, object], *, where: str) -> tuple[ImageFile, ...]:
    images = data.get("images")
    if not isinstance(images, list):
        raise ReleaseError(where, "images: a list is missing")
    found = []
    for image in images:
        if not isinstance(image, Mapping):
            raise ReleaseError(where, "images: an entry is no object")
        path = _text(image, "path", where=f"{where}, images")
        sha256 = _text(image, "sha256", where=f"{where}, images")
        found.append(ImageFile(path=path, sha256=sha256))
    return tuple(found)


def _labels(
    data: Mapping[str, object], protocol: Protocol, *, where: str
) -> dict[str, tuple[str, ...]]:
    labels = data.get("labels", {})
    if not isinstance(labels, Mapping):
        raise ReleaseError(where, "labels: is no object")
    fields = {field.id: field for field in protocol.labels}
    checked: dict[str, tuple[str, ...]] = {}
    for field_id in labels:
        if field_id not in fields:
            raise ReleaseError(where, f"labels: the protocol has no field {field_id!r}")
        choices = _texts(labels, field_id, where=f"{where}, labels")
        for choice in choices:
            if fields[field_id].choice(choice) is None:
                raise ReleaseError(where, f"labels.{field_id}: no choice {choice!r}")
        checked[field_id] = tuple(choices)
    return checked
