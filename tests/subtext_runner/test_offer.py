"""What a worker says that it can run."""

from pathlib import Path

import pytest

from subtext_runner.offer import offer_of_models


def weights(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SUBTEXT_MODEL_URL", "SUBTEXT_MODELS", "SUBTEXT_REPLAYS"):
        monkeypatch.delenv(name, raising=False)


def test_a_worker_without_settings_runs_baselines_and_endpoints_only() -> None:
    offer = {"default_server": False, "folders": [], "replays": []}
    assert offer_of_models() == offer


def test_a_worker_names_its_server_and_the_models_of_its_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the names that runs give them: with a slash where the folders have one."""
    weights(tmp_path / "models" / "tiny")
    weights(tmp_path / "models" / "Qwen" / "Qwen2.5-VL-7B")
    (tmp_path / "models" / "empty").mkdir()
    replay = tmp_path / "replays" / "gpt-4o"
    replay.mkdir(parents=True)
    (replay / "none.jsonl").write_text("")
    monkeypatch.setenv("SUBTEXT_MODEL_URL", "http://127.0.0.1:8000/v1")
    monkeypatch.setenv("SUBTEXT_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("SUBTEXT_REPLAYS", str(tmp_path / "replays"))
    assert offer_of_models() == {
        "default_server": True,
        "folders": ["Qwen/Qwen2.5-VL-7B", "tiny"],
        "replays": ["gpt-4o"],
    }


def test_of_very_many_models_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(101):
        weights(tmp_path / f"model-{number}")
    monkeypatch.setenv("SUBTEXT_MODELS", str(tmp_path))
    assert offer_of_models()["folders"] is None
