"""Differences between two releases, item by item."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from releases.content.domain.frozen import FrozenItem, FrozenQuestion


class ContentChange(NamedTuple):
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
    changes: list[ContentChange]


@dataclass(frozen=True)
class ReleaseDifference:
    """Keys of added and removed items, and the changes of the other items."""

    added: list[str]
    removed: list[str]
    changed: list[ChangedItem]

    @property
    def count_altered_items(self) -> int:
        """Return how many items of the earlier release were removed or changed."""
        return len(self.removed) + len(self.changed)


def compare_frozen(
    before: Iterable[FrozenItem], after: Iterable[FrozenItem]
) -> ReleaseDifference:
    """Compare the items of two releases; all results are sorted by key."""
    old = {item.key: item for item in before}
    new = {item.key: item for item in after}
    changed = [
        ChangedItem(key, changes)
        for key in sorted(old.keys() & new.keys())
        if (changes := list(_changes(old[key], new[key])))
    ]
    return ReleaseDifference(
        added=sorted(new.keys() - old.keys()),
        removed=sorted(old.keys() - new.keys()),
        changed=changed,
    )


def _changes(old: FrozenItem, new: FrozenItem) -> Iterator[ContentChange]:
    if old.split != new.split:
        yield ContentChange("split", "", old.split, new.split)
    for before, after in zip(old.images, new.images, strict=True):
        if before != after:
            yield ContentChange("image", before.sha256, _rights(before), _rights(after))
    for what, old_values, new_values in (
        ("label", _list_choices(old.labels), _list_choices(new.labels)),
        ("text", dict(old.texts), dict(new.texts)),
        ("sentence", dict(old.sentences), dict(new.sentences)),
    ):
        for field in sorted(old_values.keys() | new_values.keys()):
            if old_values.get(field) != new_values.get(field):
                yield ContentChange(
                    what, field, old_values.get(field), new_values.get(field)
                )
    yield from question_changes(old.questions, new.questions)


def _list_choices(labels: Any) -> dict[str, list[str]]:
    return {field: list(choices) for field, choices in labels.items()}


def _rights(image: Any) -> dict[str, str]:
    return {
        "source": image.source,
        "licence": image.licence,
        "rights": image.rights,
        "address": image.address,
    }


def question_changes(
    before: Sequence[FrozenQuestion], after: Sequence[FrozenQuestion]
) -> Iterator[ContentChange]:
    """Yield the differences between the questions of an item."""
    old = {question.id: question for question in before}
    new = {question.id: question for question in after}
    for uid in sorted(old.keys() - new.keys()):
        yield ContentChange("question_removed", uid, old[uid].stem, None)
    for uid in sorted(new.keys() - old.keys()):
        yield ContentChange("question_added", uid, None, new[uid].stem)
    for uid in sorted(old.keys() & new.keys()):
        old_question, new_question = old[uid], new[uid]
        if old_question.stem != new_question.stem:
            yield ContentChange("stem", uid, old_question.stem, new_question.stem)
        if old_question.options != new_question.options:
            yield ContentChange(
                "options", uid, list(old_question.options), list(new_question.options)
            )
        if old_question.key("en") != new_question.key("en"):
            yield ContentChange(
                "key",
                uid,
                old_question.key("en").spoken,
                new_question.key("en").spoken,
            )


def mark_changed_words(
    items: Iterable[FrozenItem], before: Iterable[FrozenItem], version: str
) -> list[FrozenItem]:
    """Return the items with the versions that added and last changed each question.

    A change of the item (a label, a text, its split) is a change of all its questions.
    """
    old = {item.key: item for item in before}
    return [_set_versions(item, old.get(item.key), version) for item in items]


def _set_versions(item: FrozenItem, old: FrozenItem | None, version: str) -> FrozenItem:
    earlier = {question.id: question for question in old.questions} if old else {}
    changes = list(_changes(old, item)) if old else []
    about_questions = {"stem", "options", "key", "question_added", "question_removed"}
    changed_question_ids = {
        change.where for change in changes if change.what in about_questions
    }
    has_item_change = any(change.what not in about_questions for change in changes)
    questions = []
    for question in item.questions:
        earlier_question = earlier.get(question.id)
        added = (
            earlier_question.added_in
            if earlier_question and earlier_question.added_in
            else version
        )
        is_unchanged = (
            earlier_question is not None
            and not has_item_change
            and question.id not in changed_question_ids
        )
        changed = (
            earlier_question.changed_in
            if is_unchanged and earlier_question and earlier_question.changed_in
            else version
        )
        questions.append(replace(question, added_in=added, changed_in=changed))
    return replace(item, questions=tuple(questions))
