"""Shares of copies found, wrong pairs with their bound, and what is worth looking at."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image
from scipy.stats import beta

from benchmarks.near_duplicates.collection import Collection, is_same
from benchmarks.near_duplicates.hard_edits import HARD_EDITS
from benchmarks.near_duplicates.search import Growth, Outcome
from benchmarks.near_duplicates.variants import MIRRORED
from curation.near_duplicates.domain.decision import CertaintyModel
from curation.near_duplicates.domain.match import DUPLICATE, POSSIBLE

Rows = list[Sequence[str]]
Pairs = AbstractSet[tuple[int, int]]


class Answers(NamedTuple):
    """Pairs of members, lower number first, by what a search answers."""

    duplicate: Pairs
    possible: Pairs
    """Not the duplicates."""


def decide(collection: Collection, outcome: Outcome, model: CertaintyModel) -> Answers:
    """Return the model's answers; a mirrored copy counts only as mirrored."""
    pairs = [pair for pair in outcome.pairs if pair.measures is not None]
    certainties = model.predict_certainty(
        [pair.measures for pair in pairs if pair.measures is not None]
    )
    members, originals = collection.members, collection.originals
    answers: dict[bool, set[tuple[int, int]]] = {True: set(), False: set()}
    for pair, certainty in zip(pairs, certainties.tolist(), strict=True):
        of_original = originals.get(members[pair.left].family) == pair.left
        is_flipped = members[pair.right].kind == MIRRORED and of_original
        if certainty >= POSSIBLE and (pair.mirrored or not is_flipped):
            answers[certainty >= DUPLICATE].add((pair.left, pair.right))
    return Answers(answers[True], answers[False])


def wrong_pairs(collection: Collection, pairs: Iterable[tuple[int, int]]) -> Pairs:
    """Return the pairs of images that do not show the same."""
    members = collection.members
    return {
        (left, right)
        for left, right in pairs
        if is_same(members[left], members[right]) is False
    }


def share_found(
    collection: Collection,
    kinds: AbstractSet[str],
    answers: Answers,
    or_possible: AbstractSet[str] = frozenset(),
) -> str:
    """Return the share of the edited images of ``kinds`` paired with their original.

    The pair has to be a duplicate; of the kinds in ``or_possible`` it may be possible.
    """
    originals = collection.originals
    expected = [
        (originals[member.family], number)
        for number, member in enumerate(collection.members)
        if member.kind in kinds
    ]
    hits = sum(
        pair in answers.duplicate
        or (
            pair in answers.possible and collection.members[pair[1]].kind in or_possible
        )
        for pair in expected
    )
    return f"{hits / max(1, len(expected)):.1%} of {len(expected):,}"


def kind_rows(collection: Collection, answers: Mapping[str, Answers]) -> Rows:
    """Return the share found by kind of edit, as duplicate and with the possible ones."""
    kinds = {
        member.kind
        for member in collection.members
        if member.family in collection.originals
    } - {"original"}
    rows: Rows = [
        (
            "found, by kind of edit",
            *(f"{name}: {answer}" for name in answers for answer in _ANSWERS),
        )
    ]
    for kind in sorted(kinds, key=lambda kind: (kind in HARD_EDITS, kind)):
        shares = (
            share_found(collection, {kind}, answer, or_possible)
            for answer in answers.values()
            for or_possible in (set(), {kind})
        )
        rows.append((kind, *shares))
    return rows


_ANSWERS = ("duplicate", "or possible")


def summary(collection: Collection, answers: Answers) -> dict[str, str]:
    """Return the figures of one search in one collection."""
    hard = set(HARD_EDITS)
    mild = {member.kind for member in collection.members} - hard - {"original"}
    mild &= {
        member.kind
        for member in collection.members
        if member.family in collection.originals
    }
    wrong = wrong_pairs(collection, answers.duplicate)
    return {
        "mild, duplicate": share_found(collection, mild, answers),
        "mild, or possible": share_found(collection, mild, answers, mild),
        "hard, duplicate": share_found(collection, hard, answers),
        "hard, or possible": share_found(collection, hard, answers, hard),
        "wrong in 1,000 duplicate decisions": rate(len(wrong), len(answers.duplicate)),
        "possible in 1,000 distinct images": _possible(collection, answers.possible),
        "the same with look-alikes": _possible(
            collection, answers.possible, with_look_alikes=True
        ),
    }


