"""Errors of captions (ImageMet §6): any response can be marked, not only questions."""

import pytest

from evaluation.runs.services.responses import record_responses
from projects.roles import Role
from releases.records.models import FrozenRow, Release
from tests.evaluation.ordering import ordered
from tests.support.cast import browser, join

pytestmark = pytest.mark.django_db
BASE = "/api/projects/bench/evaluation/analyses/"


def test_captions_are_drawn_and_marked(imagemet: Release) -> None:
    task = imagemet.protocol_version.protocol.evaluation.open_tasks[0]
    run = ordered(imagemet, setting=task.id, splits=["test"])
    rows = FrozenRow.objects.filter(release=imagemet, split="test")
    captions = {row.key: f"Caption {row.key}" for row in rows}
    batch = [
        {"question_id": item, "text": text, "finish_reason": "stop"}
        for item, text in captions.items()
    ]
    record_responses(run_id=run.pk, responses=batch)
    person = imagemet.project.memberships.get(role=Role.ORGANIZER).user
    client = browser(person)
    body = {"run": run.pk, "size": 100, "correct": 3}
    answer = client.post(BASE, body, format="json")
    assert answer.status_code == 201, answer.data
    address = f"{BASE}{answer.json()['id']}/"
    rater = browser(join(imagemet.project, Role.RATER))
    samples = rater.get(f"{address}samples/").json()["results"]
    assert {one["sample"]["text"] for one in samples} == set(captions.values())
    assert all(one["sample"]["key"] for one in samples)
    assert not any(one["correct"] for one in samples)
    kind = client.get(address).json()["categories"][0]["id"]
    mark = f"{address}samples/{samples[0]['id']}/mark/"
    assert rater.put(mark, {"categories": [kind]}, format="json").status_code == 200
    sheet = client.get(f"{address}sheet/").content.decode()
    assert samples[0]["sample"]["text"] in sheet


def test_the_kinds_of_error_are_the_three_patterns_of_section_6(
    imagemet: Release,
) -> None:
    categories = imagemet.protocol_version.protocol.evaluation.error_categories
    assert [category.title["en"] for category in categories] == [
        "Domain swap",
        "Visual representation bias",
        "Implicit metaphor",
        "Another error",
    ]
