"""Selectors for the questions and items of a release."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.files.storage import default_storage

from annotation.items.models.items import ItemImage
from annotation.items.models.questions import Question
from core.domain.grouping import group_by_key
from releases.records.models import FrozenRow, Release
from reporting.confusion import letters_by_falling_length
from subtext_protocol.document import Protocol
from subtext_protocol.fields import Choice
from subtext_protocol.formats.base import PublishedKey
from subtext_protocol.formats.registry import get_format
from subtext_protocol.text import LocalText

_CHUNK = 500


@dataclass(frozen=True)
class ReleasedQuestion:
    """One question of a release with its correct answer and its item's labels."""

    id: str
    split: str
    item_key: str
    item_id: int
    stem: str
    options: tuple[str, ...]
    format: str
    given: Any
    """The correct answer in the form of the question format."""
    published: PublishedKey
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids by label field."""
    cluster: tuple[str, ...]
    """Hashes of its images: questions about the same images are not independent."""

    @property
    def answer(self) -> str:
        """Return the correct answer as text: for options, their letter or letters."""
        return self.published.text

    @property
    def letter(self) -> str | None:
        """Return the letter of the correct option; None unless exactly one is right."""
        return self.published.letter

    @property
    def order(self) -> str:
        """Return the letters of the options, the longest option first."""
        return letters_by_falling_length(self.options)

    @property
    def content(self) -> tuple[str, tuple[str, ...], Any]:
        """Return wording and key; revisions that share them are the same question."""
        return self.stem, self.options, self.given


def questions_by_split(release: Release) -> dict[str, int]:
    """Return the number of questions in each split of ``release``."""
    counts: Counter[str] = Counter()
    rows = FrozenRow.objects.filter(release=release).values_list("split", "payload")
    for split, payload in rows.iterator():
        counts[split] += len(payload["questions"])
    return dict(counts)


def default_splits(
    protocol: Protocol, setting: str, available: Collection[str]
) -> list[str]:
    """Return the splits of a run that names none: the main split.

    An open task may cover ``every_split`` that is ``available``.
    """
    task = protocol.evaluation.open_task(setting)
    if task is None or not task.every_split:
        return [protocol.release.main_split]
    return [split.id for split in protocol.release.splits if split.id in available]


def released_questions(
    release: Release,
    *,
    splits: Sequence[str] = (),
    about: Collection[str] | None = None,
) -> dict[str, ReleasedQuestion]:
    """Return the questions of ``release``, or of some of its splits, by id.

    ``about``: only questions of the items that have one of these question ids.
    """
    rows = FrozenRow.objects.filter(release=release).order_by("key")
    if splits:
        rows = rows.filter(split__in=splits)
    if about is not None:
        items = Question.objects.filter(uid__in=about).values("item")
        rows = rows.filter(item__in=items)
    language = release.protocol.language
    questions = {}
    columns = rows.values_list("key", "item", "split", "payload")
    for key, item_id, split, item in columns.iterator(_CHUNK):
        labels = {field: tuple(choices) for field, choices in item["labels"].items()}
        cluster = tuple(image["sha256"] for image in item["images"])
        for question in item["questions"]:
            questions[question["id"]] = ReleasedQuestion(
                id=question["id"],
                split=split,
                item_key=key,
                item_id=item_id,
                stem=question["stem"],
                options=tuple(question["options"]),
                format=question["format"],
                given=question["answer"],
                published=get_format(question["format"]).published_key(
                    question["options"], question["answer"], language=language
                ),
                labels=labels,
                cluster=cluster,
            )
    return questions


@dataclass(frozen=True)
class ReleasedRow:
    """One item of a release with the labels and texts of its final record."""

    key: str
    item_id: int
    split: str
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids by label field."""
    written: Mapping[str, str]
    """By field id: its text, or its sentence template with the slots filled in."""


def released_items(
    release: Release,
    only: Mapping[str, Collection[str]] | None = None,
    *,
    splits: Sequence[str] = (),
    keys: Collection[str] | None = None,
) -> list[ReleasedRow]:
    """Return the items that have questions, by key, filtered by split and labels.

    ``keys`` limits the items.
    """
    rows = FrozenRow.objects.filter(release=release).order_by("key")
    if splits:
        rows = rows.filter(split__in=splits)
    if keys is not None:
        rows = rows.filter(key__in=keys)
    sentences = release.protocol.sentences
    released = []
    for row in rows.iterator():
        item = row.payload
        labels = {field: tuple(choices) for field, choices in item["labels"].items()}
        matches = all(
            not set(choices).isdisjoint(labels.get(field, ()))
            for field, choices in (only or {}).items()
        )
        if not matches or not item["questions"]:
            continue
        slots = item.get("sentences", {})
        written = {name: text for name, text in item["texts"].items() if text}
        written |= {
            sentence.id: sentence.fill_sentence(slots[sentence.id])
            for sentence in sentences
            if slots.get(sentence.id)
        }
        released.append(ReleasedRow(row.key, row.item_id, row.split, labels, written))
    return released


@dataclass(frozen=True)
class ReleaseImageCounts:
    """Numbers of images in a whole release; an image of two items counts once."""

    total: int
    by_choice: Mapping[tuple[str, str], int]
    """By label field and choice."""


def image_counts(release: Release) -> ReleaseImageCounts:
    """Count the images of ``release``, and those of each label."""
    every: set[str] = set()
    by_choice: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    rows = FrozenRow.objects.filter(release=release)
    for payload in rows.values_list("payload", flat=True).iterator(_CHUNK):
        images = {image["sha256"] for image in payload["images"]}
        every |= images
        for field, choices in payload["labels"].items():
            for choice in choices:
                by_choice[field, choice] |= images
    return ReleaseImageCounts(
        len(every), {label: len(images) for label, images in by_choice.items()}
    )


def item_images(items: Iterable[int]) -> dict[int, list[int]]:
    """Return the image ids of each item, in order."""
    places = ItemImage.objects.filter(item__in=set(items)).order_by("item", "position")
    return group_by_key(places.values_list("item", "image"))


def item_previews(items: Iterable[int]) -> dict[int, list[bytes]]:
    """Return the files of the previews of each item's images, in order."""
    places = ItemImage.objects.filter(item__in=set(items)).order_by("item", "position")
    return group_by_key(
        (item, _content(name))
        for item, name in places.values_list("item", "image__preview")
    )


def _content(name: str) -> bytes:
    with default_storage.open(name) as file:
        content: bytes = file.read()
    return content


@dataclass(frozen=True)
class SliceField:
    """A label field that scores are broken down by."""

    field: str
    title: LocalText
    choices: Sequence[Choice]


def slice_fields(release: Release) -> list[SliceField]:
    """Return the label fields that scores are broken down by, with their choices."""
    return label_fields(release, release.protocol.evaluation.slices)


def label_fields(release: Release, fields: Sequence[str]) -> list[SliceField]:
    """Return the given label fields with their titles and choices."""
    labels = [release.protocol.label(field) for field in fields]
    return [SliceField(label.id, label.title, label.choices) for label in labels]


def slice_choices(release: Release) -> dict[str, list[str]]:
    """Return the choice ids of each label field that scores are broken down by."""
    return {
        field: [choice.id for choice in release.protocol.label(field).choices]
        for field in release.protocol.evaluation.slices
    }