def rate(wrong: int, decisions: int) -> str:
    """Return the wrong of 1,000 decisions, and the bound that they are below with 95 %."""
    if not decisions:
        return "no decision"
    bound = 1.0 if wrong == decisions else beta.ppf(0.95, wrong + 1, decisions - wrong)
    return (
        f"{1000 * wrong / decisions:.2f} (≤ {1000 * bound:.2f}; {wrong} of "
        f"{decisions:,})"
    )


def _possible(
    collection: Collection, possible: Pairs, *, with_look_alikes: bool = False
) -> str:
    """Return the possible pairs of different images, of originals or of all families."""
    members, originals = collection.members, collection.originals
    pairs = [
        pair
        for pair in wrong_pairs(collection, possible)
        if with_look_alikes
        or all(originals.get(members[key].family) == key for key in pair)
    ]
    families = {member.family for member in members}
    distinct = len(families) if with_look_alikes else len(originals)
    return f"{1000 * len(pairs) / distinct:.1f}"


def cost_row(outcome: Outcome) -> Sequence[str]:
    """Return milliseconds of processor an image by step, and the pairs examined."""
    images = len(outcome.described)
    steps = (
        sum(image.seconds for image in outcome.described),
        outcome.proposing,
        sum(pair.seconds for pair in outcome.pairs),
    )
    return (
        f"{images:,}",
        *(f"{1000 * seconds / images:.0f}" for seconds in (*steps, sum(steps))),
        f"{len(outcome.pairs) / images:.1f}",
    )


COST_HEAD = ("images", "describe, ms", "propose, ms", "decide, ms", "all, ms", "pairs")


def growth_rows(measured: Sequence[Growth], extrapolated: int) -> Rows:
    """Return cost by size; the last row follows the power law of the sizes before it."""
    rows: Rows = [
        (
            "one image among",
            *("candidates", "a doubling", "describe, ms", "index, ms"),
            *("propose, ms", "decide, ms", "all, ms"),
        )
    ]
    before: Growth | None = None
    for row in measured:
        doublings = np.log2(row.images / before.images) if before else 1.0
        growth = (
            (row.candidates / before.candidates) ** (1 / doublings) if before else 0
        )
        rows.append(_growth_row(f"{row.images:,}", row[1:], growth))
        before = row
    if len(measured) > 1:
        sizes = np.log([row.images for row in measured])
        laws = [
            np.polyfit(sizes, np.log([max(value, 1e-3) for value in values]), 1)
            for values in list(zip(*measured, strict=True))[1:]
        ]
        values = [float(np.exp(np.polyval(law, np.log(extrapolated)))) for law in laws]
        rows.append(
            _growth_row(f"{extrapolated:,} (extrapolated)", values, 2 ** laws[0][0])
        )
    return rows


def _growth_row(name: str, values: Sequence[float], growth: float) -> Sequence[str]:
    candidates, *steps = values
    return (
        name,
        f"{candidates:.1f}",
        f"× {growth:.2f}" if growth else "–",
        *(f"{step:.0f}" for step in (*steps, sum(steps))),
    )


def save_pairs(collection: Collection, pairs: Pairs, folder: Path) -> None:
    """Draw each pair side by side into a file."""
    folder.mkdir(parents=True, exist_ok=True)
    for left, right in pairs:
        page = Image.new("RGB", (820, 420), "#888")
        for number, place in ((left, 10), (right, 420)):
            with Image.open(collection.members[number].path) as file:
                picture = file.convert("RGB")
            picture.thumbnail((390, 400))
            page.paste(picture, (place, 10))
        page.save(folder / f"{left:06}-{right:06}.png")
