"""Counting a release folder or a published set; only commands import this.

The readers of published sets load PyArrow.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from core.domain.reasons import describe_failure
from published.reading.published_set import PublishedItem, match_protocol
from published.reading.readers.base import BenchmarkLocation
from published.reading.readers.registry import read_benchmark
from releases.content.domain.counts import CountedItem, CountedQuestion, CountedRelease
from subtext_protocol.document import Protocol
from subtext_protocol.reading import ProtocolError, protocol_from_data

PROTOCOL = "benchmark.json"


class NothingToCountError(ValueError):
    """The path holds no release and no published set; the message names the file."""


def count_folder(place: Path, protocol: Protocol) -> CountedRelease:
    """Read a release folder, which has its own protocol, or a published set.

    Raises NothingToCountError, FileNotFoundError, UnreadableBenchmarkError, and
    LayoutError when a published set does not fit ``protocol``.
    """
    if (place / PROTOCOL).is_file():
        return _read_folder(place)
    with TemporaryDirectory() as scratch:
        benchmark = read_benchmark(BenchmarkLocation(place, Path(scratch)))
        published_set = match_protocol(benchmark, protocol)
    items = [
        counted_item for item in published_set.items for counted_item in _by_split(item)
    ]
    return CountedRelease(items, sorted({item.split for item in items}), protocol)


def _by_split(item: PublishedItem) -> Iterator[CountedItem]:
    """Yield the item once per split of its questions; published sets mix splits."""
    for split in sorted({question.split for question in item.questions}):
        questions = [
            CountedQuestion(question.stem, question.options)
            for question in item.questions
            if question.split == split
        ]
        name = item.sha256 or item.published_paths[0]
        yield CountedItem(split, [name], item.labels, item.texts, questions)


def _read_folder(folder: Path) -> CountedRelease:
    try:
        document = json.loads((folder / PROTOCOL).read_bytes())
        protocol = protocol_from_data(document, origin=PROTOCOL)
    except ProtocolError as error:
        raise NothingToCountError(f"{PROTOCOL}: cannot be read: {error}") from error
    except (OSError, ValueError) as error:
        raise NothingToCountError(
            f"{PROTOCOL}: cannot be read: {describe_failure(error)}"
        ) from error
    items: list[CountedItem] = []
    splits = [split.id for split in protocol.release.splits]
    for split in splits:
        file = folder / f"questions/{split}.jsonl"
        if file.exists():
            items += _items_of(file, split)
    return CountedRelease(items, splits, protocol)


def _items_of(file: Path, split: str) -> Iterable[CountedItem]:
    items: dict[str, CountedItem] = {}
    questions_by_item: dict[str, list[CountedQuestion]] = {}
    try:
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            questions = questions_by_item.setdefault(record["item_id"], [])
            kind = record.get("format", "single_choice")
            questions.append(CountedQuestion(record["stem"], record["options"], kind))
            items.setdefault(
                record["item_id"],
                CountedItem(
                    split,
                    [image["sha256"] for image in record["images"]],
                    record["labels"],
                    record["texts"],
                    questions,
                ),
            )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NothingToCountError(
            f"{file.name}: cannot be read: {describe_failure(error)}"
        ) from error
    return items.values()
