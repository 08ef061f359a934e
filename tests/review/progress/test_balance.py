"""How evenly labels are filled, calls for what lacks, and crowded knowledge points."""

from typing import Any

import pytest

from annotation.records.domain.checks import record_findings
from annotation.records.domain.record import normalize_record
from curation.images.models import Image, Rights, Source
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.annotation.desk import Desk
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images
from tests.support.writing import finished_record

pytestmark = pytest.mark.django_db
CMMMU = shipped_protocol("cmmmu")


@pytest.fixture
def subjects(db: None) -> Cast:
    """A project of questions by subject, one annotator an item."""
    return Cast("subjects", CMMMU)


def written(subject: str, terms: str = "光学") -> dict[str, Any]:
    record = finished_record(CMMMU)
    record["labels"] = {**record["labels"], "subject": [subject]}
    record["labels"].pop("discipline")
    record["texts"]["subfield"] = terms
    return dict(record)


def get(cast: Cast, path: str, person: Any, *, status: int = 200) -> Any:
    response = browser(person).get(f"/api/projects/{cast.project.slug}/{path}/")
    assert response.status_code == status, response.data
    return response.data


def call(cast: Cast, *, status: int = 201, **changes: Any) -> Any:
    asked = [person.pk for person in cast.annotators[:2]]
    body = {"field": "subject", "choice": "physics", "people": asked, "wanted": 1}
    response = browser(cast.organizer).post(
        f"/api/projects/{cast.project.slug}/calls/", {**body, **changes}, format="json"
    )
    assert response.status_code == status, response.data
    return response.data


def test_every_level_of_the_tree_is_counted_with_its_sources(subjects: Cast) -> None:
    images = accepted_images(subjects.project, 4)
    other = Source.objects.create(
        project=subjects.project,
        name="A textbook",
        licence="CC0-1.0",
        rights=Rights.REDISTRIBUTE,
    )
    Image.objects.filter(pk=images[0].pk).update(source=other)
    desk = Desk(subjects, subjects.annotators[0])
    for subject in ("physics", "physics", "music"):
        desk.submit(desk.next(), written(subject))
    found = get(subjects, "balance", subjects.organizer)
    tree, *others = found["trees"]
    assert (tree["levels"], tree["judged"]) == (["discipline", "subject"], "subject")
    assert (found["items"], found["unlabelled"]) == (4, 1)
    branch = {(one["field"], one["choice"]): one for one in tree["branches"]}
    physics, science = branch["subject", "physics"], branch["discipline", "science"]
    assert physics["items"] == science["items"] == 2
    assert physics["questions"] == 2
    assert (physics["sources"], physics["few_sources"]) == (2, True)
    assert (
        physics["underrepresented"],
        branch["subject", "history"]["underrepresented"],
    ) == (False, True)
    # One term is written of physics and music: the terms divide what is under them.
    assert (physics["terms"], science["terms"]) == (1, 1)
    assert branch["subject", "history"]["terms"] == 0
    order = [one["choice"] for one in tree["branches"]]
    assert order[:3] == ["art_and_design", "art", "art_theory"]
    # Every other label is counted, and nobody has to fill it alike.
    assert [one["levels"] for one in others] == [
        ["distribution"],
        ["image_type"],
        ["difficulty"],
    ]
    for other in others:
        assert sum(one["items"] for one in other["branches"]) >= 3
        assert not any(one["underrepresented"] for one in other["branches"])


def test_without_a_rule_every_label_is_held_to_the_usual_share(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    labels = cast.project.protocol.labels
    assert len(labels) > 1
    trees = get(cast, "balance", cast.organizer)["trees"]
    assert [one["levels"] for one in trees] == [[label.id] for label in labels]
    assert [one["judged"] for one in trees] == [label.id for label in labels]


def test_a_call_becomes_work_that_counts(subjects: Cast) -> None:
    accepted_images(subjects.project, 3)
    first, second, third = (Desk(subjects, p) for p in subjects.annotators[:3])
    first.submit(first.next(), written("physics"))  # before: it does not count
    call(subjects, note="光学方面的题目")
    first.submit(first.next(), written("music"))
    (mine,) = get(subjects, "calls/mine", second.person)
    assert (mine["choice"], mine["done"], mine["wanted"]) == ("physics", 0, 1)
    assert mine["note"] == "光学方面的题目"
    second.submit(second.next(), written("physics"))
    (mine,) = get(subjects, "calls/mine", second.person)
    assert mine["done"] == 1
    assert get(subjects, "calls/mine", third.person) == []
    (seen,) = get(subjects, "balance", subjects.organizer)["calls"]
    assert (seen["done"], seen["wanted"]) == (1, 2)
    assert sorted(one["done"] for one in seen["asked"]) == [0, 1]


def test_a_closed_call_asks_nobody_and_closes_once(subjects: Cast) -> None:
    (opened,) = call(subjects)
    path = f"/api/projects/{subjects.project.slug}/calls/{opened['id']}/close/"
    organizer = browser(subjects.organizer)
    assert organizer.post(path).data[0]["status"] == "closed"
    assert organizer.post(path).status_code == 409
    assert get(subjects, "calls/mine", subjects.annotators[0]) == []


def test_a_call_names_what_is_wrong_with_it(subjects: Cast) -> None:
    problem = call(subjects, status=400, choice="alchemy")
    assert problem["errors"][0]["field"] == "choice"
    problem = call(subjects, status=400, people=[subjects.organizer.pk])
    assert problem["errors"][0]["field"] == "people"


def test_a_crowded_knowledge_point_is_warned_of(subjects: Cast) -> None:
    accepted_images(subjects.project, 8)
    desk = Desk(subjects, subjects.annotators[0])
    for number in range(7):
        # Written in another way, it is the same knowledge point.
        desk.submit(
            desk.next(), written("physics", "干涉、 光学" if number else "光学")
        )
    slot = desk.next()
    said = desk.call(
        "post", f"slots/{slot['id']}/check/", {"content": written("physics", "光学")}
    )
    (finding,) = [one for one in said["findings"] if one["check"] == "crowded_term"]
    assert finding["field"] == "texts.subfield"
    # CMMMU, §3.1: at most ten; the warning comes two before.
    assert "已有 7 道，最多 10 道" in finding["message"]["zh"]
    said = desk.call(
        "post", f"slots/{slot['id']}/check/", {"content": written("physics", "声学")}
    )
    assert not [one for one in said["findings"] if one["check"] == "crowded_term"]


def test_a_image_that_is_used_again_is_warned_of() -> None:
    record = written("physics")
    again = {**record["questions"][0], "uid": "another"}
    record["questions"] = [record["questions"][0], again]
    findings = record_findings(CMMMU, normalize_record(CMMMU, record))
    fields = [one.field for one in findings if one.check == "more_than_usual"]
    assert fields == ["questions.1.stem"]


def test_what_is_warned_of_comes_before_what_is_too_many() -> None:
    document = CMMMU.model_dump(mode="json")
    subfield = next(one for one in document["fields"] if one["id"] == "subfield")
    subfield["terms"] = {"most": 3, "warn": 4}
    with pytest.raises(ValueError, match="warn is more than most"):
        Protocol.model_validate(document)
