"""Import and hash many small drawn images: memory and rate as it goes.

Everything happens in a folder of its own on SQLite and the file system, in one process.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import django

from benchmarks.import_scale.drawing import draw_zip


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.import_scale", description=__doc__
    )
    parser.add_argument("--images", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    with tempfile.TemporaryDirectory(prefix="subtext-benchmark-") as name:
        folder = Path(name)
        material = draw_zip(folder / "drawn.zip", asked.images, asked.seed)
        os.environ["SUBTEXT_DATA_DIR"] = str(folder / "var")
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.embedded"
        django.setup()
        # Only now: models need the settings.
        from benchmarks.import_scale.work import measured_import  # noqa: PLC0415

        print(f"{'images':>10}{'a second':>10}{'a processor second':>20}{'MiB':>8}")
        done = 0
        for sign in measured_import(material):
            done = sign.images
            print(
                f"{done:>10,}{sign.rate:>10.0f}{sign.processor_rate:>20.0f}"
                f"{sign.mebibytes:>8,.0f}",
                flush=True,
            )
    print(f"{done:,} of {asked.images:,} imported and hashed")
    return 0 if done == asked.images else 1


if __name__ == "__main__":
    sys.exit(main())
