"""The history names things as pages do: no internal number, no id of the protocol."""

import json
from typing import Any

import pytest

from annotation.assignment.models import CollectionRequest
from annotation.items.models.items import Item
from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.models.slots import Slot
from annotation.onboarding.models import CalibrationBatch
from core.models import LedgerEntry, Stateful
from curation.screening.services.votes import cast_vote
from evaluation.runs.models.runs import Run
from evaluation.scores.models.image_dependence import ImageDependenceReview
from projects.models import Membership, User
from releases.records.models import Release
from review.adjudication.models import Case
from review.rounds.models.rounds import Round, ValidationAssignment
from review.rounds.models.threads import Thread
from tests.annotation.desk import Desk
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images, images_in_screening

pytestmark = pytest.mark.django_db

HISTORY = "/api/projects/bench/history/"
INTERNAL = 700_000_001
"""Id of the objects in the database, which no page shows."""

NAMES = {
    "slot": ("Annotation of item 41", "条目 41 的标注"),
    "case": ("Record of item 41", "条目 41 的记录"),
    "round": ("Validation round 3", "第 3 轮验证"),
    "validation": (
        "Validation answer to question 2 of item 41",
        "条目 41 第 2 题的验证答案",
    ),
    "thread": ("Discussion of item 41", "条目 41 的讨论"),
    "calibration": ("Calibration batch 5", "校准批次 5"),
    "call": ("Request for “Easy”", "征集“简单”"),
    "release": ("Release 1.2.0", "版本 1.2.0"),
    "run": (
        "Run of viewer-7b (None (zero-shot)) on release 1.2.0",
        "viewer-7b 在版本 1.2.0 上的运行（零样本）",
    ),
    "picture_check": (
        "Image-dependence check of item 41",
        "条目 41 的图像依赖检查",
    ),
    "membership": ("Membership of Olga", "Olga 的成员身份"),
    "project": ("Project settings", "项目设置"),
    "image": (f"Image {INTERNAL}", f"图像 {INTERNAL}"),
}
"""The number of an image is also the one that pages show."""


def read(person: User, language: str, **query: str) -> list[dict[str, Any]]:
    client = browser(person)
    entries, address = [], HISTORY
    while address:
        page = client.get(address, query, headers={"Accept-Language": language}).json()
        entries += page["results"]
        address, query = page["next"], {}
    return entries


def make_everything(cast: Cast) -> None:
    """Create an object of every machine, all with the same internal id."""
    project, version = cast.project, cast.project.current_protocol
    of_project = {"id": INTERNAL, "project": project}
    item = Item.objects.create(number=41, protocol_version=version, **of_project)
    Slot.objects.create(item=item, number=9, **of_project)
    Case.objects.create(item=item, **of_project)
    rules = project.protocol.review.rounds[0].model_dump(mode="json")
    opened = Round.objects.create(
        number=3, based_on=1, rules=rules, protocol_version=version, **of_project
    )
    question = Question.objects.create(item=item, position=2, format="single_choice")
    revision = QuestionRevision.objects.create(
        question=question, number=1, stem="?", options=[], author=cast.annotators[0]
    )
    ValidationAssignment.objects.create(
        round=opened, revision=revision, number=1, **of_project
    )
    Thread.objects.create(
        item=item, purpose="question", origin="annotating", **of_project
    )
    CalibrationBatch.objects.create(number=5, protocol_version=version, **of_project)
    CollectionRequest.objects.create(
        field="difficulty",
        choice="easy",
        wanted=2,
        created_by=cast.organizer,
        **of_project,
    )
    release = Release.objects.create(
        version="1.2.0", name="Bench", protocol_version=version, **of_project
    )
    Run.objects.create(
        release=release,
        model="viewer-7b",
        setting="none",
        splits=["test"],
        total=1,
        backend="openai",
        **of_project,
    )
    ImageDependenceReview.objects.create(
        question_id=question.uid, item_id=item.pk, models_asked=[], **of_project
    )
    olga = User.objects.create_user("olga", display_name="Olga")
    Membership.objects.create(user=olga, role="organizer", **of_project)


def test_every_object_has_the_name_that_pages_show(cast: Cast) -> None:
    make_everything(cast)
    LedgerEntry.objects.bulk_create(
        LedgerEntry(
            machine=model.machine.name,
            subject_id=INTERNAL,
            version=version,
            action=edge.action,
            source=edge.source,
            target=edge.target,
            role="system",
            scope_id=cast.project.pk,
        )
        for model in Stateful.__subclasses__()
        for version, edge in enumerate(
            (edge for group in model.machine.table for edge in group), start=1
        )
    )
    for at, language in enumerate(("en", "zh-CN")):
        entries = read(cast.maintainer, language)
        made = [one for one in entries if one["subject_id"] == INTERNAL]
        shown = {(one["machine"], one["subject"]) for one in made}
        assert shown == {(machine, name[at]) for machine, name in NAMES.items()}
        others = [one["subject"] for one in entries if one["machine"] != "image"]
        assert str(INTERNAL) not in json.dumps(others)


def test_an_object_that_is_gone_has_no_name(cast: Cast) -> None:
    LedgerEntry.objects.create(
        machine="slot",
        subject_id=INTERNAL,
        version=1,
        action="close",
        source="open",
        target="closed",
        role="system",
        scope_id=cast.project.pk,
    )
    (entry,) = read(cast.maintainer, "en", machine="slot")
    assert entry["subject"] is None


@pytest.mark.parametrize(
    ("language", "discarded", "declined"),
    [
        ("en", "No metaphor or suggestion", "No metaphor"),
        ("zh-CN", "没有隐喻或暗示", "没有隐喻"),
    ],
)
def test_reasons_of_the_protocol_have_their_titles(
    cast: Cast, language: str, discarded: str, declined: str
) -> None:
    (image,) = images_in_screening(cast.project, 1)
    voter = cast.annotators[0]
    cast_vote(
        image=image,
        person=voter,
        decision="discard",
        reason="no_metaphor",
        actor=cast.actor(voter),
    )
    accepted_images(cast.project, 1)
    desk = Desk(cast, cast.annotators[1])
    desk.decline(desk.next(), "no_metaphor")
    reasons = {
        one["action"]: one["reason"]
        for one in read(cast.maintainer, language)
        if one["action"] in ("discard", "decline")
    }
    assert reasons == {"discard": discarded, "decline": declined}
    found = browser(cast.organizer).get(
        f"/api/projects/bench/images/{image.pk}/", headers={"Accept-Language": language}
    )
    assert [one["reason"] for one in found.json()["life"] if one["reason"]] == [
        discarded
    ]
