"""A folder of originals, their edited copies and images that only look alike."""

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from PIL import Image

from benchmarks.near_duplicates.hard_edits import HARD_EDITS
from benchmarks.near_duplicates.twins import SERIES
from benchmarks.near_duplicates.variants import (
    CHANGES,
    MIRRORED,
    OTHER_HUES,
    File,
    encoded,
    in_other_hues,
    kinds_for,
    opaque,
    variant,
)

SPLIT_SEED = 24
"""Divides originals into the half to train on and the half to report on."""
_AFTER_WORD = re.compile(r"[\W\d_]")
EXTENSIONS = {".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp"}
_MOST_PIXELS = 16_000_000
"""Twice as wide and high, as variants are, this is still within the limit of imports."""
_LONGEST = 800
"""Pixels that copies are made from: twice what the search reads."""
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
ICON_SIDES = 24, 95
"""Least and most pixels of the short side of an icon."""
_TURNING = frozenset({MIRRORED, "turned by 90°", "mirrored half"})
"""Edits after which an icon may mean something else."""
_SPARE = 40
"""Images that are no member: grounds of hard edits, and what look-alikes are made of."""


class Group(NamedTuple):
    """Which images a collection is drawn from, and how many copies are made of each."""

    name: str
    folder: Path
    originals: int
    variants: int
    hard_edits: int
    series: int
    """Of each sort of look-alikes."""
    seed: int
    shortest: int = 96
    """Least pixels of the short side."""
    longest: int = 10_000
    """Most pixels of the short side."""
    in_series: bool = True
    """Of the files in a folder whose names begin with the same word one is taken: one
    drawing in several colours, or with another symbol."""
    held_out: bool = True
    """From the half that nothing is trained on."""
    other_hues: int = 0
    """Originals of which a copy in other hues is made, which may be another image."""

    @property
    def is_of_icons(self) -> bool:
        return self.longest <= ICON_SIDES[1]

    @property
    def key(self) -> str:
        """Return a name that changes with everything that the collection depends on."""
        text = json.dumps(self, default=str)
        return f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


class Member(NamedTuple):
    """One file of the collection."""

    path: Path
    family: int
    """Files of one family show the same image."""
    kind: str
    """"original", a kind of variant or hard edit, or a series of look-alikes."""
    spare_use: int = 0
    """Number of the edit or series that was drawn with spare images; 0: without any.
    Members of two uses may share a part, so that no answer on them is wrong."""


def is_same(first: Member, second: Member) -> bool | None:
    """Return whether two files show the same image; None: neither answer is wrong.

    Two hard edits of one image may have nothing in common.
    """
    if first.family == second.family:
        return None if {first.kind, second.kind} <= HARD_EDITS.keys() else True
    uses = first.spare_use, second.spare_use
    return None if all(uses) and uses[0] != uses[1] else False


def may_be_another(first: Member, second: Member, group: Group) -> bool:
    """Return whether two files of one family may be two images, as a person decides.

    An arrow to the left is none to the right, and a red flag is no blue one.
    """
    kinds = {first.kind, second.kind}
    if len(kinds) == 1:
        return False
    return OTHER_HUES in kinds or (group.is_of_icons and bool(kinds & _TURNING))


@dataclass
class Collection:
    """The files, numbered by their place in ``members``."""

    folder: Path
    members: list[Member] = field(default_factory=list)

    def add(self, file: File, family: int, kind: str, spare_use: int = 0) -> None:
        path = self.folder / f"{len(self.members):06}.{file.extension}"
        path.write_bytes(file.content)
        self.members.append(Member(path, family, kind, spare_use))

    @property
    def originals(self) -> dict[int, int]:
        """Return the number of each family's original."""
        return {
            member.family: number
            for number, member in enumerate(self.members)
            if member.kind == "original"
        }


def in_half(path: Path, held_out: bool) -> bool:
    """Return whether a file belongs to the half to report on, or to the half to train on.

    Its name decides, so that an image never changes sides.
    """
    digest = hashlib.sha256(f"{SPLIT_SEED}/{path.name}".encode()).digest()
    return (digest[0] % 2 == 1) == held_out


