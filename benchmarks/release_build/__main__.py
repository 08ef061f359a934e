"""Time and memory of a release of II-Bench's size, and whether two are identical.

It runs in a folder of its own on SQLite and the file system. Images are drawn, 640 × 480;
records and questions have II-Bench's mean lengths (Table 1).
"""

import sys
from collections.abc import Callable
from typing import TypeVar

from benchmarks.measuring import Cost, empty_installation, peak_memory
from benchmarks.results import Results, benchmark_parser

Result = TypeVar("Result")


def main() -> int:
    parser = benchmark_parser("release_build", __doc__)
    parser.add_argument("--images", type=int, default=1222)
    parser.add_argument("--questions", type=int, default=1434)
    options = parser.parse_args()
    results = Results(options)
    costs: dict[str, Cost] = {}
    peaks: dict[str, int] = {}

    def timed(what: str, work: Callable[[], Result]) -> Result:
        peak_memory()
        with costs.setdefault(what, Cost()):
            result = work()
        peaks[what] = peak_memory()
        return result

    with empty_installation() as folder:
        # Imported here, because models need the settings.
        from benchmarks.release_build.project import Bench  # noqa: PLC0415

        bench = Bench(images=options.images, questions=options.questions)
        blocking = timed("gate", bench.judge)
        release = timed("request a release", lambda: bench.cut(blocking))
        first = timed("judge, freeze, build and publish", lambda: bench.build(release))
        second = timed(
            "write the folder again", lambda: bench.write(release, folder / "2")
        )
    print(f"{options.images} images, {options.questions} questions", flush=True)
    rows = [
        (name, f"{c.clock:.2f}", f"{c.processor:.2f}", f"{peaks[name] / 2**20:.0f}")
        for name, c in costs.items()
    ]
    head = ("step", "seconds", "processor seconds", "peak MB")
    results.print_table("steps", head, *rows)
    same = first.sums == second.sums
    print(f"{first.bytes / 2**20:.0f} MiB in {first.files} files")
    print(f"Identical bytes: {'yes' if same else 'NO'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
