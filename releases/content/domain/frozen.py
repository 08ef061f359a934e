"""The frozen content of a release: immutable values, independent of the database.

Everything in a release folder comes from them, so two builds of the same frozen release
give the same bytes.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from releases.content.domain.release_form import NO_FORM, ReleaseForm
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField, SlotField
from subtext_protocol.formats.base import PublishedKey
from subtext_protocol.formats.registry import get_format
from subtext_protocol.publication import Setting
from subtext_protocol.text import Language, LocalText, in_language

ADDRESS_ONLY = "address_only"
"""Rights of an image whose bytes are withheld from releases."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FrozenImage:
    """One published image and its source."""

    sha256: str
    """SHA-256 of the published bytes: the original without metadata."""
    original_sha256: str
    extension: str
    width: int
    height: int
    source: str
    licence: str
    rights: str
    address: str
    ground: str = ""
    """What transparent pixels show, a colour's name; empty for an opaque image, and in
    releases from before it was recorded: white."""

    @property
    def path(self) -> str:
        """Return the image's path in the folder, also when its bytes are withheld."""
        return f"images/{self.sha256}.{self.extension}"

    @property
    def opaque_path(self) -> str:
        """Return the path of the image as it is shown: on its ground."""
        return f"opaque/{self.sha256}.png" if self.ground else self.path

    @property
    def withheld(self) -> bool:
        return self.rights == ADDRESS_ONLY


@dataclass(frozen=True, kw_only=True, slots=True)
class FrozenQuestion:
    """One revision of a question."""

    id: str
    format: str
    stem: str
    options: tuple[str, ...]
    answer: Any
    """The correct answer in the format's form; for a single choice, an index from 0."""
    added_in: str = ""
    """The version in which the question first appeared."""
    changed_in: str = ""
    """The version in which the question or its item last changed."""

    def key(self, language: str) -> PublishedKey:
        """Return the correct answer as releases in ``language`` publish it."""
        return get_format(self.format).published_key(
            self.options, self.answer, language=language
        )

    @property
    def is_single_answer_choice(self) -> bool:
        """Return whether one of several options is correct, as many tools require."""
        return self.key("en").letter is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class FrozenItem:
    """An item's final record with its images and questions."""

    key: str
    split: str
    images: tuple[FrozenImage, ...]
    labels: Mapping[str, tuple[str, ...]]
    """Choice ids by label field."""
    texts: Mapping[str, str]
    sentences: Mapping[str, Mapping[str, str]]
    questions: tuple[FrozenQuestion, ...]

    @property
    def withheld(self) -> bool:
        """Return whether the bytes of any of its images are left out of the folder."""
        return any(image.withheld for image in self.images)


class FrozenOverride(NamedTuple):
    """A release check that a maintainer overrode, and the reason."""

    line: str
    message: LocalText
    reason: str


class Predecessor(NamedTuple):
    """The previous release, as far as this release describes it."""

    version: str
    sha256: str
    """The release hash."""
    items: tuple[FrozenItem, ...]


class PastVersion(NamedTuple):
    """An earlier release as the change log describes it."""

    version: str
    note: str
    added: int
    removed: int
    changed: int
    yanked: str = ""
    """Why the release was withdrawn; empty if it was not."""
    notices: tuple[str, ...] = ()
    """Errata and takedowns that were added after publication."""


class ChangeReason(NamedTuple):
    """Why an item changed: the role of the person, the action and the reason."""

    role: str
    action: str
    reason: str


class FunnelStep(NamedTuple):
    """Images that entered a step of curation, were removed there, and remained."""

    name: str
    """Id of the stage, or ``exact_duplicates`` for the first step."""
    entered: int
    removed: int
    remained: int


class FieldAgreement(NamedTuple):
    """Agreement of the annotators on a label before adjudication."""

    field: str
    percent: float | None
    alpha: float | None
    items: int


