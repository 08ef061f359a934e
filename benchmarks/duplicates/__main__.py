"""Recall by kind of variant, wrong pairs and time, beside imagededup in one run."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image

from benchmarks.duplicates import subtext
from benchmarks.duplicates.collection import Collection, make, pictures_below
from benchmarks.duplicates.report import Score, found_rows, score, wrong_rows
from benchmarks.duplicates.variants import MIRRORED, opaque
from benchmarks.measuring import print_table
from benchmarks.peers.client import Peer
from demo.raw import raw_files

OPENCLIPART = Path("/usr/share/openclipart/png")
"""Debian's package openclipart-png."""


class Found(NamedTuple):
    """What the peer answers."""

    measuring: float
    searching: float
    processor: float
    pairs: list[tuple[str, str]]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        help="pictures to take, in folders of any depth (default: openclipart where it "
        "is installed, else the demo's drawings)",
    )
    parser.add_argument("--originals", type=int, default=800)
    parser.add_argument("--variants", type=int, default=4, help="of each original")
    parser.add_argument("--series", type=int, default=30, help="of each sort of twins")
    parser.add_argument("--seed", type=int, default=1, help="draws halves and variants")
    parser.add_argument(
        "--tuning",
        action="store_true",
        help="take the half of the pictures that thresholds may be set on; "
        "what is reported comes from the other half",
    )
    parser.add_argument(
        "--show", type=Path, help="draw wrong and missed pairs into this folder"
    )
    parser.add_argument("--no-peer", action="store_true", help="leave imagededup out")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        pictures = options.folder or own_pictures(folder / "demo")
        files = folder / "files"
        files.mkdir()
        made = make(
            pictures_below(
                pictures,
                options.seed,
                held_out=not options.tuning,
                in_series=options.folder is None,
            ),
            files,
            originals=options.originals,
            variants=options.variants,
            series=options.series,
            seed=options.seed,
        )
        half = "tuning" if options.tuning else "held-out"
        print(
            f"{len(made.members):,} files: {len(made.originals):,} originals of the {half} "
            f"half (seed {options.seed}) of {pictures}, their variants, and "
            f"{options.series * 4} series of look-alikes\n"
        )
        paths = [member.path for member in made.members]
        hashed = subtext.hash_alone(paths)
        ours = subtext.search(paths)
        scores = {"Subtext": score(made, _as_copies(made, ours.pairs))}
        theirs = None
        if not options.no_peer:
            with Peer("benchmarks.duplicates.peer") as peer:
                theirs = peer.ask(Found, "search", folder=str(files))
            numbers = {member.path.name: at for at, member in enumerate(made.members)}
            named = {(numbers[one], numbers[two]) for one, two in theirs.pairs}
            scores["imagededup"] = score(made, named)
        print_table(*found_rows(made, scores))
        print_table(*wrong_rows(made, scores))
        print_table(*_cost_rows(ours, theirs))
        print(
            f"{ours.candidates:,} candidate pairs were compared by pixels. Decoding and "
            f"ImageHash's pHash alone took {hashed:.1f} s of processor."
        )
        if options.show:
            show(made, scores["Subtext"], options.show)


def _cost_rows(ours: subtext.Outcome, theirs: Found | None) -> list[Sequence[str]]:
    """Return the seconds of Subtext, and those of the peer where it ran."""
    fields = {
        "decode and hash": "measuring",
        "find and confirm": "searching",
        "processor": "processor",
    }
    head = ["seconds", "Subtext"]
    rows = [[name, f"{getattr(ours, field):.1f}"] for name, field in fields.items()]
    if theirs is not None:
        head += ["imagededup", "of imagededup"]
        for row, field in zip(rows, fields.values(), strict=True):
            mine, other = getattr(ours, field), getattr(theirs, field)
            row += [f"{other:.1f}", f"{mine / other:.0%}"]
    return [head, *rows]


def _as_copies(made: Collection, pairs: Sequence[subtext.Pair]) -> set[tuple[int, int]]:
    """Pairs that were named for what they are: mirrored ones as mirrored.

    Two variants of one family are taken as they come.
    """
    return {
        (pair.left, pair.right)
        for pair in pairs
        if made.originals.get(made.members[pair.left].family) != pair.left
        or pair.mirrored == (made.members[pair.right].kind == MIRRORED)
    }


def own_pictures(scratch: Path) -> Path:
    """openclipart, or the demo's drawings without its copies and broken files."""
    if OPENCLIPART.is_dir():
        return OPENCLIPART
    for content, fate in raw_files():
        if fate["outcome"] not in ("duplicate", "rejected"):
            path = scratch / fate["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    return scratch


def show(made: Collection, found: Score, folder: Path) -> None:
    """Draw wrong pairs and missed variants side by side, a file each."""
    folder.mkdir(parents=True, exist_ok=True)
    for left, right in found.false:
        name = f"wrong-{left:06}-{right:06}.png"
        _side_by_side(made, left, right).save(folder / name)
    for number, member in enumerate(made.members):
        original = made.originals.get(member.family, number)
        if (original, number) not in found.pairs and original != number:
            kind = member.kind.replace(" ", "-")
            name = f"missed-{kind}-{number:06}.png"
            _side_by_side(made, original, number).save(folder / name)


def _side_by_side(made: Collection, left: int, right: int) -> Image.Image:
    page = Image.new("RGB", (820, 420), "#888")
    for number, place in ((left, 10), (right, 420)):
        with Image.open(made.members[number].path) as picture:
            shown = opaque(picture).copy()
        shown.thumbnail((390, 400))
        page.paste(shown, (place, 10))
    return page


if __name__ == "__main__":
    main()
