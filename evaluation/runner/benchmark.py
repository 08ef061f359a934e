"""A released benchmark as the runner sees it: questions, pictures and the protocol."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluation.runner.errors import ReleaseError
from evaluation.runner.formats.registry import find_asked
from evaluation.runner.questions import ImageFile, Question, ReleasedItem
from evaluation.runner.storage import ReleaseFiles, open_release
from projects.domain.protocol.document import (
    Protocol,
    ProtocolError,
    protocol_from_data,
)


@dataclass(frozen=True)
class Benchmark:
    """A release that was read and checked."""

    files: ReleaseFiles
    protocol: Protocol
    questions: tuple[Question, ...]
    items: tuple[ReleasedItem, ...] = ()
    """What was written of each item that has a question, in the order of the splits."""

    @property
    def sha256(self) -> str:
        """The release hash."""
        return self.files.manifest.sha256

    def in_splits(self, splits: Sequence[str]) -> tuple[Question, ...]:
        """The questions of these splits. Raises ReleaseError for an unknown split."""
        self._require_known(splits)
        return tuple(q for q in self.questions if q.split in splits)

    def items_in(self, splits: Sequence[str]) -> tuple[ReleasedItem, ...]:
        """The items of these splits. Raises ReleaseError for an unknown split."""
        self._require_known(splits)
        return tuple(item for item in self.items if item.split in splits)

    def _require_known(self, splits: Sequence[str]) -> None:
        known = {split.id for split in self.protocol.release.splits}
        for split in splits:
            if split not in known:
                reason = f"has no split {split!r}; there are {', '.join(sorted(known))}"
                raise ReleaseError(self.files.uri, reason)

    def with_answers(self, answers: Mapping[str, Any]) -> "Benchmark":
        """The same with the keys that the release does not hold, by id."""
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
    items: dict[str, ReleasedItem] = {}
    for split in protocol.release.splits:
        path = f"questions/{split.id}.jsonl"
        if not files.has(path):
            continue
        for number, line in enumerate(files.read(path).splitlines(), start=1):
            at = f"{files.uri}/{path}, line {number}"
            data = _json(line, where=at)
            question = _question(data, protocol, where=at)
            if question.split != split.id:
                raise ReleaseError(at, f"split is {question.split!r}")
            if question.id in questions:
                raise ReleaseError(at, f"id {question.id!r} is there twice")
            questions[question.id] = question
            if question.item_id not in items:
                items[question.item_id] = _item(question, data, protocol)
    return Benchmark(
        files=files,
        protocol=protocol,
        questions=tuple(questions.values()),
        items=tuple(items.values()),
    )


def _item(question: Question, data: object, protocol: Protocol) -> ReleasedItem:
    written: dict[str, str] = {}
    filled: dict[str, dict[str, str]] = {}
    line = data if isinstance(data, Mapping) else {}
    texts, sentences = line.get("texts"), line.get("sentences")
    if isinstance(texts, Mapping):
        written |= {field: str(text) for field, text in texts.items() if text}
    if isinstance(sentences, Mapping):
        for field in protocol.sentences:
            slots = sentences.get(field.id)
            if isinstance(slots, Mapping) and slots:
                written[field.id] = field.filled(slots)
                filled[field.id] = {slot: str(text) for slot, text in slots.items()}
    return ReleasedItem(
        question.item_id,
        question.split,
        question.images,
        written,
        question.labels,
        filled,
    )


def _json(content: bytes, *, where: str) -> object:
    try:
        return json.loads(content)
    except ValueError as error:
        raise ReleaseError(where, f"is not JSON: {error}") from error


def _question(data: object, protocol: Protocol, *, where: str) -> Question:
    if not isinstance(data, Mapping):
        raise ReleaseError(where, "is not an object")
    format_id = data.get("format")
    kind = find_asked(format_id) if isinstance(format_id, str) else None
    if kind is None:
        raise ReleaseError(where, f"format {format_id!r} cannot be asked here")
    options = tuple(_texts(data, "options", where=where))
    answer = data.get("answer")
    refusal = kind.refusal(answer, options)
    if refusal is not None:
        raise ReleaseError(where, refusal)
    return Question(
        id=_text(data, "id", where=where),
        item_id=_text(data, "item_id", where=where),
        split=_text(data, "split", where=where),
        images=_images(data, where=where),
        language=_text(data, "language", where=where),
        stem=_text(data, "stem", where=where),
        options=options,
        answer=answer,
        format=kind.id,
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
