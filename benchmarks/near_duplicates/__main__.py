"""Share of near-duplicates found by kind of edit, wrong pairs and time, or ``train``."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.measuring import print_table
from benchmarks.near_duplicates import training
from benchmarks.near_duplicates.collection import make_collection, pictures_below
from benchmarks.near_duplicates.measuring import search_files
from benchmarks.near_duplicates.pictures import OPENCLIPART, own_pictures
from benchmarks.near_duplicates.report import (
    Answers,
    cost_rows,
    recall_rows,
    save_wrong_pairs,
    wrong_rows,
)
from benchmarks.peers.client import Peer
from curation.domain.near_duplicates.match import DUPLICATE, POSSIBLE


class PeerAnswer(NamedTuple):
    """What imagededup answers: seconds, and pairs of file names."""

    measuring: float
    searching: float
    processor: float
    pairs: list[tuple[str, str]]


def parse_measure_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="benchmarks.near_duplicates", description=__doc__
    )
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        help="images, in folders of any depth (default: openclipart where it is "
        "installed, else the demo's drawings)",
    )
    parser.add_argument("--originals", type=int, default=200)
    parser.add_argument("--variants", type=int, default=4, help="of each original")
    parser.add_argument("--hard-edits", type=int, default=3, help="of each original")
    parser.add_argument("--series", type=int, default=6, help="of each sort of twins")
    parser.add_argument("--seed", type=int, default=1, help="draws originals and edits")
    parser.add_argument("--certainty", type=float, default=DUPLICATE)
    parser.add_argument("--show", type=Path, help="draw wrong pairs into this folder")
    parser.add_argument("--no-peer", action="store_true", help="leave imagededup out")
    return parser.parse_args()


def measure() -> None:
    options = parse_measure_arguments()
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "files"
        folder.mkdir()
        pictures = options.folder or own_pictures(Path(scratch) / "demo")
        paths = pictures_below(
            pictures,
            training.SPLIT_SEED,
            held_out=True,
            in_series=options.folder is None,
            draw_seed=options.seed,
        )
        collection = make_collection(
            paths,
            folder,
            originals=options.originals,
            variants=options.variants,
            hard_edits=options.hard_edits,
            series=options.series,
            seed=options.seed,
        )
        print(
            f"{len(collection.members):,} files: {len(collection.originals):,} originals "
            f"of the half that nothing was trained on (seed {options.seed}), variants, "
            "hard edits and look-alikes\n"
        )
        outcome = search_files([member.path for member in collection.members])
        answers = {
            "duplicate": Answers.of(collection, outcome.pairs, options.certainty),
            "or possible": Answers.of(collection, outcome.pairs, POSSIBLE),
        }
        if not options.no_peer:
            with Peer("benchmarks.near_duplicates.peer") as peer:
                answer = peer.ask(PeerAnswer, "search", folder=str(folder))
            numbers = {
                member.path.name: number
                for number, member in enumerate(collection.members)
            }
            pairs = {(numbers[left], numbers[right]) for left, right in answer.pairs}
            answers["imagededup"] = Answers(pairs)
        print_table(*recall_rows(collection, answers))
        print_table(*wrong_rows(collection, answers))
        print_table(*cost_rows(outcome, len(collection.members)))
        if options.show:
            save_wrong_pairs(collection, answers["duplicate"], options.show)


def train_model() -> None:
    parser = argparse.ArgumentParser(prog="benchmarks.near_duplicates train")
    parser.add_argument("--drawings", type=Path, default=OPENCLIPART)
    parser.add_argument("--memes", type=Path, required=True, help="memes and posters")
    options = parser.parse_args(sys.argv[2:])
    folders = {"drawings": options.drawings, "memes": options.memes}
    training.write(training.train(folders, training.RECIPES))


if __name__ == "__main__":
    if sys.argv[1:2] == ["train"]:
        train_model()
    else:
        measure()
