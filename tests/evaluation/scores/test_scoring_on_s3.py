"""Scoring reads a release as the installation keeps it, with no settings of its own."""

from pathlib import Path

import pytest

from evaluation.dispatch.services.runs import run_in_this_process
from tests.evaluation.ordering import cut_release, ordered
from tests.support.bucket import files_in_bucket
from tests.support.cast import Cast


@pytest.fixture
def cast(db: None) -> Cast:
    """A project without a release."""
    return Cast()


@pytest.mark.django_db
def test_a_run_is_asked_and_scored_by_the_storage_of_the_installation(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ENDPOINT_URL_S3", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    with files_in_bucket():
        run = ordered(cut_release(cast, items=6), model="Chance", backend="random")
        run_in_this_process(run=run, cache=tmp_path)
    assert (run.status, run.answered) == ("finished", run.total)
    assert run.result["scores"]["overall"]["n"] == run.total