@dataclass(frozen=True, kw_only=True)
class FrozenRelease:
    """The whole content of a release folder except the bytes of the images."""

    project: str
    """The project's slug."""
    name: str
    version: str
    seed: int
    protocol: Protocol
    items: tuple[FrozenItem, ...]
    note: str = ""
    """The maintainer's note about this version."""
    overrides: tuple[FrozenOverride, ...] = ()
    waivers: tuple[str, ...] = ()
    """Reasons for admitting validators who had seen an item."""
    decided_alone: tuple[str, ...] = ()
    """Reasons why one person decided items that others should have decided."""
    agreement: tuple[FieldAgreement, ...] = ()
    funnel: tuple[FunnelStep, ...] = ()
    """Curation when the items were frozen; empty for a release made before it was."""
    previous: Predecessor | None = None
    history: tuple[PastVersion, ...] = ()
    """All earlier published releases, newest first."""
    reasons: Mapping[str, tuple[ChangeReason, ...]] = dataclass_field(
        default_factory=dict
    )
    """Why items were changed or removed, by item key."""
    private: tuple[str, ...] = ()
    """Splits whose correct answers are private."""
    secret: str = ""
    """The secret behind the commitments, 64 hex digits; never written to a file."""
    simulated_items: int = 0
    """Items with work by simulated people; ``name`` then says "Simulated"."""
    form: ReleaseForm = NO_FORM
    errata: Mapping[str, Any] = dataclass_field(default_factory=dict)
    """What it corrects of a published benchmark (``releases.ports``); may be empty."""

    @property
    def language(self) -> Language:
        return self.protocol.language

    @property
    def splits(self) -> tuple[str, ...]:
        return tuple(split.id for split in self.protocol.release.splits)

    @property
    def filled_splits(self) -> tuple[str, ...]:
        """Return the splits that contain questions, in the protocol's order."""
        used_splits = {item.split for item in self.items if item.questions}
        return tuple(split for split in self.splits if split in used_splits)

    @cached_property
    def images(self) -> tuple[FrozenImage, ...]:
        """Return every image once, sorted by hash."""
        images_by_hash = {
            image.sha256: image for item in self.items for image in item.images
        }
        return tuple(images_by_hash[sha256] for sha256 in sorted(images_by_hash))

    def published_key_of(
        self, item: FrozenItem, question: FrozenQuestion
    ) -> PublishedKey | None:
        """Return the correct answer, or None if it is private."""
        return None if item.split in self.private else question.key(self.language)

    @property
    def single_answer_splits(self) -> tuple[str, ...]:
        """Return the splits that have a question with one correct option of several."""
        used_splits = {
            i.split
            for i in self.items
            if any(q.is_single_answer_choice for q in i.questions)
        }
        return tuple(split for split in self.splits if split in used_splits)

    @cached_property
    def formats(self) -> tuple[str, ...]:
        """Return the formats of the questions, in the protocol's order."""
        used_formats = {q.format for item in self.items for q in item.questions}
        protocol_formats = self.protocol.questions.formats
        return (
            *(f for f in protocol_formats if f in used_formats),
            *sorted(used_formats - {*protocol_formats}),
        )

    @cached_property
    def count_not_single_answer(self) -> int:
        """Return the number of questions that single-choice tools cannot use."""
        return sum(
            not q.is_single_answer_choice for item in self.items for q in item.questions
        )

    @property
    def plain_settings(self) -> tuple[Setting, ...]:
        """Return the settings whose prompts are templates of the question alone.

        They have no examples, no text read in images, and options in the given order.
        """
        settings = self.protocol.evaluation.settings
        return tuple(
            setting
            for setting in settings
            if not setting.shots and not setting.shuffled and not setting.reads_images
        )

    @property
    def has_synthetic_data(self) -> bool | None:
        """Return whether models made a part of it; None if nobody has said so."""
        return True if self.simulated_items else self.form.synthetic_data

    @property
    def title(self) -> str:
        return f"{self.name} {self.version}"

    @cached_property
    def canary(self) -> str:
        """Return an identifier that reveals a copy of this release in a training set.

        It depends on the released content, so no other release has the same one.
        """
        digest = hashlib.sha256()
        for number, item in enumerate(self.sorted_items):
            line = canonical_json(item_payload(item))
            digest.update((f"\n{line}" if number else line).encode())
        name = f"{self.project}/{self.version}/{digest.hexdigest()}"
        return str(uuid5(NAMESPACE_URL, name))

    @cached_property
    def sorted_items(self) -> list[FrozenItem]:
        return sorted(self.items, key=_by_key)

    def items_in_split(self, split: str) -> list[FrozenItem]:
        return [item for item in self.sorted_items if item.split == split]

    def questions_in_split(self, split: str) -> list[tuple[FrozenItem, FrozenQuestion]]:
        """Return the split's questions with their items, sorted by question id."""
        pairs = [
            (item, q) for item in self.items_in_split(split) for q in item.questions
        ]
        return sorted(pairs, key=lambda pair: pair[1].id)


