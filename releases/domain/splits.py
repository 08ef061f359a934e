"""Which item is in which split: by seed, the same on every machine and every time."""

import hashlib
from collections.abc import Mapping, Sequence

from projects.domain.protocol.publication import Split


def split_quotas(splits: Sequence[Split], questions: int) -> dict[str, int]:
    """How many questions each split of fixed size may hold.

    Together they never take more than half of all questions: where the protocol asks
    for more, as in a benchmark that is still small, all of them shrink in proportion.
    """
    wanted = {s.id: s.questions for s in splits if isinstance(s.questions, int)}
    asked = sum(wanted.values())
    half = questions // 2
    if asked <= half:
        return wanted
    return {split: count * half // asked for split, count in wanted.items()}


def split_items(
    questions: Mapping[str, int],
    splits: Sequence[Split],
    *,
    seed: int,
    kept: Mapping[str, str],
) -> dict[str, str]:
    """Give every item a split; all questions of an item stay together.

    ``questions`` is their number by item key. ``kept`` is where items were in earlier
    versions: they stay there while the protocol still has that split, so nothing that
    was ever used for examples ends up in a test. The rest is drawn in an order that
    depends on the seed and the item's key alone.
    """
    known = {split.id for split in splits}
    chosen = {
        key: split for key, split in kept.items() if key in questions and split in known
    }
    room = split_quotas(splits, sum(questions.values()))
    for key, split in chosen.items():
        if split in room:
            room[split] -= questions[key]
    waiting = sorted(
        (key for key in questions if key not in chosen),
        key=lambda key: hashlib.sha256(f"{seed}:{key}".encode()).digest(),
    )
    for split, left in room.items():
        for key in waiting:
            if key not in chosen and questions[key] <= left:
                chosen[key] = split
                left -= questions[key]
    rest = next(split.id for split in splits if split.questions == "rest")
    for key in waiting:
        chosen.setdefault(key, rest)
    return chosen
