"""Right letters, wrong letters and misses of rules that read answers, on given responses.

FILE is a JSON list of objects with ``response``, ``expected`` (a letter or ``miss``) and
optionally ``options`` and ``finish_reason``. A case without options has six whose texts
are not known: letters are read, and quotes are not.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from string import ascii_uppercase
from types import ModuleType
from typing import Any

from benchmarks.results import Results, benchmark_parser
from subtext_runner.answer_extraction import rule
from subtext_runner.answer_extraction.reading import RULE
from subtext_runner.extraction.published import published_letter

Case = dict[str, Any]
Letters = list[str | None]

UNKNOWN_OPTIONS = [""] * 6

READ_EARLIER = """
import inspect, json, sys
try:
    from subtext_runner.answer_extraction.rule import extract_answer as extract
except ModuleNotFoundError:
    from subtext_runner.extraction.rule import extract
except ImportError:
    from subtext_runner.answer_extraction.rule import extract
letters = []
for case in json.load(sys.stdin):
    named = {k: case.get(k) for k in inspect.signature(extract).parameters if k in case}
    letters.append(extract(**named).answer)
print(json.dumps(letters))
"""


def main() -> None:
    parser = benchmark_parser("extraction", __doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="responses")
    parser.add_argument(
        "--before", metavar="REVISION", help="also the rule of an earlier Git revision"
    )
    parser.add_argument(
        "--show", action="store_true", help="print what Subtext does not read right"
    )
    chosen = parser.parse_args()
    results = Results(chosen)
    cases: list[Case] = [
        {"options": UNKNOWN_OPTIONS, **case}
        for case in json.loads(chosen.file.read_text(encoding="utf-8"))
    ]
    ours = read_all(cases, subtext)
    rows = [(f"Subtext ({RULE})", *shares(cases, ours))]
    if chosen.before:
        earlier = read_earlier(cases, chosen.before)
        rows.append((f"Subtext at {chosen.before}", *shares(cases, earlier)))
    rows.append(("II-Bench's rule", *shares(cases, read_all(cases, ii_bench))))
    for name, load in PEERS.items():
        try:
            read = load()
        except ModuleNotFoundError as missing:
            rows.append((name, f"not installed ({missing.name}): make peers", "", ""))
        else:
            rows.append((name, *shares(cases, read_all(cases, read))))
    head = ("rule", "right", "wrong letter", "missed")
    results.print_table("rules", head, *rows)
    if chosen.show:
        for case, letter in zip(cases, ours, strict=True):
            if (letter or "miss") != case["expected"]:
                print(case["expected"], letter or "miss", repr(case["response"]))


def read_all(cases: Sequence[Case], read: Callable[[Case], str | None]) -> Letters:
    return [read(case) for case in cases]


def shares(cases: Sequence[Case], letters: Letters) -> tuple[str, str, str]:
    """Return the shares of right readings, of wrong letters and of missed letters."""
    kinds = Counter(
        "right"
        if (letter or "miss") == case["expected"]
        else "wrong"
        if letter
        else "missed"
        for case, letter in zip(cases, letters, strict=True)
    )
    right, wrong, missed = (
        f"{kinds[kind] / len(cases):.1%} ({kinds[kind]})"
        for kind in ("right", "wrong", "missed")
    )
    return right, wrong, missed


def subtext(case: Case) -> str | None:
    return rule.extract_answer(
        case["response"],
        options=case["options"],
        finish_reason=case.get("finish_reason"),
    ).answer


def ii_bench(case: Case) -> str | None:
    return published_letter(case["response"], options=case["options"])


def _peer(module: str) -> ModuleType:
    """Import a module that only `.venv-peers` has, on a CPU build of torch as well."""
    import_module("benchmarks.peers.operators").declare()
    return import_module(module)


def lmms_eval() -> Callable[[Case], str | None]:
    """Return the reader of lmms-eval's own task for II-Bench, which knows A to F."""
    read = _peer("lmms_eval.tasks.ii_bench.utils").extract_option_labels
    return lambda case: read(case["response"], case["options"])


def vlmevalkit() -> Callable[[Case], str | None]:
    """Return VLMEvalKit's reader, without its judge; Z is its letter for a refusal."""
    infer = _peer("vlmeval.utils.matching_util").can_infer

    def read(case: Case) -> str | None:
        options = dict(zip(ascii_uppercase, case["options"], strict=False))
        letter = infer(case["response"], options)
        return letter if letter in options else None

    return read


PEERS: dict[str, Callable[[], Callable[[Case], str | None]]] = {
    "lmms-eval's reader": lmms_eval,
    "VLMEvalKit's reader": vlmevalkit,
}


def read_earlier(cases: Sequence[Case], revision: str) -> Letters:
    """Read by the rule as it was at a Git revision, in a process of its own."""
    packages = ("evaluation", "projects", "workflow")
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", revision, *packages], check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        letters = subprocess.run(
            [sys.executable, "-c", READ_EARLIER],
            input=json.dumps(list(cases)),
            env={**os.environ, "PYTHONPATH": folder},
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
    letters_before: Letters = json.loads(letters.stdout)
    return letters_before


if __name__ == "__main__":
    main()
