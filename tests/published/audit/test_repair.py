"""From audit to repair: import, rework, and a release that says what it corrects."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotation.items.models.questions import QuestionRevision
from core.errors import ConflictError
from core.jobs import run_job
from projects.models import Project, User
from releases.building.services.creation import create_release
from releases.records.models import Release
from review.adjudication.models import Case
from review.rework.services.question_rework import QuestionRework, submit_rework
from subtext_protocol.document import Protocol
from tests.curation.drawn_images import png
from tests.published.audit.test_api import audited, read
from tests.releases.folders import folder_of
from tests.releases.samples import frozen_release, written
from tests.support.cast import actor_of, browser, make_person, make_project

pytestmark = pytest.mark.django_db


ALIKE = ["The joyful celebration of six.", "The joyful celebrations of six."]


def published() -> dict[str, bytes]:
    """An option of q-2 stands twice, q-4 has no key, two options of q-6 are alike."""
    records: list[dict[str, Any]] = []
    for n in range(8):
        question = {
            "id": f"q-{n}",
            "question": f"What does scene {n} imply?",
            "options": [f"Love of {n}.", f"Hate of {n}.", f"Hope of {n}."],
            "answer": "ABC"[n % 3],
        }
        meta = {
            "tone": ["Serious", "Ironic"][n % 2],
            "point": f"It is about {n} indeed.",
        }
        records.append(
            {"local_path": f"{n}.png", "questions": [question], "meta_data": meta}
        )
    records[2]["questions"][0]["options"][1] = "Love of 2."
    del records[4]["questions"][0]["answer"]
    records[6]["questions"][0]["options"][:2] = ALIKE
    files = {f"set/{n}.png": png(n) for n in range(8)}
    return {**files, "set/all.json": json.dumps(records).encode()}


@pytest.fixture
def maintainer(db: None) -> User:
    person = make_person("auditor")
    person.is_staff = True
    person.save()
    return person


@pytest.fixture
def project(solo_protocol: Protocol, maintainer: User) -> Project:
    """A project that has imported the audited set."""
    made = make_project("solo", protocol=solo_protocol, maintainer=maintainer)
    client = browser(maintainer)
    audit = audited(client, published())
    begun = client.post(
        f"/api/audits/{audit['id']}/import/",
        {
            "project": "solo",
            "source_name": "Set",
            "licence": "MIT",
            "rights": "redistribute",
        },
    )
    run_job(begun.json()["import_job"]["id"])
    job = read(client, audit["id"])["import_job"]
    assert job["status"] == "finished", job["error"]
    assert job["result"]["published"]["to_rework"] == 3
    return made


def reworked(project: Project, person: User, stem: str, **content: Any) -> None:
    """Submit another wording of the question with this stem."""
    revision = QuestionRevision.objects.get(stem=stem)
    submit_rework(
        case=Case.objects.get(item=revision.question.item),
        actor=actor_of(project, person),
        questions=[
            QuestionRework(
                uid=revision.question.uid,
                content={
                    "stem": stem,
                    "options": revision.options,
                    "answer": revision.answer,
                    **content,
                },
            )
        ],
        note="Corrected after the audit.",
    )


def test_a_release_says_what_became_of_each_finding(
    project: Project, maintainer: User
) -> None:
    reworked(
        project,
        maintainer,
        "What does scene 2 imply?",
        options=["Love of 2.", "Hate of 2.", "Hope of 2."],
    )
    release = create_release(
        project=project, version="1.0.0", actor=actor_of(project, maintainer)
    )
    assert release.job is not None
    assert run_job(release.job.pk).status == "finished"
    folder = folder_of(Release.objects.get(pk=release.pk))
    errata = json.loads((folder / "errata.json").read_text())
    assert errata["published"] == "set"
    outcomes = {
        (found["check"], *found["questions"]): found["outcome"]
        for found in errata["findings"]
    }
    # What is still in rework is not in the release.
    assert outcomes == {
        ("repeated_options", "q-2"): "corrected",
        ("missing_keys", "q-4"): "removed",
        ("nearly_repeated_options", "q-6"): "removed",
    }
    changed = {row["published"]: row for row in errata["questions"]}
    assert set(changed) == {"q-2", "q-4", "q-6"}
    assert changed["q-4"]["question"] is None
    assert [change["what"] for change in changed["q-2"]["changes"]] == ["options"]
    assert changed["q-2"]["changes"][0]["before"][1] == "Love of 2."
    assert "1 finding corrected, 2 removed" in (folder / "CHANGELOG.md").read_text()


def test_a_finding_that_is_still_there_is_open(
    project: Project, maintainer: User
) -> None:
    for stem, content in (
        ("What does scene 4 imply?", {"answer": 1}),
        ("What does scene 6 imply?", {"answer": 2}),
    ):
        reworked(project, maintainer, stem, **content)
    release = create_release(
        project=project, version="1.0.0", actor=actor_of(project, maintainer)
    )
    assert release.job is not None
    assert run_job(release.job.pk).status == "finished"
    folder = folder_of(Release.objects.get(pk=release.pk))
    errata = json.loads((folder / "errata.json").read_text())
    outcomes = {found["check"]: found["outcome"] for found in errata["findings"]}
    # The options of q-6 are still alike.
    assert outcomes == {
        "repeated_options": "removed",
        "missing_keys": "corrected",
        "nearly_repeated_options": "open",
    }
    changed = {row["published"]: row["changes"] for row in errata["questions"]}
    assert [(c["what"], c["before"]) for c in changed["q-4"]] == [("key", None)]


def test_private_keys_are_not_in_the_errata(
    toy_protocol: Protocol, tmp_path: Path
) -> None:
    private = toy_protocol.release.splits[0].id
    change = {"what": "key", "where": "u", "before": "A", "after": "C"}
    row = {"published": "q", "question": "u", "split": private, "changes": [change]}
    release = frozen_release(
        toy_protocol,
        errata={"published": "set", "findings": [], "questions": [row]},
        private=(private,),
        secret="0" * 64,
    )
    written(release, tmp_path)
    errata = json.loads((tmp_path / "errata.json").read_text())
    assert errata["questions"][0]["changes"] == [
        {**change, "before": None, "after": None}
    ]


def test_files_go_into_one_project_only(project: Project, maintainer: User) -> None:
    make_project("second", maintainer=maintainer)
    client = browser(maintainer)
    number = client.get("/api/audits/").json()[0]["id"]
    answer = client.post(
        f"/api/audits/{number}/import/",
        {
            "project": "second",
            "source_name": "S",
            "licence": "MIT",
            "rights": "redistribute",
        },
    )
    assert answer.status_code == ConflictError.status
