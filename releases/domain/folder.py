"""Writing a release as a folder that other tools read unmodified.

Nothing in it depends on when, where or by whom it was built: files are sorted, JSON
keys are sorted, lines end in LF, there are no timestamps. Two builds are identical.
"""

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from releases.domain.card import data_card
from releases.domain.frozen import (
    FrozenImage,
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    canonical_json,
)
from releases.domain.parquet import field_values, write_parquet
from releases.domain.statistics import statistics_markdown, statistics_of

MANIFEST = "manifest.json"
SUMS = "SHA256SUMS"
SCHEMA = "subtext-release/1"


class BuildError(ValueError):
    """A release cannot be written; the message names the file."""


def write_release(
    release: FrozenRelease,
    folder: Path,
    *,
    read_image: Callable[[FrozenImage], bytes],
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> str:
    """Write the release into an empty ``folder`` and return its release hash.

    ``read_image`` gives the published bytes; it is not asked for withheld ones.
    ``progress`` is told how many pictures of how many are written. Raises BuildError
    when bytes are not those that were frozen.
    """
    writer = _Writer(folder)
    images = release.images
    for done, image in enumerate(images):
        progress(done, len(images))
        if not image.withheld:
            writer.write(image.path, _checked(image, read_image(image)))
    progress(len(images), len(images))
    parquet: dict[str, tuple[str, int]] = {}
    for split in release.splits:
        pairs = release.questions_in(split)
        if not pairs:
            continue
        lines = [question_line(item, q, release.language) for item, q in pairs]
        writer.lines(f"questions/{split}.jsonl", lines)
        writer.json(f"nested/{split}.json", _nested(release, split))
        path = f"data/{split}-00000-of-00001.parquet"
        write_parquet(release, split, folder=folder, path=writer.place(path))
        parquet[split] = (path, writer.take_up(path))
    statistics = statistics_of(release)
    writer.write("benchmark.json", (release.protocol.canonical_json() + "\n").encode())
    writer.json("statistics.json", statistics.data())
    tables = statistics_markdown(statistics, name=release.name, version=release.version)
    writer.text("STATISTICS.md", tables)
    writer.text("LICENSES.csv", _licences(images))
    writer.text("README.md", data_card(release, statistics, parquet=parquet))
    writer.json(
        MANIFEST,
        {
            "schema": SCHEMA,
            "project": release.project,
            "name": release.name,
            "version": release.version,
            "language": release.language,
            "seed": release.seed,
            "splits": {
                split.split: {
                    "items": split.items,
                    "images": split.images,
                    "questions": split.questions,
                }
                for split in statistics.splits
            },
            "files": [
                {"path": path, "sha256": sha256, "bytes": size}
                for path, (sha256, size) in sorted(writer.written.items())
            ],
        },
    )
    sums = sorted(writer.written.items())
    writer.text(SUMS, "".join(f"{sha256}  {path}\n" for path, (sha256, _) in sums))
    return writer.written[MANIFEST][0]


class _Writer:
    """Writes files into a folder and keeps their hashes and sizes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.written: dict[str, tuple[str, int]] = {}

    def place(self, path: str) -> Path:
        """Where a file of that name goes; its folder is made."""
        file = self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def write(self, path: str, content: bytes) -> None:
        self.place(path).write_bytes(content)
        self.written[path] = (hashlib.sha256(content).hexdigest(), len(content))

    def take_up(self, path: str) -> int:
        """Take down a file that somebody else has written; returns its size."""
        file = self._folder / path
        with file.open("rb") as opened:
            sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
        size = file.stat().st_size
        self.written[path] = (sha256, size)
        return size

    def text(self, path: str, content: str) -> None:
        self.write(path, content.encode())

    def json(self, path: str, data: Any) -> None:
        text = json.dumps(data, ensure_ascii=False, sort_keys=True, indent=2)
        self.text(path, text + "\n")

    def lines(self, path: str, rows: Iterable[Any]) -> None:
        self.text(path, "".join(canonical_json(row) + "\n" for row in rows))


def _checked(image: FrozenImage, content: bytes) -> bytes:
    actual = hashlib.sha256(content).hexdigest()
    if actual != image.sha256:
        raise BuildError(
            f"{image.path}: the stored picture is no longer the one that was frozen "
            f"(SHA-256 is {actual})"
        )
    return content


def question_line(
    item: FrozenItem, question: FrozenQuestion, language: str
) -> dict[str, Any]:
    """A question as ``questions/<split>.jsonl`` holds it: labels by choice id."""
    return {
        "id": question.id,
        "item_id": item.key,
        "split": item.split,
        "images": [_image_entry(image) for image in item.images],
        "format": question.format,
        "language": language,
        "stem": question.stem,
        "options": list(question.options),
        "answer": question.letter,
        "labels": {field: list(choices) for field, choices in item.labels.items()},
        "texts": dict(item.texts),
        **({"sentences": item.sentences} if item.sentences else {}),
    }


def _image_entry(image: FrozenImage) -> dict[str, Any]:
    entry: dict[str, Any] = {"path": image.path, "sha256": image.sha256}
    if image.withheld:
        entry |= {
            "withheld": True,
            "address": image.address,
            "licence": image.licence,
        }
    return entry


def _nested(release: FrozenRelease, split: str) -> list[dict[str, Any]]:
    """The layout of II-Bench's own files: one record an item, labels as titles."""
    several = release.protocol.item.images > 1
    return [
        {
            "local_path": [image.path for image in item.images]
            if several
            else item.images[0].path,
            "questions": [
                {
                    "id": question.id,
                    "question": question.stem,
                    "options": list(question.options),
                    "correct_option": question.correct_option,
                    "answer": question.letter,
                }
                for question in item.questions
            ],
            "meta_data": dict(field_values(item, release.protocol)),
        }
        for item in release.items_in(split)
    ]


def _licences(images: Iterable[FrozenImage]) -> str:
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    head = "path sha256 original_sha256 licence rights source address width height"
    rows.writerow([*head.split(), "bytes_in_release"])
    for image in images:
        rows.writerow(
            [
                image.path,
                image.sha256,
                image.original_sha256,
                image.licence,
                image.rights,
                image.source,
                image.address,
                image.width,
                image.height,
                "no" if image.withheld else "yes",
            ]
        )
    return file.getvalue()
