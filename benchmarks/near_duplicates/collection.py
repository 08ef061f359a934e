"""A folder of originals, their variants and pictures that only look alike."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from PIL import Image

from benchmarks.near_duplicates.hard_edits import HARD_EDITS
from benchmarks.near_duplicates.twins import SERIES
from benchmarks.near_duplicates.variants import (
    File,
    encoded,
    kinds_for,
    opaque,
    variant,
)

_AFTER_WORD = re.compile(r"[\W\d_]")
EXTENSIONS = {".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp"}
_SHORTEST = 96
"""Pixels: smaller originals are bullets and rules, of which nobody needs a copy found."""
_MOST_PIXELS = 16_000_000
"""Twice as wide and high, as variants are, this is still within the limit of imports."""
_LEFT_OUT = frozenset({"stars"})
"""openclipart's shapes/stars: 1,378 figures of thin lines, drawn by a program, that
differ in two numbers. No person could say which are copies."""
_HELD_TWICE = frozenset(
    line
    for line in (Path(__file__).parent / "held_twice.txt").read_text().splitlines()
    if not line.startswith("#")
)
"""Of openclipart, below its folder."""
_SERIES_LENGTH = 5


class Member(NamedTuple):
    """One file of the collection."""

    path: Path
    family: int
    """Files of one family show the same picture."""
    kind: str
    """"original", a kind of variant or hard edit, or a series of look-alikes."""


@dataclass
class Collection:
    """The files, numbered by their place in ``members``."""

    folder: Path
    members: list[Member] = field(default_factory=list)
    originals: dict[int, int] = field(default_factory=dict)
    """By family: its original."""

    def add(self, file: File, family: int, kind: str) -> None:
        path = self.folder / f"{len(self.members):06}.{file.extension}"
        path.write_bytes(file.content)
        self.members.append(Member(path, family, kind))


def in_half(path: Path, seed: int, held_out: bool) -> bool:
    """Whether a file belongs to the half to report on, or to the half to tune on.

    Decided by its name and the seed alone, so that a picture never changes sides.
    """
    digest = hashlib.sha256(f"{seed}/{path.name}".encode()).digest()
    return (digest[0] % 2 == 1) == held_out


def pictures_below(
    folder: Path, seed: int, *, held_out: bool, in_series: bool, draw_seed: int = 1
) -> list[Path]:
    """Return the distinct files of the half that ``seed`` says, in a drawn order.

    Where pictures come ``in_series``, one is taken of the files in a folder whose names
    begin with the same word: one drawing in several colours, or with another symbol.
    """
    seen: set[bytes] = set()
    series: set[tuple[Path, str]] = set()
    paths = []
    for path in sorted(folder.rglob("*")):
        if (
            path.suffix.lower() in EXTENSIONS
            and path.parent.name not in _LEFT_OUT
            and path.relative_to(folder).as_posix() not in _HELD_TWICE
            and in_half(path, seed, held_out)
        ):
            digest = hashlib.sha256(path.read_bytes()).digest()
            named = (path.parent, _AFTER_WORD.split(path.stem.lower())[0])
            if digest not in seen and not (in_series and named in series):
                seen.add(digest)
                series.add(named)
                paths.append(path)
    Random(draw_seed).shuffle(paths)  # noqa: S311 - a draw, no secret
    return paths


def _opened(paths: Sequence[Path]) -> Iterator[tuple[Path, Image.Image]]:
    """The pictures that are large enough, show something, and show it first."""
    seen: set[bytes] = set()
    for path in paths:
        try:
            with Image.open(path) as picture:
                if picture.width * picture.height > _MOST_PIXELS:
                    continue
                picture.load()
        except (OSError, Image.DecompressionBombError):
            continue  # no tool takes it
        pixels = opaque(picture)
        digest = hashlib.sha256(pixels.tobytes()).digest()
        is_plain = pixels.getcolors(1) is not None
        if min(pixels.size) >= _SHORTEST and not is_plain and digest not in seen:
            seen.add(digest)
            yield path, picture


def make_collection(
    paths: Sequence[Path],
    folder: Path,
    *,
    originals: int,
    variants: int,
    hard_edits: int,
    series: int,
    seed: int,
) -> Collection:
    """Write a collection into an empty folder.

    Args:
        originals: how many pictures to take from ``paths``, each a family of its own.
        variants: how many kinds of variant to make of each; the kinds take turns.
        hard_edits: how many hard edits to make of each, in turns too.
        series: how many series of each sort of look-alikes to draw from the pictures.
    """
    chance = Random(seed)  # noqa: S311
    collection = Collection(folder)
    turn = 0
    sources: list[Image.Image] = []
    for path, picture in _opened(paths):
        if len(collection.originals) == originals:
            break
        family = len(collection.originals)
        collection.originals[family] = len(collection.members)
        file = File(path.read_bytes(), path.suffix[1:].lower())
        collection.add(file, family, "original")
        kinds = kinds_for(picture)
        for _ in range(min(variants, len(kinds))):
            kind = kinds[turn % len(kinds)]
            turn += 1
            collection.add(variant(picture, kind, chance), family, kind)
        sources.append(opaque(picture))
    _add_hard_edits(collection, sources, hard_edits, Random(seed + 1))  # noqa: S311
    large = [source for source in sources if min(source.size) >= 100]
    family = len(collection.originals)
    for name, draw in SERIES.items():
        for _ in range(series):
            for page in draw(large, chance, _SERIES_LENGTH):
                collection.add(encoded(page, "PNG"), family, name)
                family += 1
    return collection


def _add_hard_edits(
    collection: Collection, sources: Sequence[Image.Image], count: int, chance: Random
) -> None:
    turn = 0
    names = list(HARD_EDITS)
    for family, source in enumerate(sources):
        for _ in range(count):
            name = names[turn % len(names)]
            turn += 1
            edited = HARD_EDITS[name](source, sources, chance)
            quality = chance.randint(50, 90)
            collection.add(encoded(edited, "JPEG", quality=quality), family, name)
