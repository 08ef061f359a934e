"""Counting what was found right and wrong."""

from collections import Counter
from collections.abc import Collection as Pairs
from collections.abc import Mapping, Sequence
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


Rows = list[Sequence[str]]


def found_rows(collection: Collection, scores: Mapping[str, Score]) -> Rows:
    """Recall by kind, and overall without mirrored copies."""
    wanted = asked(collection)
    unmirrored = set(wanted) - {MIRRORED}
    groups = {kind: {kind} for kind in sorted(wanted)} | {
        "all but mirrored": unmirrored,
        "of one change alone": unmirrored - {COMBINED},
    }
    rows: Rows = [("found, of each kind", "of", *scores)]
    for name, kinds in groups.items():
        total = sum(wanted[kind] for kind in kinds)
        found = (sum(s.found[kind] for kind in kinds) for s in scores.values())
        shares = (f"{count / max(1, total):.1%}" for count in found)
        rows.append((name, f"{total:,}", *shares))
    return rows


def wrong_rows(collection: Collection, scores: Mapping[str, Score]) -> Rows:
    """What was found wrongly, by what it really is."""
    wrong = [
        Counter(confused(collection, pair) for pair in score.false)
        for score in scores.values()
    ]
    in_1000 = (f"{score.false_in_1000:,.2f}" for score in scores.values())
    return [
        ("wrong pairs", *scores),
        *(
            (sort, *(f"{counts[sort]:,}" for counts in wrong))
            for sort in sorted(set().union(*wrong))
        ),
        ("in 1,000 true pairs", *in_1000),
    ]


def confused(collection: Collection, pair: tuple[int, int]) -> str:
    """What two pictures that were taken for copies really are."""
    one, other = (collection.members[number] for number in pair)
    looks_alike = {one.family, other.family}.isdisjoint(collection.originals)
    return one.kind if looks_alike and one.kind == other.kind else "other pictures"
