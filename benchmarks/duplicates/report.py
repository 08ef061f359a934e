"""Counting what was found right and wrong."""

from collections import Counter
from collections.abc import Collection as Pairs
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from benchmarks.duplicates.collection import Collection
from benchmarks.duplicates.variants import COMBINED, MIRRORED


class Score(NamedTuple):
    """How one tool did on a collection."""

    pairs: Pairs[tuple[int, int]]
    found: Mapping[str, int]
    """By kind: variants paired with their original."""
    true: int
    """Pairs within a family, of whatever two members."""
    false: list[tuple[int, int]]
    """Pairs across families."""

    @property
    def false_in_1000(self) -> float:
        return 1000 * len(self.false) / max(1, self.true)


def asked(collection: Collection) -> Counter[str]:
    """By kind: how many variants there are."""
    return Counter(
        member.kind
        for number, member in enumerate(collection.members)
        if collection.originals.get(member.family, number) != number
    )


def score(collection: Collection, pairs: Pairs[tuple[int, int]]) -> Score:
    """Judge pairs of numbers, the smaller first."""
    found: Counter[str] = Counter()
    true, false = 0, []
    for left, right in pairs:
        one, other = collection.members[left], collection.members[right]
        if one.family != other.family:
            false.append((left, right))
            continue
        true += 1
        # Numbers rise: within a family the original comes first.
        if collection.originals[one.family] == left:
            found[other.kind] += 1
    return Score(pairs, found, true, false)


def lines(collection: Collection, scores: Mapping[str, Score]) -> Iterator[str]:
    """Recall by kind, overall without mirrored copies, and what was found wrongly."""
    wanted = asked(collection)
    wrong = {
        name: Counter(confused(collection, pair) for pair in score.false)
        for name, score in scores.items()
    }
    head = "".join(f"{name:>14}" for name in scores)
    yield f"{'found, of each kind':28}{'of':>7}{head}"
    for kind in sorted(wanted):
        yield _row(kind, [kind], wanted, scores)
    yield _row("all but mirrored", set(wanted) - {MIRRORED}, wanted, scores)
    alone = set(wanted) - {MIRRORED, COMBINED}
    yield _row("of one change alone", alone, wanted, scores)
    yield ""
    yield f"{'wrong pairs':35}{head}"
    for sort in sorted({sort for counts in wrong.values() for sort in counts}):
        yield f"{sort:35}" + "".join(f"{wrong[name][sort]:>14,}" for name in scores)
    in_1000 = (score.false_in_1000 for score in scores.values())
    yield f"{'in 1,000 true pairs':35}" + "".join(f"{one:>14,.2f}" for one in in_1000)


def _row(
    name: str, kinds: Pairs[str], wanted: Mapping[str, int], scores: Mapping[str, Score]
) -> str:
    total = sum(wanted[kind] for kind in kinds)
    shares = (
        sum(score.found[kind] for kind in kinds) / max(1, total)
        for score in scores.values()
    )
    return f"{name:28}{total:>7,}" + "".join(f"{share:>14.1%}" for share in shares)


def confused(collection: Collection, pair: tuple[int, int]) -> str:
    """What two pictures that were taken for copies really are."""
    one, other = (collection.members[number] for number in pair)
    looks_alike = {one.family, other.family}.isdisjoint(collection.originals)
    return one.kind if looks_alike and one.kind == other.kind else "other pictures"
