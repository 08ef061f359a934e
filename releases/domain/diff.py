"""Differences between two releases, item by item."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from releases.domain.frozen import FrozenItem, FrozenQuestion


class Change(NamedTuple):
    """One difference within an item.

    ``what`` is split, label, text, sentence, image, stem, options, key, question_added
    or question_removed; ``where`` is the id of the field or question.
    """

    what: str
    where: str
    before: Any
    after: Any


class ChangedItem(NamedTuple):
    key: str
    changes: list[Change]


@dataclass(frozen=True)
class Difference:
    """Keys of added and removed items, and the changes of the other items."""

    added: list[str]
    removed: list[str]
    changed: list[ChangedItem]

    @property
    def altered(self) -> int:
        """Return how many items of the earlier release were removed or changed."""
        return len(self.removed) + len(self.changed)


def difference(before: Iterable[FrozenItem], after: Iterable[FrozenItem]) -> Difference:
    """Compare the items of two releases; all results are sorted by key."""
    old = {item.key: item for item in before}
    new = {item.key: item for item in after}
    changed = [
        ChangedItem(key, changes)
        for key in sorted(old.keys() & new.keys())
        if (changes := list(_changes(old[key], new[key])))
    ]
    return Difference(
        added=sorted(new.keys() - old.keys()),
        removed=sorted(old.keys() - new.keys()),
        changed=changed,
    )


def _changes(old: FrozenItem, new: FrozenItem) -> Iterator[Change]:
    if old.split != new.split:
        yield Change("split", "", old.split, new.split)
    for before, after in zip(old.images, new.images, strict=True):
        if before != after:
            yield Change("image", before.sha256, _rights(before), _rights(after))
    for what, one, other in (
        ("label", _listed(old.labels), _listed(new.labels)),
        ("text", dict(old.texts), dict(new.texts)),
        ("sentence", dict(old.sentences), dict(new.sentences)),
    ):
        for field in sorted(one.keys() | other.keys()):
            if one.get(field) != other.get(field):
                yield Change(what, field, one.get(field), other.get(field))
    yield from _question_changes(old.questions, new.questions)


def _listed(labels: Any) -> dict[str, list[str]]:
    return {field: list(choices) for field, choices in labels.items()}


def _rights(image: Any) -> dict[str, str]:
    return {
        "source": image.source,
        "licence": image.licence,
        "rights": image.rights,
        "address": image.address,
    }


def _question_changes(
    before: Sequence[FrozenQuestion], after: Sequence[FrozenQuestion]
) -> Iterator[Change]:
    old = {question.id: question for question in before}
    new = {question.id: question for question in after}
    for uid in sorted(old.keys() - new.keys()):
        yield Change("question_removed", uid, old[uid].stem, None)
    for uid in sorted(new.keys() - old.keys()):
        yield Change("question_added", uid, None, new[uid].stem)
    for uid in sorted(old.keys() & new.keys()):
        one, other = old[uid], new[uid]
        if one.stem != other.stem:
            yield Change("stem", uid, one.stem, other.stem)
        if one.options != other.options:
            yield Change("options", uid, list(one.options), list(other.options))
        if one.key("en") != other.key("en"):
            yield Change(
                "key",
                uid,
                one.key("en").spoken,
                other.key("en").spoken,
            )


def marked(
    items: Iterable[FrozenItem], before: Iterable[FrozenItem], version: str
) -> list[FrozenItem]:
    """Return the items with the versions that added and last changed each question.

    A change of the item (a label, a text, its split) is a change of all its questions.
    """
    old = {item.key: item for item in before}
    return [_marked(item, old.get(item.key), version) for item in items]


def _marked(item: FrozenItem, old: FrozenItem | None, version: str) -> FrozenItem:
    earlier = {question.id: question for question in old.questions} if old else {}
    changes = list(_changes(old, item)) if old else []
    about_questions = {"stem", "options", "key", "question_added", "question_removed"}
    altered = {change.where for change in changes if change.what in about_questions}
    whole = any(change.what not in about_questions for change in changes)
    questions = []
    for question in item.questions:
        known = earlier.get(question.id)
        added = known.added_in if known and known.added_in else version
        same = known is not None and not whole and question.id not in altered
        changed = known.changed_in if same and known and known.changed_in else version
        questions.append(replace(question, added_in=added, changed_in=changed))
    return replace(item, questions=tuple(questions))
