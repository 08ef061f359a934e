"""Share of near-duplicates found, wrong pairs, cost and growth; ``train`` or ``ablate``.

Results of each step are kept in the cache, so that a run that was stopped goes on.
"""

import argparse
from pathlib import Path

from benchmarks.near_duplicates import ablation, report, training
from benchmarks.near_duplicates.collection import (
    ICON_SIDES,
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
from benchmarks.results import Results, benchmark_parser
from curation.near_duplicates.domain.decision import trained_model

OPENCLIPART = Path("/usr/share/openclipart/png")
"""Debian's package openclipart-png."""
_QUERIES = 100
"""Images that are searched for at each size of the growth."""
_HOW_FAR = 100_000


def parse_arguments() -> argparse.Namespace:
    parser = benchmark_parser("near_duplicates", __doc__)
    parser.add_argument("command", nargs="?", choices=["measure", "train", "ablate"])
    parser.add_argument("--drawings", type=Path, default=OPENCLIPART)
    parser.add_argument("--memes", type=Path, help="a folder of memes and posters")
    parser.add_argument("--cache", type=Path, default=Path("var/near-duplicates"))
    parser.add_argument("--seed", type=int, default=2026, help="draws originals, edits")
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[1000, 2000, 4000, 8000]
    )
    parser.add_argument(
        "--originals",
        type=int,
        default=160,
        help="drawings; three quarters as many memes, three eighths as many icons",
    )
    parser.add_argument(
        "--quick",
        action="store_const",
        dest="originals",
        const=16,
        help="as --originals 16, which takes a minute",
    )
    parser.add_argument("--show", type=Path, help="draw wrong pairs into this folder")
    return parser.parse_args()


def groups_of(options: argparse.Namespace) -> list[Group]:
    """Return what is measured: drawings, memes and posters, and icons."""
    count, seed = options.originals, options.seed
    series = max(1, count // 40)
    drawings = Group("drawings", options.drawings, count, 5, 2, series, seed)
    icons = Group("icons", options.drawings, count * 3 // 8, 2, 3, 0, seed, *ICON_SIDES)
    if options.memes is None:
        return [drawings, icons]
    memes = Group(
        "memes", options.memes, count * 3 // 4, 4, 2, series, seed, in_series=False
    )
    return [drawings, memes, icons]


def measure(options: argparse.Namespace, store: Store, results: Results) -> None:
    summaries: dict[str, dict[str, str]] = {}
    costs = []
    wrong, decisions = 0, 0
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
        kinds = report.kind_rows(collection, {group.name: answers["Subtext"]})
        results.print_table(f"kinds-{group.name}", *kinds)
        wrong_here = report.wrong_pairs(collection, answers["Subtext"].duplicate)
        wrong += len(wrong_here)
        decisions += len(answers["Subtext"].duplicate)
        if options.show:
            report.save_pairs(collection, wrong_here, options.show / group.name)
    figures = next(iter(summaries.values()))
    results.print_table(
        "searches",
        ("search", *figures),
        *((name, *row.values()) for name, row in summaries.items()),
    )
    print(f"wrong in 1,000 duplicates of all: {report.rate(wrong, decisions)}")
    head = ("processor an image", *report.COST_HEAD)
    results.print_table("cost", head, *costs)
    if options.sizes:
        paths = make_crowd(
            options.drawings, max(options.sizes), options.cache / "crowd"
        )
        described = [describe_file(path, store) for path in paths]
        growth = [
            measure_growth(described, size, _QUERIES, store) for size in options.sizes
        ]
        results.print_table("growth", *report.growth_rows(growth, _HOW_FAR))


if __name__ == "__main__":
    options = parse_arguments()
    results = Results(options)
    store = Store(options.cache / "results.sqlite3")
    trained_on = training.groups_to_train_on(options.drawings, options.memes)
    if options.command == "train":
        training.write(training.train(trained_on, options.cache, store))
    elif options.command == "ablate":
        pairs = training.pairs_to_train_on(trained_on, options.cache, store)
        results.print_table("models", *ablation.model_rows(pairs))
        results.print_table("measures", *ablation.measure_rows(pairs))
        for group in trained_on:
            collection = make_collection(group, options.cache)
            described = [describe_file(row.path, store) for row in collection.members]
            proposers = ablation.proposer_rows(collection, described)
            results.print_table(f"proposers-{group.name}", *proposers)
    else:
        measure(options, store, results)
