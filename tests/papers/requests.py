"""What a model receives."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from subtext_protocol.shipped import shipped_protocol
from subtext_runner.records import Response, spec_from_data
from subtext_runner.worker import run_evaluation
from tests.support.model_server import ChatRequest, Reply, model_server
from tests.support.tiny_release import write_release


def run_on_server(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    protocol_id: str,
    questions: Sequence[dict[str, Any]],
    setting: str,
    reply: Callable[[ChatRequest], Reply],
    *,
    model: str = "stub",
    **more: Any,
) -> tuple[list[ChatRequest], list[Response]]:
    """Run a setting on a release of ``questions``; the requests and the responses.

    ``more`` are other entries of the run's specification.
    """
    protocol = shipped_protocol(protocol_id).model_dump(mode="json")
    sha256 = write_release(
        folder / "release", questions=list(questions), protocol=protocol
    )
    monkeypatch.setenv("SUBTEXT_RUNNER_CACHE", str(folder / "cache"))
    kept: list[Response] = []
    with model_server(reply) as server:
        spec = {
            "run": "1",
            "release": {"uri": str(folder / "release"), "sha256": sha256},
            "model": {
                "name": model,
                "backend": "openai",
                "base_url": server.base_url,
            },
            "setting": setting,
            **more,
        }
        summary = run_evaluation(spec_from_data(spec), keep=kept.append)
        assert (summary.state, summary.reason) == ("finished", None)
        return server.asked, kept


def request_for_test_question(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    protocol_id: str,
    questions: Sequence[dict[str, Any]],
    setting: str,
) -> ChatRequest:
    """Return the request about the one question of the test split."""
    (received,), _ = run_on_server(
        folder, monkeypatch, protocol_id, questions, setting, lambda _: Reply("A")
    )
    return received
