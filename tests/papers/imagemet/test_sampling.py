"""How ImageMet's three runs come to differ.

ImageMet, Tables 1 and 2 (pages 5 and 6): "mean performance (over three runs)". The paper
states no temperature; II-Bench, §4.1, and CII-Bench, Appendix E, state 0.
"""

from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from evaluation.dispatch.selectors.run_specs import run_spec
from evaluation.runs.models.runs import Run
from projects.roles import Role
from releases.records.models import Release
from subtext_protocol.shipped import shipped_protocol
from subtext_runner.records import spec_from_data
from subtext_runner.worker import run_evaluation
from tests.support.cast import browser, join
from tests.support.model_server import ChatRequest, Reply, model_server
from tests.support.tiny_release import protocol_document, question, write_release

CAPTION_TASKS = [
    "simile-caption",
    "open-caption",
    "open-caption-cot",
    "open-caption-ms-cot",
    "simile-caption-cot",
    "simile-caption-ms",
    "simile-caption-ms-cot",
]


def sampling(protocol_id: str) -> dict[str, tuple[float, int]]:
    evaluation = shipped_protocol(protocol_id).evaluation
    return {task.id: (task.temperature, task.repeats) for task in evaluation.open_tasks}


def test_captions_are_sampled_three_times_and_questions_are_not() -> None:
    assert sampling("imagemet") == dict.fromkeys(CAPTION_TASKS, (1.0, 3))
    for protocol_id in ("ii-bench", "cii-bench", "cmmmu", "imagemet"):
        settings = shipped_protocol(protocol_id).evaluation.settings
        assert {setting.temperature for setting in settings} == {0}


@pytest.mark.django_db
def test_one_order_makes_three_runs_with_their_own_seeds(imagemet: Release) -> None:
    client: APIClient = browser(join(imagemet.project, Role.ORGANIZER, "starter"))
    body = {
        "version": imagemet.version,
        "model": "Qwen2",
        "backend": "openai",
        "settings": ["simile-caption", "none"],
    }
    slug = imagemet.project.slug
    answer = client.post(f"/api/projects/{slug}/evaluation/runs/", body, format="json")
    assert answer.status_code == 201, answer.data
    runs = Run.objects.filter(release=imagemet).order_by("pk")
    assert [(one.setting, one.seed) for one in runs] == [
        ("simile-caption", 0),
        ("simile-caption", 1),
        ("simile-caption", 2),
        ("none", 0),
    ]
    assert "temperature" not in run_spec(runs[0])  # the release's protocol has it


@pytest.mark.parametrize(
    ("setting", "sent"),
    [
        (
            {"temperature": 0.7, "top_p": 0.9},
            {"temperature": 0.7, "top_p": 0.9, "seed": 5},
        ),
        ({}, {"temperature": 0}),
    ],
)
def test_temperature_top_p_and_seed_reach_the_model_and_the_record(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    setting: dict[str, float],
    sent: dict[str, float],
) -> None:
    protocol: dict[str, Any] = protocol_document()
    protocol["evaluation"]["settings"][0] |= setting
    folder = tmp_path / "release"
    sha256 = write_release(folder, questions=[question(1)], protocol=protocol)
    monkeypatch.setenv("SUBTEXT_RUNNER_CACHE", str(tmp_path / "cache"))
    received: list[ChatRequest] = []

    def behaviour(asked: ChatRequest) -> Reply:
        received.append(asked)
        return Reply("A")

    with model_server(behaviour) as server:
        spec = {
            "run": "1",
            "release": {"uri": str(folder), "sha256": sha256},
            "model": {"name": "m", "backend": "openai", "base_url": server.base_url},
            "setting": "none",
            "seed": 5,
        }
        summary = run_evaluation(spec_from_data(spec))
    assert summary.state == "finished", summary.reason
    (asked,) = received
    names = ("temperature", "top_p", "seed")
    assert {name: asked.body[name] for name in names if name in asked.body} == sent
    recorded = summary.provenance
    assert (recorded["temperature"], recorded["seed"]) == (sent["temperature"], 5)
    assert recorded["top_p"] == sent.get("top_p")
