"""What was an index of an option stays one when answers become JSON."""

from collections.abc import Iterator

import pytest
from django.apps.registry import Apps
from django.core.management import call_command

from annotation.items.models.questions import QuestionRevision
from tests.support.migrations import migrate_back

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,
    pytest.mark.slow,
]

BEFORE = [
    ("projects", "0008_raters"),
    ("annotation", "0005_draft_versions"),
    ("review", "0002_threads_and_notices"),
]


@pytest.fixture
def before() -> Iterator[Apps]:
    """The models of that time. Whatever a test does, the tables end as they began."""
    yield migrate_back(*BEFORE)
    call_command("migrate", verbosity=0)


def test_keys_become_json_and_none_stays_none(before: Apps) -> None:
    person = before.get_model("projects", "User").objects.create(username="author")
    project = before.get_model("projects", "Project").objects.create(
        slug="old", name="Old"
    )
    version = before.get_model("projects", "ProtocolVersion").objects.create(
        project=project, number=1, document={}, created_by=person
    )
    item = before.get_model("annotation", "Item").objects.create(
        project=project, number=1, protocol_version=version
    )
    question = before.get_model("annotation", "Question").objects.create(
        item=item, position=1, format="single_choice", uid="q-1"
    )
    revisions = before.get_model("annotation", "QuestionRevision").objects
    for number, answer in enumerate((0, 5, None), start=1):
        revisions.create(
            question=question,
            number=number,
            stem="?",
            options=["a"] * 6,
            answer=answer,
            author=person,
        )
    call_command("migrate", verbosity=0)
    kept = QuestionRevision.objects.order_by("number")
    assert list(kept.values_list("answer", flat=True)) == [0, 5, None]
    assert kept.get(answer__isnull=True).number == 3
    assert kept.get(answer=5).number == 2
