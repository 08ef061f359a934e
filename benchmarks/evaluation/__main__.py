"""Utilisation of a slow model server and duration of a run, beside lmms-eval."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from benchmarks.evaluation.release import TASK, make_release, write_task
from benchmarks.evaluation.serving import ClientResult, Server, serving
from benchmarks.peers.client import PYTHON, ROOT
from benchmarks.results import Results, benchmark_parser


class Run(NamedTuple):
    name: str
    load: ClientResult
    wall: float
    """Seconds of the whole command, with reading and scoring."""


def main() -> int:
    parser = benchmark_parser("evaluation", __doc__)
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--places", type=int, default=8, help="answers at once")
    parser.add_argument("--latency", type=float, default=0.5, metavar="SECONDS")
    parser.add_argument("--concurrency", type=int, default=16, help="calls at once")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-peer", action="store_true")
    chosen = parser.parse_args()
    results = Results(chosen)
    with (
        tempfile.TemporaryDirectory() as name,
        serving(places=chosen.places, latency=chosen.latency) as server,
    ):
        folder = Path(name)
        release = folder / "release"
        sha256 = make_release(release, questions=chosen.questions, seed=chosen.seed)
        runs = [_subtext(folder, release, sha256, server, chosen.concurrency)]
        if not chosen.no_peer:
            runs.append(_lmms_eval(folder, release, server, chosen.concurrency))
    least = chosen.questions * chosen.latency / chosen.places
    print(
        f"{chosen.questions} questions, a server of {chosen.places} places and about "
        f"{chosen.latency} s an answer ({least:.0f} s at least), "
        f"{chosen.concurrency} calls at once"
    )
    rows = [
        (
            run.name,
            str(run.load.requests),
            f"{run.load.seconds:.1f} s",
            f"{run.load.share(places=chosen.places):.1%}",
            f"{run.wall:.1f} s",
        )
        for run in runs
    ]
    head = ("tool", "requests", "asking", "busy", "command")
    results.print_table("runs", head, *rows)
    return 0


def _subtext(
    folder: Path, release: Path, sha256: str, server: Server, concurrency: int
) -> Run:
    spec = {
        "run": "1",
        "release": {"uri": str(release), "sha256": sha256},
        "model": {"name": "slow", "backend": "openai", "base_url": server.base_url},
        "setting": "none",
        "splits": ["test"],
    }
    path = folder / "spec.json"
    path.write_text(json.dumps(spec), encoding="utf-8")
    command = [sys.executable, "-m", "subtext_runner", "run", str(path)]
    command += ["--out", str(folder / "subtext")]
    return _timed(
        "Subtext",
        command,
        server,
        environment={
            "SUBTEXT_MODEL_CONCURRENCY": str(concurrency),
            "SUBTEXT_RUNNER_CACHE": str(folder / "cache"),
        },
    )


def _lmms_eval(folder: Path, release: Path, server: Server, concurrency: int) -> Run:
    """Its asynchronous client, with the same number of calls at once."""
    [ii_bench] = (PYTHON.parent.parent / "lib").glob(
        "*/site-packages/lmms_eval/tasks/ii_bench/ii_bench.yaml"
    )
    write_task(folder / "tasks", release, ii_bench=ii_bench)
    arguments = (
        f"model_version=slow,base_url={server.base_url},api_key=none,"
        f"num_cpus={concurrency},work_dir={folder / 'work'}"
    )
    (folder / "work").mkdir()
    command = [str(PYTHON), "-m", "benchmarks.peers.operators", "lmms_eval"]
    command += ["--model", "async_openai", "--model_args", arguments]
    command += ["--tasks", TASK, "--include_path", str(folder / "tasks")]
    command += ["--batch_size", "1", "--output_path", str(folder / "lmms-eval")]
    return _timed(
        f"lmms-eval {_peer_version()}",
        command,
        server,
        environment={
            "HF_HUB_OFFLINE": "1",
            "HF_DATASETS_OFFLINE": "1",
            "HF_HOME": str(folder / "hf"),
            "LMMS_EVAL_USE_CACHE": "False",
        },
    )


def _peer_version() -> str:
    code = "from importlib.metadata import version; print(version('lmms_eval'))"
    done = subprocess.run(
        [str(PYTHON), "-c", code], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def _timed(
    name: str, command: list[str], server: Server, *, environment: dict[str, str]
) -> Run:
    server.begin()
    began = perf_counter()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    wall = perf_counter() - began
    if done.returncode:
        sys.exit(f"{name} failed:\n{done.stdout[-3000:]}")
    return Run(name, server.load(), wall)


if __name__ == "__main__":
    sys.exit(main())
