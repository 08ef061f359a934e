"""What was an index of an option stays one when answers become JSON."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_databases,
    pytest.mark.slow,
]

BEFORE = [
    ("annotation", "0005_draft_versions"),
    ("review", "0002_threads_and_notices"),
]


def migrated(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


@pytest.fixture
def newest() -> Any:
    """Whatever a test has left, the tables end as the code knows them."""
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield leaves
    migrated(leaves)


def test_keys_become_json_and_none_stays_none(newest: Any) -> None:
    projects = next(leaf for leaf in newest if leaf[0] == "projects")
    old = migrated([*BEFORE, projects])
    person = old.get_model("projects", "User").objects.create(username="author")
    project = old.get_model("projects", "Project").objects.create(
        slug="old", name="Old"
    )
    version = old.get_model("projects", "ProtocolVersion").objects.create(
        project=project, number=1, document={}, created_by=person
    )
    item = old.get_model("annotation", "Item").objects.create(
        project=project, number=1, protocol_version=version
    )
    question = old.get_model("annotation", "Question").objects.create(
        item=item, position=1, format="single_choice", uid="q-1"
    )
    revisions = old.get_model("annotation", "QuestionRevision").objects
    for number, answer in enumerate((0, 5, None), start=1):
        revisions.create(
            question=question,
            number=number,
            stem="?",
            options=["a"] * 6,
            answer=answer,
            author=person,
        )
    new = migrated(newest)
    kept = new.get_model("annotation", "QuestionRevision").objects.order_by("number")
    assert list(kept.values_list("answer", flat=True)) == [0, 5, None]
    assert kept.get(answer__isnull=True).number == 3
    assert kept.get(answer=5).number == 2
