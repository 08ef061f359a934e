"""What imagededup and cleanvision take for a folder of images, in ``.venv-peers``.

``.venv-peers/bin/python -m benchmarks.curating_tools FOLDER`` prints the seconds of
processor and clock of each tool in a process of its own, and what it found.
"""

import importlib
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.measuring import Cost
from benchmarks.results import Results, benchmark_parser


def _imagededup(folder: Path) -> str:
    importlib.import_module("benchmarks.peers.operators").declare()
    methods: Any = importlib.import_module("imagededup.methods")
    duplicates = methods.PHash(verbose=False).find_duplicates(
        image_dir=folder, max_distance_threshold=10, recursive=True
    )
    return f"{sum(map(len, duplicates.values())) // 2} pairs within 10 bits"


def _cleanvision(folder: Path) -> str:
    cleanvision: Any = importlib.import_module("cleanvision")
    lab = cleanvision.Imagelab(data_path=str(folder))
    lab.find_issues(verbose=False)
    counts = lab.issue_summary.set_index("issue_type")["num_images"]
    return ", ".join(f"{name} {count}" for name, count in counts.items() if count)


TOOLS: dict[str, Callable[[Path], str]] = {
    "imagededup": _imagededup,
    "cleanvision": _cleanvision,
}


def main() -> None:
    parser = benchmark_parser("curating_tools", __doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--tool", choices=TOOLS, help="in this process, the result only"
    )
    options = parser.parse_args()
    if options.tool:
        print(TOOLS[options.tool](options.folder))
        return
    results = Results(options)
    rows = [("tool", "processor", "clock", "found")]
    for tool in TOOLS:
        command = [sys.executable, "-m", "benchmarks.curating_tools"]
        with Cost() as cost:
            run = subprocess.run(
                [*command, str(options.folder), "--tool", tool],
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
        seconds = (f"{cost.processor:.1f}", f"{cost.clock:.1f}")
        result = run.stdout.strip().splitlines()[-1]
        rows.append((f"{tool} {version(tool)}", *seconds, result))
    results.print_table("tools", *rows)


if __name__ == "__main__":
    main()
