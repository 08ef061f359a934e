"""Tables of what was found right and wrong."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple, Self

from PIL import Image

from benchmarks.near_duplicates.collection import Collection
from benchmarks.near_duplicates.hard_edits import HARD_EDITS
from benchmarks.near_duplicates.measuring import Outcome
from benchmarks.near_duplicates.variants import MIRRORED, opaque
from curation.domain.near_duplicates.match import Kind
from curation.domain.near_duplicates.search import FoundPair

Rows = list[Sequence[str]]


class Answers(NamedTuple):
    """The pairs that one search takes for near-duplicates, lower number first."""

    pairs: AbstractSet[tuple[int, int]]

    @classmethod
    def of(
        cls, collection: Collection, pairs: Iterable[FoundPair], certainty: float
    ) -> Self:
        """Take the pairs of a certainty; a mirrored copy counts only as mirrored."""
        return cls(
            {
                (pair.left, pair.right)
                for pair in pairs
                if pair.certainty >= certainty
                and (
                    collection.members[pair.right].kind != MIRRORED
                    or collection.originals.get(collection.members[pair.left].family)
                    != pair.left
                    or Kind.MIRRORED in pair.kinds
                )
            }
        )

    def wrong(self, collection: Collection) -> list[tuple[int, int]]:
        """Return the pairs of images that do not show the same."""
        members = collection.members
        return sorted(
            (left, right)
            for left, right in self.pairs
            if members[left].family != members[right].family
        )


def recall_rows(collection: Collection, answers: Mapping[str, Answers]) -> Rows:
    """Return the share of edited images paired with their original, by kind of edit."""
    edited = [
        (collection.originals[member.family], number, member.kind)
        for number, member in enumerate(collection.members)
        if collection.originals.get(member.family, number) != number
    ]
    kinds = sorted(
        {kind for _, _, kind in edited}, key=lambda kind: (kind in HARD_EDITS, kind)
    )
    groups = {kind: {kind} for kind in kinds}
    groups["mild variants"] = {kind for kind in kinds if kind not in HARD_EDITS}
    groups["hard edits"] = {kind for kind in kinds if kind in HARD_EDITS}
    rows: Rows = [("found, of each kind", "of", *answers)]
    for name, members in groups.items():
        pairs = [
            (original, number) for original, number, kind in edited if kind in members
        ]
        shares = (
            f"{sum(pair in answer.pairs for pair in pairs) / max(1, len(pairs)):.1%}"
            for answer in answers.values()
        )
        rows.append((name, f"{len(pairs):,}", *shares))
    return rows


def wrong_rows(collection: Collection, answers: Mapping[str, Answers]) -> Rows:
    """Return the wrong pairs by what they are, and among 1,000 answers and images."""
    sorts = {
        name: Counter(_sort(collection, pair) for pair in answer.wrong(collection))
        for name, answer in answers.items()
    }
    rows: Rows = [("wrong pairs", *answers)]
    for sort in sorted(set().union(*sorts.values())):
        rows.append((sort, *(f"{counts[sort]:,}" for counts in sorts.values())))
    totals = [sum(counts.values()) for counts in sorts.values()]
    rows.append(
        ("pairs in all", *(f"{len(answer.pairs):,}" for answer in answers.values()))
    )
    rows.append(
        (
            "wrong in 1,000 pairs",
            *(
                f"{1000 * total / max(1, len(answer.pairs)):.2f}"
                for total, answer in zip(totals, answers.values(), strict=True)
            ),
        )
    )
    distinct = len({member.family for member in collection.members})
    rows.append(
        (
            "wrong in 1,000 distinct images",
            *(f"{1000 * total / distinct:.1f}" for total in totals),
        )
    )
    return rows


def _sort(collection: Collection, pair: tuple[int, int]) -> str:
    """Return the series of look-alikes that a pair belongs to."""
    first, second = (collection.members[number] for number in pair)
    in_series = {first.family, second.family}.isdisjoint(collection.originals)
    return first.kind if in_series and first.kind == second.kind else "different images"


def cost_rows(outcome: Outcome, images: int) -> Rows:
    """Return the processor time of each step in milliseconds an image."""
    steps = {
        "decode and describe": outcome.describing.processor,
        "propose": outcome.proposing.processor,
        "register and decide": outcome.deciding.processor,
    }
    steps["all steps"] = sum(steps.values())
    return [
        ("processor", "ms an image"),
        *((name, f"{1000 * seconds / images:.0f}") for name, seconds in steps.items()),
        ("candidates an image", f"{outcome.candidates / images:.1f}"),
    ]


def save_wrong_pairs(collection: Collection, answers: Answers, folder: Path) -> None:
    """Draw each wrong pair side by side into a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for left, right in answers.wrong(collection):
        page = Image.new("RGB", (820, 420), "#888")
        for number, place in ((left, 10), (right, 420)):
            with Image.open(collection.members[number].path) as file:
                picture = opaque(file).copy()
            picture.thumbnail((390, 400))
            page.paste(picture, (place, 10))
        page.save(folder / f"wrong-{left:06}-{right:06}.png")
