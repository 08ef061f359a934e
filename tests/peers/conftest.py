"""Tests against other tools: run by `make peers`, in `.venv-peers` alone."""

import pytest
from PIL import ImageFile

from benchmarks.peers.operators import declare

declare()


@pytest.fixture(autouse=True)
def _truncated_images_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo what importing lmms-eval sets for the whole process."""
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", False)
