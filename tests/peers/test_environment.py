"""Every peer is there and starts; a peer is asked from outside and answers."""

import importlib
import subprocess
import sys

import pytest

from benchmarks.peers.client import ROOT, Peer, PeerFailedError


@pytest.mark.parametrize(
    "module",
    [
        "easyocr",
        "faiss",
        "imagededup.methods",
        "inspect_ai",
        "lmms_eval.tasks",
        "mlcroissant",
        "rapidocr",
        "torchvision",
        "transformers",
        "vlmeval.dataset",
    ],
)
def test_a_peer_imports(module: str) -> None:
    importlib.import_module(module)


def test_a_peer_starts_as_a_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.peers.operators", "lmms_eval", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Unified evaluation" in done.stdout


def test_a_peer_answers_checked_values_whatever_it_prints() -> None:
    with Peer("tests.peers.echo") as peer:
        assert peer.ask(dict[str, int], "counted", words=["a", "b", "a"]) == {
            "a": 2,
            "b": 1,
        }
        with pytest.raises(PeerFailedError, match="no such word"):
            peer.ask(int, "failing")
        assert peer.ask(list[str], "noisy") == ["quiet"]


def test_a_peer_that_dies_says_so() -> None:
    with (
        Peer("tests.peers.echo") as peer,
        pytest.raises(PeerFailedError, match="ended"),
    ):
        peer.ask(int, "dying")
