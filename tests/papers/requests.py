"""What a model receives."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from evaluation.runner.records import spec_from_data
from evaluation.runner.worker import run_evaluation
from projects.domain.shipped import shipped_protocol
from tests.support.model_server import ChatRequest, Reply, model_server
from tests.support.tiny_release import write_release


def request_for_test_question(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    protocol_id: str,
    questions: Sequence[dict[str, Any]],
    setting: str,
) -> ChatRequest:
    """Return the request about the one question of the test split."""
    protocol = shipped_protocol(protocol_id).model_dump(mode="json")
    sha256 = write_release(
        folder / "release", questions=list(questions), protocol=protocol
    )
    monkeypatch.setenv("SUBTEXT_RUNNER_CACHE", str(folder / "cache"))
    with model_server(lambda _: Reply("A")) as server:
        spec = {
            "run": "1",
            "release": {"uri": str(folder / "release"), "sha256": sha256},
            "model": {
                "name": "stub",
                "backend": "openai",
                "base_url": server.base_url,
            },
            "setting": setting,
        }
        summary = run_evaluation(spec_from_data(spec))
        assert (summary.state, summary.reason) == ("finished", None)
        (received,) = server.asked
    return received
