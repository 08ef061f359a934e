"""The releases and results of one item."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.items.models.items import Item
from core.jobs import run_job
from core.services import Actor
from evaluation.dispatch.services.runs import create_run
from evaluation.runs.domain.served_models import ServedModel
from releases.building.services.creation import create_release
from releases.records.models import FrozenRow
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def cast(db: None) -> Cast:
    """A project without a release."""
    return Cast()


def test_an_item_lists_its_releases_with_the_models_answers(
    cast: Cast, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    finished_items(cast, 6)
    client = browser(cast.organizer)
    item = Item.objects.earliest("number")
    address = f"/api/projects/bench/items/{item.pk}/results/"
    assert client.get(address).json() == []

    release = create_release(
        project=cast.project, version="1.0.0", actor=cast.actor(cast.maintainer)
    )
    assert release.job is not None
    run_job(release.job.pk)
    release.refresh_from_db()
    item = FrozenRow.objects.filter(split="test").first().item  # type: ignore[union-attr]
    address = f"/api/projects/bench/items/{item.pk}/results/"
    counts = []
    for model in ("dice", "other dice"):
        with django_capture_on_commit_callbacks(execute=True):
            create_run(
                release=release,
                model=ServedModel(name=model, backend="random"),
                setting="none",
                actor=Actor.system(),
            )
        with CaptureQueriesContext(connection) as asked:
            (released,) = client.get(address).json()
        counts.append(len(asked))
    assert (released["version"], released["status"]) == ("1.0.0", "published")
    uids = set(item.questions.values_list("uid", flat=True))
    assert {one["question"] for one in released["answers"]} == uids
    assert {one["run"]["model"] for one in released["answers"]} == {
        "dice",
        "other dice",
    }
    assert all(one["outcome"] for one in released["answers"])
    assert counts[0] == counts[1]
    assert browser(cast.annotators[0]).get(address).status_code == 403
