"""Questions made from decided records by rule, looked at and accepted."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command

from annotation.assignment.services.next_slot import lease_next_slot
from annotation.drafts.services.submissions import submit_annotation
from annotation.items.models.questions import Question
from core.selectors import last_entry
from curation.images.models import Image
from review.adjudication.models import Case
from review.ports import similarities
from review.progress.selectors.overview import project_overview
from subtext_protocol.shipped import shipped_protocol
from tests.review.office import Office
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db

SAID = [
    {"primary": "Caffeine", "attribute": "addictive", "secondary": "a drug"},
    {"primary": "Life", "attribute": "unpredictable", "secondary": "a rollercoaster"},
]
WORDS = ["syringe-like", "brown", "hot", "steaming", "addictive", "dark", "bitter"]
NEAR = {"brown": 0.3, "hot": 0.5, "steaming": 0.81, "dark": 0.25, "bitter": 0.6}


@pytest.fixture
def cast() -> Cast:
    return Cast("met", shipped_protocol("imagemet"))


@pytest.fixture
def office(cast: Cast) -> Office:
    """Two captions, each agreed on by the two who wrote them."""
    accepted_images(cast.project, len(SAID))
    office = Office(cast)
    one, other, *_ = cast.annotators
    for slots in SAID:
        for person in (one, other):
            actor = cast.actor(person)
            slot = lease_next_slot(project=cast.project, actor=actor)
            assert slot is not None
            content = {"sentences": {"caption": slots}, "labels": {}, "texts": {}}
            submit_annotation(
                slot=slot,
                actor=actor,
                content={**content, "questions": []},
                seconds=9.0,
            )
    for case in office.queue(one):
        here = f"cases/{case['id']}/"
        seen = office.call("get", here, person=one)
        record = {
            "labels": {},
            "texts": {},
            "sentences": seen["records"][0]["sentences"],
        }
        body = {"version": seen["version"], "record": record}
        proposed = office.call("post", here + "propose/", body, person=one)
        agreed = {"version": proposed["version"]}
        office.call("post", here + "agree/", agreed, person=other)
    return office


def drafts(office: Office, **asked: Any) -> list[Any]:
    office.call("post", "made-questions/", asked)
    results: list[Any] = office.call("get", "made-questions/")["results"]
    return results


def accept(office: Office, case: Any, *, status: int = 200, **options: Any) -> Any:
    questions = [
        {
            "fixed": one["fixed"],
            "options": options.get(one["fixed"], one["options"]),
            "answer": one["answer"],
        }
        for one in case["questions"]
    ]
    body = {"version": case["version"], "questions": questions}
    path = f"made-questions/{case['id']}/accept/"
    return office.call("post", path, body, status=status)


def test_concepts_are_asked_with_the_three_parts(cast: Cast, office: Office) -> None:
    assert project_overview(cast.project).next.kind == "make_questions"
    first, second = drafts(office, seed=4)
    primary, secondary, attribute = first["questions"]
    assert sorted(primary["options"]) == ["addiction", "caffeine", "drug"]
    assert primary["options"][primary["answer"]] == "caffeine"
    assert secondary["options"][secondary["answer"]] == "drug"
    assert attribute["options"].count("") == 4
    # Without a model what others' captions say is offered to be picked by hand.
    offered = [(one["word"], one["similarity"]) for one in attribute["candidates"]]
    assert offered == [("unpredictable", None)]
    again = drafts(office, seed=4)
    assert [one["questions"] for one in again] == [
        one["questions"] for one in (first, second)
    ]
    assert any(
        one["questions"] != other["questions"]
        for one, other in zip(again, drafts(office, seed=5), strict=True)
    )


def test_a_model_chooses_the_most_similar_within_the_range(
    cast: Cast, office: Office
) -> None:
    with similarities.replace_temporarily(
        lambda: ("tiny", lambda _, words: [NEAR.get(w, 0) for w in words])
    ):
        number = Case.objects.order_by("pk")[0].item.number
        case = drafts(office, words={str(number): WORDS})[0]
    attribute = case["questions"][2]
    assert case["model"] == "tiny"
    assert set(attribute["options"]) == {"addictive", "bitter", "hot", "brown", "dark"}
    assert attribute["options"][attribute["answer"]] == "addictive"
    # What is too near is offered, but not chosen; the key itself is neither.
    assert attribute["candidates"][0] == {"word": "steaming", "similarity": 0.81}
    assert "addictive" not in [one["word"] for one in attribute["candidates"]]
    assert accept(office, case)["status"] == "final"


def test_only_what_is_accepted_is_asked(cast: Cast, office: Office) -> None:
    first, second = drafts(office)
    refused = accept(office, first, status=400)
    assert any("options" in one["field"] for one in refused["errors"])
    assert not Question.objects.exists()
    key = first["questions"][2]["options"]
    picked = [text or f"word {at}" for at, text in enumerate(key)]
    accept(office, first, attribute=picked)
    accept(office, first, attribute=picked, status=409)
    opened = office.open_round()
    assert opened["total"] == 3
    case = Case.objects.get(pk=second["id"])
    assert case.status == "final"
    entry = last_entry(Case.objects.get(pk=first["id"]))
    assert entry is not None
    assert entry.action == "ask"
    assert office.call("get", "rounds/")[0]["left_out"] == 0
    stems = set(Question.objects.values_list("fixed", flat=True))
    assert stems == {"primary", "secondary", "attribute"}


def test_options_of_another_kind_are_refused(cast: Cast, office: Office) -> None:
    first, _ = drafts(office)
    key = first["questions"][2]["options"]
    adjectives = [text or f"word {at}" for at, text in enumerate(key)]
    primary = ["caffeine", "addictive", "drug"]
    refused = accept(office, first, status=400, primary=primary, attribute=adjectives)
    assert [one["field"] for one in refused["errors"]] == ["questions.0.options.1"]
    assert "must be nouns" in refused["errors"][0]["message"]
    assert not Question.objects.exists()


def test_words_for_an_item_that_waits_for_none_are_refused(office: Office) -> None:
    body = {"words": {"99": ["red"]}}
    refused = office.call("post", "made-questions/", body, status=400)
    assert refused["errors"][0]["field"] == "words.99"


def test_literal_captions_are_asked_for_items_without_accepted_questions(
    office: Office, tmp_path: Path
) -> None:
    # ImageMet, §4.1: "we generate a verbose literal caption for the image".
    out = tmp_path / "requests.jsonl"
    for image in Image.objects.all():
        default_storage.save(image.preview, ContentFile(b"preview"))

    def requests() -> list[Any]:
        arguments = ["literal_captions", "met", "--out", str(out), "--model", "vlm"]
        call_command(*arguments, "--json", stdout=io.StringIO())
        return [json.loads(line) for line in out.read_text("utf-8").splitlines()]

    asked = requests()
    assert [request["custom_id"] for request in asked] == ["item-1", "item-2"]
    assert {request["body"]["model"] for request in asked} == {"vlm"}
    image, text = asked[0]["body"]["messages"][0]["content"]
    assert image["image_url"]["url"] == "data:image/webp;base64,cHJldmlldw=="
    assert "literally shows" in text["text"]
    first, _ = drafts(office)
    key = first["questions"][2]["options"]
    accept(
        office, first, attribute=[text or f"word {at}" for at, text in enumerate(key)]
    )
    assert len(requests()) == 1


def test_literal_captions_need_a_prompt(db: None, tmp_path: Path) -> None:
    Cast("ii", shipped_protocol("ii-bench"))
    with pytest.raises(CommandError, match="no prompt for literal captions"):
        call_command("literal_captions", "ii", "--out", str(tmp_path / "out"))
