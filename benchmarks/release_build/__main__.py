"""How long cutting and building a release of II-Bench's size takes, and whether twice is
the same.

Everything happens in a folder of its own on SQLite and the file system. Pictures are
drawn, 640 × 480; records and questions have II-Bench's mean lengths (Table 1).
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeVar

import django

Result = TypeVar("Result")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.release_build", description=__doc__
    )
    parser.add_argument("--images", type=int, default=1222)
    parser.add_argument("--questions", type=int, default=1434)
    return parser.parse_args()


def timed(what: str, work: Callable[[], Result]) -> tuple[Result, float]:
    begun, used = perf_counter(), process_time()
    result = work()
    seconds, used = perf_counter() - begun, process_time() - used
    print(f"{what:<44}{seconds:8.2f} s   (processor {used:.2f} s)", flush=True)
    return result, seconds


def main() -> int:
    asked = arguments()
    with tempfile.TemporaryDirectory(prefix="subtext-benchmark-") as name:
        folder = Path(name)
        os.environ["SUBTEXT_DATA_DIR"] = str(folder / "var")
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
        django.setup()
        # Only now: models need the settings.
        from benchmarks.release_build.work import Bench  # noqa: PLC0415

        bench = Bench(images=asked.images, questions=asked.questions)
        print(f"{asked.images} images, {asked.questions} questions", flush=True)
        blocking, _ = timed("gate", bench.judge)
        release, cutting = timed(
            "cut: gate and frozen rows", lambda: bench.cut(blocking)
        )
        first, building = timed(
            "build, store and publish", lambda: bench.build(release)
        )
        second, _ = timed(
            "write the folder again", lambda: bench.write(release, folder / "2")
        )
        print(f"{'size':<44}{first.bytes / 2**20:8.0f} MiB in {first.files} files")
        print(f"{'cut and build together':<44}{cutting + building:8.2f} s")
        same = first.sums == second.sums
        print(f"{'identical bytes':<44}{'yes' if same else 'NO':>8}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