def _by_key(item: FrozenItem) -> tuple[str, list[str]]:
    return item.key, [question.id for question in item.questions]


def item_key(published: Iterable[str]) -> str:
    """Return an item's stable key, which depends only on its images and their order."""
    digest = hashlib.sha256("\n".join(published).encode()).hexdigest()
    return f"i-{digest[:12]}"


def canonical_json(data: object) -> str:
    """Return the canonical JSON, in which data is written, hashed and compared."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def payload_digest(payload: Mapping[str, Any]) -> str:
    """Return the SHA-256 of the payload's canonical JSON."""
    return hashlib.sha256(canonical_json(payload).encode()).hexdigest()


def item_payload(item: FrozenItem) -> dict[str, Any]:
    """Return the item as plain JSON; ``item_from_payload`` is the inverse."""
    payload: dict[str, Any] = json.loads(canonical_json(asdict(item)))
    for image in payload["images"]:
        # Items of earlier releases have no ground, and are unchanged.
        if not image["ground"]:
            del image["ground"]
    return payload


def item_from_payload(payload: Mapping[str, Any]) -> FrozenItem:
    """Return the item that ``item_payload`` serialized."""
    return FrozenItem(
        key=payload["key"],
        split=payload["split"],
        images=tuple(FrozenImage(**image) for image in payload["images"]),
        labels={field: tuple(choices) for field, choices in payload["labels"].items()},
        texts=dict(payload["texts"]),
        sentences={field: dict(s) for field, s in payload["sentences"].items()},
        questions=tuple(
            FrozenQuestion(**{**question, "options": tuple(question["options"])})
            for question in payload["questions"]
        ),
    )


def choice_titles(
    field: LabelField, choices: Iterable[str], language: str
) -> list[str]:
    """Return the titles of the chosen labels in ``language``."""
    titles = {
        choice.id: in_language(choice.released_title, language)
        for choice in field.choices
    }
    return [titles[choice] for choice in choices]


def field_titles(item: FrozenItem, field_id: str, protocol: Protocol) -> list[str]:
    """Return the titles of the item's labels in one field, in the protocol's order."""
    field = protocol.label(field_id)
    choice_ids = item.labels.get(field_id, ())
    ordered = [choice.id for choice in field.choices if choice.id in choice_ids]
    return choice_titles(field, ordered, protocol.language)


def field_values(
    item: FrozenItem, protocol: Protocol
) -> Iterator[tuple[str, str | list[str] | None]]:
    """Yield the item's values by field id, as people read them.

    Labels are titles in the benchmark's language: one title for a single-label field, a
    list for a multi-label field. Sentences are filled in.
    """
    for field in protocol.fields:
        if isinstance(field, LabelField):
            choice_ids = item.labels.get(field.id, ())
            titles = choice_titles(field, choice_ids, protocol.language)
            yield field.id, titles if field.multiple else next(iter(titles), None)
        elif isinstance(field, SlotField):
            slots = item.sentences.get(field.id)
            yield field.id, field.fill_sentence(slots) if slots else None
        else:
            yield field.id, item.texts.get(field.id)
