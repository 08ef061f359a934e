"""What a release holds, cut off from the rows it was made of: values that never change.

Everything that is written into a release folder comes from these, so two builds of
the same frozen release give the same bytes.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from string import ascii_uppercase
from typing import Any, NamedTuple

from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField, SlotField
from projects.domain.protocol.text import in_language

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
    answer: int
    """Index of the key among the options, from 0."""

    @property
    def letter(self) -> str:
        return ascii_uppercase[self.answer]

    @property
    def correct_option(self) -> str:
        return self.options[self.answer]


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


class Override(NamedTuple):
    """A line of the gate that a maintainer let pass, and why."""

    line: str
    message: str
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
    agreement: tuple[FieldAgreement, ...] = ()

    @property
    def language(self) -> str:
        return self.protocol.language

    @property
    def splits(self) -> tuple[str, ...]:
        return tuple(split.id for split in self.protocol.release.splits)

    @property
    def images(self) -> tuple[FrozenImage, ...]:
        """Every picture once, by hash."""
        found = {image.sha256: image for item in self.items for image in item.images}
        return tuple(found[sha256] for sha256 in sorted(found))

    def items_in(self, split: str) -> list[FrozenItem]:
        return sorted(
            (item for item in self.items if item.split == split),
            key=lambda item: (item.key, [q.id for q in item.questions]),
        )

    def questions_in(self, split: str) -> list[tuple[FrozenItem, FrozenQuestion]]:
        """The split's questions with their items, by question id."""
        pairs = [(item, q) for item in self.items_in(split) for q in item.questions]
        return sorted(pairs, key=lambda pair: pair[1].id)


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


def filled_sentence(field: SlotField, slots: Mapping[str, str]) -> str:
    """The sentence with its slots filled in."""
    sentence = field.template
    for slot in field.slots:
        sentence = sentence.replace("{" + slot.id + "}", slots.get(slot.id, ""))
    return sentence
