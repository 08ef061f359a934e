"""Assignment of items to splits by seed, identical on every machine and run."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from subtext_protocol.publication import Split


class SplitItem(NamedTuple):
    """The properties of an item that the assignment to splits needs."""

    questions: int
    stratum: tuple[str, ...] = ()
    """Its labels; items with equal labels are spread evenly over the splits."""
    labels: Mapping[str, Sequence[str]] = MappingProxyType({})
    """Choices by field, for splits that take a number of questions per choice."""


@dataclass
class _Unit:
    """Items that go to the same split: a cluster of near-duplicates, or one item."""

    name: str
    keys: list[str] = field(default_factory=list)
    questions: int = 0
    stratum: tuple[str, ...] = ()
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)


def requested_quotas(
    splits: Sequence[Split], choices: Mapping[str, int] = MappingProxyType({})
) -> dict[str, int]:
    """Return the number of questions that the protocol asks for in each fixed split.

    ``choices`` is the number of choices that occur in a field, for splits with a number
    of questions per choice.
    """
    return {
        s.id: s.questions * (choices.get(s.per, 0) if s.per else 1)
        for s in splits
        if isinstance(s.questions, int)
    }


def split_quotas(
    splits: Sequence[Split],
    questions: int,
    choices: Mapping[str, int] = MappingProxyType({}),
) -> dict[str, int]:
    """Return the maximum number of questions of each split of fixed size.

    All quotas together never exceed half of all questions. If the protocol asks for
    more, as in a benchmark that is still small, all quotas shrink in proportion; the
    release checks and the data card say so.
    """
    quotas = requested_quotas(splits, choices)
    quota_total = sum(quotas.values())
    half = questions // 2
    if quota_total <= half:
        return quotas
    return {split: count * half // quota_total for split, count in quotas.items()}


def split_items(
    items: Mapping[str, SplitItem],
    splits: Sequence[Split],
    *,
    seed: int,
    kept_splits: Mapping[str, str],
    clusters: Mapping[str, str] = MappingProxyType({}),
    shots: int = 0,
) -> dict[str, str]:
    """Assign items to splits; an item's questions and near-duplicates stay together.

    ``kept_splits`` is the split of items in earlier versions. They stay there while the
    protocol still has that split, and their near-duplicates join them (``clusters``:
    name of the cluster by item key). Items once used as examples therefore never end up
    in a test.

    The other items are drawn by systematic sampling: sorted by stratum, every n-th item
    is taken. The starting point and the order within a stratum depend only on the seed
    and the keys. A split for examples gets at least ``shots`` items if half of the
    questions allow.
    """
    split_by_item = _kept_items(items, splits, kept_splits, clusters)
    waiting = _units(items, split_by_item, clusters, seed)
    total = sum(item.questions for item in items.values())
    quotas = split_quotas(splits, total, _numbers_of_choices(items, splits))
    left = total // 2 - sum(
        items[key].questions for key, split in split_by_item.items() if split in quotas
    )
    for split in splits:
        if split.id not in quotas:
            continue
        members = [
            items[key] for key, name in split_by_item.items() if name == split.id
        ]
        room = quotas[split.id] - sum(item.questions for item in members)
        drawn = _draw_split(waiting, split, members, min(room, left), seed)
        if split.shots:
            drawn += _draw_missing_examples(waiting, drawn, shots - len(members), left)
        left -= sum(unit.questions for unit in drawn)
        for unit in drawn:
            split_by_item.update(dict.fromkeys(unit.keys, split.id))
        drawn_names = {unit.name for unit in drawn}
        waiting = [unit for unit in waiting if unit.name not in drawn_names]
    rest = next(split.id for split in splits if split.questions == "rest")
    for unit in waiting:
        split_by_item.update(dict.fromkeys(unit.keys, rest))
    return split_by_item


def _kept_items(
    items: Mapping[str, SplitItem],
    splits: Sequence[Split],
    kept_splits: Mapping[str, str],
    clusters: Mapping[str, str],
) -> dict[str, str]:
    """Return the splits of items that stay or join a near-duplicate that stays."""
    known = {split.id for split in splits}
    previous = {key: split for key, split in kept_splits.items() if split in known}
    cluster_splits = {
        clusters[key]: previous[key] for key in sorted(previous) if key in clusters
    }
    split_by_item = {
        key: previous.get(key) or cluster_splits.get(clusters.get(key, ""))
        for key in items
    }
    return {key: split for key, split in split_by_item.items() if split}


def _numbers_of_choices(
    items: Mapping[str, SplitItem], splits: Sequence[Split]
) -> dict[str, int]:
    """Return how many choices occur in each field by which a split counts."""
    return {
        split.per: len(
            {c for item in items.values() for c in item.labels.get(split.per, ())}
        )
        for split in splits
        if split.per
    }


def _draw_split(
    waiting: Sequence[_Unit],
    split: Split,
    members: Sequence[SplitItem],
    room: int,
    seed: int,
) -> list[_Unit]:
    """Return units for a split with these members, with about ``room`` questions."""
    draw_seed = f"{seed}:{split.id}"
    if not split.per or not isinstance(split.questions, int):
        return _draw_evenly(waiting, room, draw_seed)
    counts: Counter[str] = Counter()
    for item in members:
        for choice in list(item.labels.get(split.per, ()))[:1]:
            counts[choice] += item.questions
    return _draw_per_choice(
        waiting, split.per, split.questions, counts, room, draw_seed
    )


def _units(
    items: Mapping[str, SplitItem],
    chosen: Mapping[str, str],
    clusters: Mapping[str, str],
    seed: int,
) -> list[_Unit]:
    """Return the units that are still to be drawn, sorted by stratum."""
    units: dict[str, _Unit] = {}
    for key in sorted(items.keys() - chosen.keys()):
        name = clusters.get(key, key)
        item = items[key]
        unit = units.setdefault(
            name, _Unit(name, stratum=item.stratum, labels=item.labels)
        )
        unit.keys.append(key)
        unit.questions += items[key].questions
    return sorted(
        units.values(), key=lambda unit: (unit.stratum, _draw(seed, unit.name))
    )


def _draw(seed: int | str, name: str) -> bytes:
    return hashlib.sha256(f"{seed}:{name}".encode()).digest()


def _draw_evenly(waiting: Sequence[_Unit], room: int, seed: str) -> list[_Unit]:
    """Return units with about ``room`` questions, evenly spaced over ``waiting``."""
    total = sum(unit.questions for unit in waiting)
    if room <= 0 or not total:
        return []
    step = total / room
    due = int.from_bytes(_draw(seed, "start")[:8]) / 2**64 * step
    drawn, passed, left = [], 0, room
    for unit in waiting:
        passed += unit.questions
        if passed > due and unit.questions <= left:
            drawn.append(unit)
            left -= unit.questions
            due += step * unit.questions
    # Fill the room left by units that were too large when they were due.
    drawn_names = {unit.name for unit in drawn}
    for unit in sorted(waiting, key=lambda unit: _draw(seed, unit.name)):
        if unit.name not in drawn_names and unit.questions <= left:
            drawn.append(unit)
            left -= unit.questions
    return drawn


def _draw_per_choice(
    waiting: Sequence[_Unit],
    field: str,
    target: int,
    earlier_counts: Counter[str],
    room: int,
    seed: str,
) -> list[_Unit]:
    """Return units with ``wanted`` questions per choice, taking choices in turn.

    This keeps the choices balanced when the room is too small for all of them.
    """
    by_choice: dict[str, list[_Unit]] = {}
    for unit in sorted(waiting, key=lambda unit: _draw(seed, unit.name)):
        for choice in list(unit.labels.get(field, ()))[:1]:
            by_choice.setdefault(choice, []).append(unit)
    drawn: list[_Unit] = []
    question_counts, left = earlier_counts.copy(), room
    order = sorted(by_choice, key=lambda choice: _draw(seed, choice))
    for level in range(1, target + 1):
        for choice in order:
            if question_counts[choice] >= level:
                continue
            limit = min(target - question_counts[choice], left)
            for unit in by_choice[choice]:
                if unit.questions <= limit:
                    by_choice[choice].remove(unit)
                    drawn.append(unit)
                    question_counts[choice] += unit.questions
                    left -= unit.questions
                    break
    return drawn


def _draw_missing_examples(
    waiting: Sequence[_Unit], drawn: Sequence[_Unit], items: int, room: int
) -> list[_Unit]:
    """Return the smallest other units until ``items`` are drawn or ``room`` is full."""
    left = room - sum(unit.questions for unit in drawn)
    drawn_names = {unit.name for unit in drawn}
    additions: list[_Unit] = []
    for unit in sorted(waiting, key=lambda unit: (unit.questions, unit.name)):
        if len(drawn) + len(additions) >= items:
            break
        if unit.name not in drawn_names and unit.questions <= left:
            additions.append(unit)
            left -= unit.questions
    return additions
