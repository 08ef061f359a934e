"""What lmms-eval writes down of a whole run is read and scored here."""

import os
import subprocess
import sys
from pathlib import Path

from benchmarks.peers.client import ROOT
from evaluation.entrants.domain import match_predictions, read_answers
from subtext_protocol.shipped import shipped_protocol
from tests.releases.samples import frozen_release, written
from tests.support.model_server import ChatRequest, Reply, model_server


def says_its_number(asked: ChatRequest) -> Reply:
    """(A) to the first question, (B) to the second and so on."""
    return Reply(f"({'ABCDEF'[asked.number % 6]})")


def test_a_log_of_samples_is_taken_in(tmp_path: Path) -> None:
    release = frozen_release(shipped_protocol("ii-bench"))
    written(release, tmp_path / "release")
    split = release.filled_splits[-1]
    with model_server(says_its_number) as server:
        model = f"model_version=stub,base_url={server.base_url},api_key=none,num_cpus=1"
        arguments = f"{model},work_dir={tmp_path}"
        run(tmp_path, "--model_args", arguments, "--tasks", f"bench_none_{split}")
        said = [asked.text for asked in server.asked]
    [log] = (tmp_path / "out").rglob("*_samples_*.jsonl")
    read = read_answers(log.read_bytes())
    assert read.format == "lmms-eval"
    questions = {
        question.id: (question.stem, tuple(question.options))
        for _, question in release.questions_in_split(split)
    }
    answers = match_predictions(read.answers, questions)
    assert answers.keys() == questions.keys()
    for uid, (stem, options) in questions.items():
        # Questions may share a stem; none shares its options as well.
        [at] = [
            number
            for number, prompt in enumerate(said)
            if stem in prompt and all(option in prompt for option in options)
        ]
        assert answers[uid].text == f"({'ABCDEF'[at % 6]})"


def run(folder: Path, *arguments: str) -> None:
    """lmms-eval from the command line, inside a release as its card says, offline."""
    command = [sys.executable, "-m", "benchmarks.peers.operators", "lmms_eval"]
    command += ["--model", "async_openai", *arguments, "--include_path", "lmms_eval"]
    command += ["--batch_size", "1", "--log_samples"]
    done = subprocess.run(
        [*command, "--output_path", str(folder / "out")],
        cwd=folder / "release",
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "HF_HUB_OFFLINE": "1",
            "HF_DATASETS_OFFLINE": "1",
            "HF_HOME": str(folder / "hf"),
            "LMMS_EVAL_USE_CACHE": "False",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