def originals_of(group: Group) -> Iterator[tuple[Path, Image.Image]]:
    """Yield the group's distinct images in a drawn order."""
    paths = [
        path
        for path in sorted(group.folder.rglob("*"))
        if path.suffix.lower() in EXTENSIONS
        and path.parent.name not in _LEFT_OUT
        and path.relative_to(group.folder).as_posix() not in _HELD_TWICE
        and in_half(path, group.held_out)
    ]
    Random(group.seed).shuffle(paths)  # noqa: S311 - a draw, no secret
    seen: set[object] = set()
    for path in paths:
        named = path.parent, _AFTER_WORD.split(path.stem.lower())[0]
        if group.in_series and named in seen:
            continue
        try:
            with Image.open(path) as image:
                side = min(image.size)
                if image.width * image.height > _MOST_PIXELS or not (
                    group.shortest <= side <= group.longest
                ):
                    continue
                image.load()
        except (OSError, Image.DecompressionBombError):
            continue  # no tool takes it
        pixels = opaque(image)
        digest = hashlib.sha256(pixels.tobytes()).digest()
        if pixels.getcolors(1) is None and digest not in seen:
            seen |= {digest, named}
            image.thumbnail((_LONGEST, _LONGEST), Image.Resampling.LANCZOS)
            yield path, image


def make_collection(group: Group, below: Path) -> Collection:
    """Write a collection into a folder, or return the one that was written before."""
    folder = below / group.key
    collection = Collection(folder)
    listed = folder / "members.json"
    if listed.exists():
        rows = json.loads(listed.read_text())
        collection.members = [Member(folder / row[0], *row[1:]) for row in rows]
        return collection
    folder.mkdir(parents=True, exist_ok=True)
    source = originals_of(group)
    spare = [opaque(image) for _, image in islice(source, _SPARE)]
    chance = Random(group.seed)  # noqa: S311
    turns, hard_turns = 0, 0
    hard_names = list(HARD_EDITS)
    family = -1
    for family, (_, image) in enumerate(islice(source, group.originals)):
        plain = opaque(image)
        collection.add(encoded(plain, "PNG"), family, "original")
        kinds = kinds_for(image)
        for turn in range(turns, turns + min(group.variants, len(kinds))):
            kind = kinds[turn % len(kinds)]
            collection.add(variant(image, kind, chance), family, kind)
        turns += group.variants
        for turn in range(hard_turns, hard_turns + group.hard_edits):
            kind = hard_names[turn % len(hard_names)]
            edited = HARD_EDITS[kind](plain, chance.choice(spare), chance)
            file = encoded(edited, "JPEG", quality=chance.randint(50, 90))
            use = len(collection.members) if kind.startswith("inside") else 0
            collection.add(file, family, kind, use)
        hard_turns += group.hard_edits
        if family < group.other_hues:
            recoloured = in_other_hues(plain, chance)
            file = encoded(recoloured, "JPEG", quality=chance.randint(50, 90))
            collection.add(file, family, OTHER_HUES)
    _add_look_alikes(collection, spare, group.series, chance, family + 1)
    rows = [(member.path.name, *member[1:]) for member in collection.members]
    listed.write_text(json.dumps(rows))
    return collection


def _add_look_alikes(
    collection: Collection,
    images: Sequence[Image.Image],
    series: int,
    chance: Random,
    family: int,
) -> None:
    for name, draw in SERIES.items():
        for _ in range(series):
            use = len(collection.members)
            for page in draw(images, chance, _SERIES_LENGTH):
                collection.add(encoded(page, "PNG"), family, name, use)
                family += 1


def make_crowd(folder: Path, count: int, below: Path) -> list[Path]:
    """Return ``count`` images of both halves in a drawn order.

    Where there are too few, edited copies of them are written ``below`` and follow.
    """
    below.mkdir(parents=True, exist_ok=True)
    group = Group("crowd", folder, count, 0, 0, 0, 1, 24, in_series=False)
    halves = [group._replace(held_out=held_out) for held_out in (True, False)]
    paths = [path for half in halves for path, _ in islice(originals_of(half), count)]
    Random(group.seed).shuffle(paths)  # noqa: S311
    sources, names = tuple(paths), list(CHANGES)
    for number in range(count - len(paths)):
        chance = Random(number)  # noqa: S311
        with Image.open(sources[number % len(sources)]) as image:
            file = variant(image, names[chance.randrange(len(names))], chance)
        copy = below / f"{number:06}.{file.extension}"
        copy.write_bytes(file.content)
        paths.append(copy)
    return paths[:count]
