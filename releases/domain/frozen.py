"""What a release holds, cut off from the rows it was made of: values that never change.

Everything that is written into a release folder comes from these, so two builds of
the same frozen release give the same bytes.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from annotation.domain.formats.base import PublishedKey
from annotation.domain.formats.registry import format_of
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField, SlotField
from projects.domain.protocol.publication import Setting
from projects.domain.protocol.text import Language, in_language

ADDRESS_ONLY = "address_only"
"""Rights of an image whose bytes are withheld from releases."""


@dataclass(frozen=True, kw_only=True)
class FrozenImage:
    """One published picture and where it comes from."""

    sha256: str
    """Of the published bytes: the original without metadata."""
    original_sha256: str
    extension: str
    width: int
    height: int
    source: str
    licence: str
    rights: str
    address: str

    @property
    def path(self) -> str:
        """Its place in the folder, also when the bytes are withheld from it."""
        return f"images/{self.sha256}.{self.extension}"

    @property
    def withheld(self) -> bool:
        return self.rights == ADDRESS_ONLY


@dataclass(frozen=True, kw_only=True)
class FrozenQuestion:
    """One revision of a question."""

    id: str
    format: str
    stem: str
    options: tuple[str, ...]
    answer: Any
    """The key in the form of the format: of a single choice, the option's index from 0."""
    added_in: str = ""
    """The version in which it first appeared."""
    changed_in: str = ""
    """The version in which it, or its item, last changed."""

    def key(self, language: str) -> PublishedKey:
        """The key as releases in that language give it out."""
        return format_of(self.format).published(
            self.options, self.answer, language=language
        )

    @property
    def lettered(self) -> bool:
        """Whether one option of several is right: tools that know nothing else take it."""
        return self.key("en").letter is not None


@dataclass(frozen=True, kw_only=True)
class FrozenItem:
    """An item's final record with its pictures and questions."""

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
        """Whether bytes of any of its pictures are kept out of the folder."""
        return any(image.withheld for image in self.images)


class Override(NamedTuple):
    """A line of the gate that a maintainer let pass, and why."""

    line: str
    message: str
    reason: str


class Predecessor(NamedTuple):
    """The release before this one, as far as this one tells of it."""

    version: str
    sha256: str
    """Its release hash."""
    items: tuple[FrozenItem, ...]


class PastVersion(NamedTuple):
    """An earlier release as the change log tells of it."""

    version: str
    note: str
    added: int
    removed: int
    changed: int
    yanked: str = ""
    """Why it should no longer be used, where it should not."""
    notices: tuple[str, ...] = ()
    """Errata and takedowns that were noted after it was out."""


class ChangeReason(NamedTuple):
    """Why an item changed: what somebody in that role did, and the reason given."""

    role: str
    action: str
    reason: str


class FieldAgreement(NamedTuple):
    """How well annotators agreed on a label before anybody decided."""

    field: str
    percent: float | None
    alpha: float | None
    items: int


