"""Share of near-duplicates found, wrong pairs, cost by step and growth, or ``train``.

Results of each step are kept in the cache, so that a run that was stopped goes on.
"""

import argparse
from pathlib import Path

from benchmarks.measuring import print_table
from benchmarks.near_duplicates import report, training
from benchmarks.near_duplicates.collection import (
    Group,
    make_collection,
    make_crowd,
)
from benchmarks.near_duplicates.hashes import search_by_hashes
from benchmarks.near_duplicates.search import (
    describe_file,
    measure_growth,
    search_files,
)
from benchmarks.near_duplicates.store import Store
from curation.domain.near_duplicates.decision import trained_model

OPENCLIPART = Path("/usr/share/openclipart/png")
"""Debian's package openclipart-png."""
_QUERIES = 200
"""Images that are searched for at each size of the growth."""
_HOW_FAR = 100_000


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="benchmarks.near_duplicates", description=__doc__
    )
    parser.add_argument("command", nargs="?", choices=["measure", "train"])
    parser.add_argument("--drawings", type=Path, default=OPENCLIPART)
    parser.add_argument("--memes", type=Path, help="a folder of memes and posters")
    parser.add_argument("--cache", type=Path, default=Path("var/near-duplicates"))
    parser.add_argument("--seed", type=int, default=2026, help="draws originals, edits")
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[1000, 2000, 4000, 8000]
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the originals")
    parser.add_argument("--show", type=Path, help="draw wrong pairs into this folder")
    return parser.parse_args()


def groups_of(options: argparse.Namespace) -> list[Group]:
    """Return what is measured: drawings, memes and posters, and icons."""
    share = 10 if options.quick else 1
    groups = [
        Group(
            "drawings", options.drawings, 160 // share, 5, 2, 4 // share, options.seed
        ),
        Group("icons", options.drawings, 60 // share, 2, 3, 0, options.seed, 24, 95),
    ]
    if options.memes:
        memes = Group(
            *("memes", options.memes, 120 // share, 4, 2, 4 // share, options.seed),
            in_series=False,
        )
        groups.insert(1, memes)
    return groups


def measure(options: argparse.Namespace, store: Store) -> None:
    summaries: dict[str, dict[str, str]] = {}
    costs = []
    for group in groups_of(options):
        collection = make_collection(group, options.cache)
        paths = [member.path for member in collection.members]
        outcome = search_files(paths, store)
        answers = {"Subtext": report.decide(collection, outcome, trained_model())}
        names = [image.name for image in outcome.described]
        answers |= search_by_hashes(paths, names, store)
        for name, answer in answers.items():
            summaries[f"{group.name}: {name}"] = report.summary(collection, answer)
        costs.append((group.name, *report.cost_row(outcome)))
        print_table(*report.kind_rows(collection, {group.name: answers["Subtext"]}))
        if options.show:
            wrong = report.wrong_pairs(collection, answers["Subtext"].duplicate)
            report.save_pairs(collection, wrong, options.show / group.name)
    figures = next(iter(summaries.values()))
    print_table(
        ("search", *figures),
        *((name, *row.values()) for name, row in summaries.items()),
    )
    print_table(("processor an image", *report.COST_HEAD), *costs)
    if options.sizes:
        paths = make_crowd(
            options.drawings, max(options.sizes), options.cache / "crowd"
        )
        described = [describe_file(path, store) for path in paths]
        growth = [
            measure_growth(described, size, _QUERIES, store) for size in options.sizes
        ]
        print_table(*report.growth_rows(growth, _HOW_FAR))


if __name__ == "__main__":
    options = parse_arguments()
    store = Store(options.cache / "results.sqlite3")
    if options.command == "train":
        training.write(
            training.train(options.drawings, options.memes, options.cache, store)
        )
    else:
        measure(options, store)
