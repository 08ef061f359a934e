"""Released benchmark as the runner reads it: questions, images and protocol."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from core.domain.texts import _
from subtext_protocol.document import Protocol
from subtext_protocol.reading import ProtocolError, protocol_from_data
from subtext_runner.errors import ReleaseError
from subtext_runner.formats.registry import find_scorer
from subtext_runner.questions import ImageFile, Question, ReleasedItem
from subtext_runner.records import problems_by_field
from subtext_runner.storage import ReleaseFiles, ReleaseLocation, open_release

_QUESTION = TypeAdapter(Question)


@dataclass(frozen=True)
class Benchmark:
    """A release that was read and verified."""

    files: ReleaseFiles
    protocol: Protocol
    questions: tuple[Question, ...]
    items: tuple[ReleasedItem, ...] = ()
    """Texts of each item that has a question, in the order of the splits."""

    @property
    def sha256(self) -> str:
        """The release hash."""
        return self.files.manifest.sha256

    def questions_in_splits(self, splits: Sequence[str]) -> tuple[Question, ...]:
        """Return the questions of these splits.

        Raises ReleaseError for an unknown split.
        """
        self._require_known(splits)
        return tuple(q for q in self.questions if q.split in splits)

    def items_in_splits(self, splits: Sequence[str]) -> tuple[ReleasedItem, ...]:
        """Return the items of these splits.

        Raises ReleaseError for an unknown split.
        """
        self._require_known(splits)
        return tuple(item for item in self.items if item.split in splits)

    def _require_known(self, splits: Sequence[str]) -> None:
        known = {split.id for split in self.protocol.release.splits}
        for split in splits:
            if split not in known:
                reason = _(
                    "has no split {split!r}: choose one of {known}",
                    split=split,
                    known=", ".join(sorted(known)),
                )
                raise ReleaseError(self.files.uri, reason)

    def with_answers(self, answers: Mapping[str, Any]) -> "Benchmark":
        """Return the benchmark with private correct answers added, by question id."""
        questions = tuple(
            replace(question, answer=answers[question.id])
            if question.answer is None and question.id in answers
            else question
            for question in self.questions
        )
        return replace(self, questions=questions)

    def read_image(self, image: ImageFile) -> bytes:
        """Return the verified bytes of an image.

        Raises ReleaseError that names the file.
        """
        content = self.files.read(image.path)
        if self.files.manifest.digests[image.path] != image.sha256:
            where = f"{self.files.uri}/{image.path}"
            raise ReleaseError(where, _("is not the image that the question names"))
        return content


def read_benchmark(
    uri: str,
    *,
    sha256: str | None = None,
    cache: Path | None = None,
    location: ReleaseLocation | None = None,
) -> Benchmark:
    """Read a release folder (see ``open_release`` for addresses and locations).

    Every file is verified against the manifest; images when they are used. Raises
    ReleaseError that names the file, and the line and field in a questions file.
    """
    files = open_release(uri, sha256=sha256, cache=cache, location=location)
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
        if not files.has_file(path):
            continue
        for number, line in enumerate(files.read(path).splitlines(), start=1):
            at = f"{files.uri}/{path}, line {number}"
            data = _json(line, where=at)
            question = _question(data, protocol, where=at)
            if question.split != split.id:
                raise ReleaseError(at, _("split is {split!r}", split=question.split))
            if question.id in questions:
                raise ReleaseError(at, _("id {id!r} appears twice", id=question.id))
            questions[question.id] = question
            if question.item_id not in items:
                items[question.item_id] = _item(question, data, protocol)
    return Benchmark(
        files=files,
        protocol=protocol,
        questions=tuple(questions.values()),
        items=tuple(items.values()),
    )


def _item(
    question: Question, line: Mapping[str, Any], protocol: Protocol
) -> ReleasedItem:
    texts = {field: text for field, text in (line.get("texts") or {}).items() if text}
    sentences = line.get("sentences") or {}
    fields = [field for field in protocol.sentences if sentences.get(field.id)]
    return ReleasedItem(
        question.item_id,
        question.split,
        question.images,
        {
            **texts,
            **{field.id: field.fill_sentence(sentences[field.id]) for field in fields},
        },
        question.labels,
        {field.id: sentences[field.id] for field in fields},
    )


def _json(content: bytes, *, where: str) -> Any:
    try:
        return json.loads(content)
    except ValueError as error:
        raise ReleaseError(where, _("is not JSON: {error}", error=error)) from error


def _question(data: object, protocol: Protocol, *, where: str) -> Question:
    try:
        # A private key may be left out, and so may labels that were not given.
        line = (
            {"answer": None, "labels": {}, **data} if isinstance(data, dict) else data
        )
        question = _QUESTION.validate_python(line)
    except ValidationError as error:
        raise ReleaseError(where, problems_by_field(error)) from error
    kind = find_scorer(question.format)
    if kind is None:
        raise ReleaseError(
            where, _("format {format!r} is not supported here", format=question.format)
        )
    refusal = kind.key_problem(question.answer, question.options)
    if refusal is not None:
        raise ReleaseError(where, refusal)
    fields = {field.id: field for field in protocol.labels}
    for field_id, choices in question.labels.items():
        if field_id not in fields:
            raise ReleaseError(
                where,
                _("labels: the protocol has no field {field_id!r}", field_id=field_id),
            )
        for choice in choices:
            if fields[field_id].choice(choice) is None:
                raise ReleaseError(
                    where,
                    _(
                        "labels.{field_id}: no value {choice!r}",
                        field_id=field_id,
                        choice=choice,
                    ),
                )
    return question