@dataclass(frozen=True, kw_only=True)
class FrozenRelease:
    """Everything that a release folder is made of, images' bytes apart."""

    project: str
    """The project's slug."""
    name: str
    version: str
    seed: int
    protocol: Protocol
    items: tuple[FrozenItem, ...]
    note: str = ""
    """What the maintainer wrote about this version."""
    overrides: tuple[Override, ...] = ()
    waivers: tuple[str, ...] = ()
    """Why people who knew an item were allowed to validate it, where they were."""
    decided_alone: tuple[str, ...] = ()
    """Why one person decided on items that others were to decide on, where they did."""
    agreement: tuple[FieldAgreement, ...] = ()
    previous: Predecessor | None = None
    history: tuple[PastVersion, ...] = ()
    """Every earlier release that was out, the newest first."""
    reasons: Mapping[str, tuple[ChangeReason, ...]] = dataclass_field(
        default_factory=dict
    )
    """Why items were changed or removed, by item key."""
    private: tuple[str, ...] = ()
    """Splits whose keys stay with the project."""
    secret: str = ""
    """What their commitments are made with, 64 hex digits; in no file."""

    @property
    def language(self) -> Language:
        return self.protocol.language

    @property
    def splits(self) -> tuple[str, ...]:
        return tuple(split.id for split in self.protocol.release.splits)

    @property
    def filled_splits(self) -> tuple[str, ...]:
        """The splits that hold anything, in the protocol's order."""
        used = {item.split for item in self.items if item.questions}
        return tuple(split for split in self.splits if split in used)

    @cached_property
    def images(self) -> tuple[FrozenImage, ...]:
        """Every picture once, by hash."""
        found = {image.sha256: image for item in self.items for image in item.images}
        return tuple(found[sha256] for sha256 in sorted(found))

    def key_of(self, item: FrozenItem, question: FrozenQuestion) -> PublishedKey | None:
        """The key, as far as the release gives it out."""
        return None if item.split in self.private else question.key(self.language)

    @property
    def lettered_splits(self) -> tuple[str, ...]:
        """The splits in which a question has one right option of several."""
        used = {i.split for i in self.items if any(q.lettered for q in i.questions)}
        return tuple(split for split in self.splits if split in used)

    @cached_property
    def formats(self) -> tuple[str, ...]:
        """The formats of its questions, in the protocol's order."""
        used = {q.format for item in self.items for q in item.questions}
        asked = self.protocol.questions.formats
        return (*(f for f in asked if f in used), *sorted(used - {*asked}))

    @cached_property
    def unlettered(self) -> int:
        """Questions that tools which know single choice only cannot be given."""
        return sum(not q.lettered for item in self.items for q in item.questions)

    @property
    def plain_settings(self) -> tuple[Setting, ...]:
        """Settings that ask a question as it stands: no examples, options in order."""
        every = self.protocol.evaluation.settings
        return tuple(one for one in every if not one.shots and not one.shuffled)

    @property
    def title(self) -> str:
        return f"{self.name} {self.version}"

    @cached_property
    def canary(self) -> str:
        """An identifier by which a copy of this release is found in a training set.

        It depends on what is released, so no other release has it.
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

    def items_in(self, split: str) -> list[FrozenItem]:
        return [item for item in self.sorted_items if item.split == split]

    def questions_in(self, split: str) -> list[tuple[FrozenItem, FrozenQuestion]]:
        """The split's questions with their items, by question id."""
        pairs = [(item, q) for item in self.items_in(split) for q in item.questions]
        return sorted(pairs, key=lambda pair: pair[1].id)


def _by_key(item: FrozenItem) -> tuple[str, list[str]]:
    return item.key, [question.id for question in item.questions]


def item_key(published: Iterable[str]) -> str:
    """An item's stable name: it depends on its pictures, in order, and nothing else."""
    digest = hashlib.sha256("\n".join(published).encode()).hexdigest()
    return f"i-{digest[:12]}"


def canonical_json(data: object) -> str:
    """The one form in which data is written, hashed and compared."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digest_of(payload: Mapping[str, Any]) -> str:
    """SHA-256 of the payload's canonical form."""
    return hashlib.sha256(canonical_json(payload).encode()).hexdigest()


def item_payload(item: FrozenItem) -> dict[str, Any]:
    """The item as plain JSON. ``item_from_payload`` takes it back."""
    payload: dict[str, Any] = json.loads(canonical_json(asdict(item)))
    return payload


def item_from_payload(payload: Mapping[str, Any]) -> FrozenItem:
    """The item that ``item_payload`` wrote down."""
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
    """Titles of chosen labels in the benchmark's language."""
    known = {choice.id: in_language(choice.title, language) for choice in field.choices}
    return [known[choice] for choice in choices]


def field_titles(item: FrozenItem, field_id: str, protocol: Protocol) -> list[str]:
    """Titles of the item's labels of one field, in the protocol's order."""
    field = protocol.label(field_id)
    chosen = item.labels.get(field_id, ())
    ordered = [choice.id for choice in field.choices if choice.id in chosen]
    return choice_titles(field, ordered, protocol.language)


def field_values(
    item: FrozenItem, protocol: Protocol
) -> Iterator[tuple[str, str | list[str] | None]]:
    """What was said of an item, by field id, for people to read.

    Labels are titles in the benchmark's language: one of a single field, a list of a
    multiple one. Sentences are filled in.
    """
    for field in protocol.fields:
        if isinstance(field, LabelField):
            chosen = item.labels.get(field.id, ())
            titles = choice_titles(field, chosen, protocol.language)
            yield field.id, titles if field.multiple else next(iter(titles), None)
        elif isinstance(field, SlotField):
            slots = item.sentences.get(field.id)
            yield field.id, field.filled(slots) if slots else None
        else:
            yield field.id, item.texts.get(field.id)
