"""What becomes of work done when the protocol changes under it."""

from collections.abc import Callable
from typing import Any

import pytest

from annotation.assignment.services.next_slot import lease_next_slot
from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation, Draft
from core.selectors import list_entries_of_object
from projects.models import Project
from review.adjudication.models import Case
from review.calibration.selectors.agreement import compared_items
from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.annotations import annotated_items, submit_record
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db

Edit = Callable[[dict[str, Any]], object]
PSYCHOLOGY = "fields.domain.choices.psychology"


def domain(document: dict[str, Any]) -> Any:
    return next(one for one in document["fields"] if one["id"] == "domain")


def without_psychology(document: dict[str, Any]) -> None:
    field = domain(document)
    field["choices"] = [one for one in field["choices"] if one["id"] != "psychology"]


class Editor:
    """A maintainer who changes the protocol of a cast."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.client = browser(cast.maintainer)
        self.here = f"/api/projects/{cast.project.slug}/protocol"

    def draft(self, edit: Edit) -> Any:
        document = self.cast.project.protocol.model_dump(mode="json")
        edit(document)
        checked = self.client.post(
            f"{self.here}/check/", {"document": document}, format="json"
        )
        assert checked.data["problems"] == []
        return checked.data

    def change(self, edit: Edit, *, status: int = 200, **more: Any) -> Any:
        body = {"yaml": self.draft(edit)["yaml"], "note": "For a test.", **more}
        response = self.client.post(f"{self.here}/change/", body, format="json")
        assert response.status_code == status, response.data
        self.cast.project = Project.objects.select_related("current_protocol").get(
            pk=self.cast.project.pk
        )
        return response.data


@pytest.fixture
def editor(cast: Cast) -> Editor:
    return Editor(cast)


def people(k: int) -> Edit:
    return lambda document: document["annotation"].update(people=k)


def open_places(item: Item) -> int:
    return Slot.objects.filter(item=item, status="open").count()


def test_what_nobody_has_begun_follows_the_new_protocol(
    cast: Cast, editor: Editor
) -> None:
    accepted_images(cast.project, 2)
    for k in (3, 1):
        number = editor.change(people(k))["number"]
        for item in Item.objects.all():
            assert open_places(item) == k
            assert item.protocol_version.number == number


def test_more_people_are_asked_of_what_is_not_finished(
    cast: Cast, editor: Editor, office: Office
) -> None:
    annotated_items(cast)
    accepted_images(cast.project, 1)
    submit_record(cast, cast.annotators[0])
    done, begun = Item.objects.order_by("number")
    editor.change(people(3))
    assert open_places(done) == 0
    assert open_places(begun) == 2
    submit_record(cast, cast.annotators[1])
    assert Case.objects.get(item=begun).status == "comparing"
    submit_record(cast, cast.annotators[2])
    assert Case.objects.get(item=begun).status == "to_merge"
    assert len(office.case(Case.objects.get(item=begun).pk)["records"]) == 3


def test_fewer_people_leave_begun_images_as_they_are(
    cast: Cast, editor: Editor
) -> None:
    accepted_images(cast.project, 2)
    submit_record(cast, cast.annotators[0])
    editor.change(people(1))
    begun, untouched = Item.objects.order_by("number")
    assert (open_places(begun), open_places(untouched)) == (1, 1)
    assert begun.protocol_version.number == 1
    submit_record(cast, cast.annotators[1])
    assert Case.objects.get(item=begun).status == "to_merge"


def test_another_number_of_options_is_refused_once_work_has_begun(
    cast: Cast, editor: Editor
) -> None:
    def four(document: dict[str, Any]) -> None:
        document["questions"]["options"] = 4

    accepted_images(cast.project, 1)
    assert editor.draft(four)["obstacles"] == []
    lease_next_slot(project=cast.project, actor=cast.actor(cast.annotators[0]))
    (obstacle,) = editor.draft(four)["obstacles"]
    assert obstacle["field"] == "questions.options"
    refused = editor.change(four, status=400)
    assert [one["field"] for one in refused["errors"]] == ["questions.options"]
    assert cast.project.protocol.questions.options == 6


def test_another_number_of_images_forms_untouched_items_anew(
    cast: Cast, editor: Editor
) -> None:
    accepted_images(cast.project, 4)
    editor.change(lambda document: document["item"].update(images=2))
    assert [item.places.count() for item in Item.objects.all()] == [2, 2]


def test_a_new_choice_leaves_work_marked(
    cast: Cast, editor: Editor, office: Office
) -> None:
    annotated_items(cast)

    def add(document: dict[str, Any]) -> None:
        domain(document)["choices"].append({"id": "sport", "title": "Sport"})

    draft = editor.draft(add)
    assert [(one["path"], one["effect"]) for one in draft["changes"]] == [
        ("fields.domain.choices.sport", "mark")
    ]
    editor.change(add)
    case = Case.objects.get()
    records = office.case(case.pk)["records"]
    assert [one["protocol_version"] for one in records] == [1, 1]
    assert office.call("get", f"items/{case.item_id}/")["protocol_version"] == 1


def test_a_choice_in_use_needs_a_mapping(cast: Cast, editor: Editor) -> None:
    assert editor.draft(without_psychology)["used"] == {PSYCHOLOGY: 0}
    annotated_items(cast, labels=[{"domain": ["psychology"]}])
    assert editor.draft(without_psychology)["used"] == {PSYCHOLOGY: 1}
    refused = editor.change(without_psychology, status=400)
    assert [one["field"] for one in refused["errors"]] == [f"mapping.{PSYCHOLOGY}"]
    mapping = {PSYCHOLOGY: "society"}
    changed = editor.change(without_psychology, mapping=mapping)
    assert changed["mapping"] == mapping


def test_undecided_items_are_compared_again(
    cast: Cast, editor: Editor, office: Office
) -> None:
    said = [{"domain": ["psychology"]}, {"domain": ["society"]}]
    annotated_items(cast, labels=said)
    case = Case.objects.get()
    assert case.status == "to_adjudicate"
    editor.change(without_psychology, mapping={PSYCHOLOGY: "society"})
    case.refresh_from_db()
    assert (case.status, case.disputed) == ("to_merge", 0)
    records = office.case(case.pk)["records"]
    assert [one["labels"]["domain"] for one in records] == [["society"]] * 2
    # What was handed in stays as it was.
    kept = Annotation.objects.get(person=cast.annotators[0])
    assert kept.content["labels"]["domain"] == ["psychology"]


def test_decided_records_are_edited_and_the_ledger_keeps_them(
    cast: Cast, editor: Editor, office: Office
) -> None:
    annotated_items(cast, labels=[{"domain": ["psychology"]}] * 2)
    (case,) = office.finalize_all()
    editor.change(without_psychology, mapping={PSYCHOLOGY: "life"})
    case.refresh_from_db()
    assert case.status == "final"
    assert case.record["labels"]["domain"] == ["life"]
    (entry,) = list_entries_of_object(case).filter(action="edit")
    assert entry.data["before"]["labels"]["domain"] == ["psychology"]
    assert "version 2" in entry.reason
    (item,) = compared_items(cast.project)
    assert set(item.values["domain"].values()) == {frozenset({"life"})}


def test_drafts_are_carried_over_and_an_open_tab_hears_of_it(
    cast: Cast, editor: Editor
) -> None:
    accepted_images(cast.project, 1)
    desk = Desk(cast, cast.annotators[0])
    slot = desk.next()
    content = desk.record()
    content["labels"]["domain"] = ["psychology"]
    saved = desk.save(slot, content, version=slot["draft"]["version"])
    editor.change(without_psychology, mapping={PSYCHOLOGY: "society"})
    assert Draft.objects.get().content["labels"]["domain"] == ["society"]
    content["texts"]["explanation"] = "More of it."
    refused = desk.save(slot, content, version=saved["version"], status=409)
    assert refused["draft"]["content"]["labels"]["domain"] == ["society"]
    before = desk.version(slot, saved["version"])["content"]
    assert before["labels"]["domain"] == ["psychology"]


def test_a_submitted_draft_is_carried_over_when_it_is_reopened(
    cast: Cast, editor: Editor
) -> None:
    accepted_images(cast.project, 1)
    desk = Desk(cast, cast.annotators[0])
    slot = desk.next()
    content = desk.record()
    content["labels"]["domain"] = ["psychology"]
    desk.submit(slot, content)
    desk.reopen(slot)
    version = desk.slot(slot["id"])["draft"]["version"]
    editor.change(without_psychology, mapping={PSYCHOLOGY: "society"})
    draft = desk.slot(slot["id"])["draft"]
    assert draft["content"]["labels"]["domain"] == ["society"]
    content["labels"]["domain"] = ["life"]
    refused = desk.save(slot, content, version=version, status=409)
    assert refused["draft"]["content"] == draft["content"]


def test_a_round_that_was_held_cannot_be_taken_away(
    cast: Cast, editor: Editor, office: Office
) -> None:
    annotated_items(cast)
    office.finalize_all()
    office.open_round()

    def fewer(document: dict[str, Any]) -> None:
        del document["review"]["rounds"][0:]

    refused = editor.change(fewer, status=400)
    assert "review.rounds.1" in [one["field"] for one in refused["errors"]]


def test_without_rounds_from_now_on_what_is_decided_is_validated(
    cast: Cast, editor: Editor, office: Office
) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    editor.change(lambda document: document["review"].update(rounds=[]))
    case.refresh_from_db()
    assert case.status == "validated"


def labels_of(answer: Any) -> Any:
    return answer["labels"]["domain"]


@pytest.mark.parametrize("mapping", [{PSYCHOLOGY: "society"}, {}])
@pytest.mark.parametrize("request_", ["draft", "submit"])
def test_a_tab_learns_that_the_protocol_changed(
    cast: Cast, editor: Editor, mapping: dict[str, str], request_: str
) -> None:
    """Without saved work that uses the label, nobody had to give a mapping."""
    accepted_images(cast.project, 1)
    desk = Desk(cast, cast.annotators[0])
    slot = desk.next()
    record = desk.record()
    record["labels"]["domain"] = ["psychology"]
    version = 1
    if mapping:
        version = desk.save(slot, record, version=1)["version"]
    editor.change(without_psychology, mapping=mapping)
    record["texts"] = {
        field: f"{text} More." for field, text in record["texts"].items()
    }
    body = {"content": record, "protocol_version": 1}
    conflict = (
        desk.call(
            "put",
            f"slots/{slot['id']}/draft/",
            {**body, "version": version},
            status=409,
        )
        if request_ == "draft"
        else desk.call("post", f"slots/{slot['id']}/submit/", body, status=409)
    )
    assert "protocol changed" in conflict["detail"]
    assert (conflict["cause"], conflict["title"]) == (
        "protocol",
        "The protocol changed",
    )
    change = conflict["protocol_change"]
    assert change["protocol_version"] == 2
    assert labels_of(change["content"]) == [mapping.get(PSYCHOLOGY, "psychology")]
    assert change["content"]["texts"] == record["texts"]
    # Continued from the saved draft, under the current protocol.
    change["content"]["labels"]["domain"] = ["society"]
    latest = conflict["draft"]["version"]
    again = {**change, "version": latest}
    saved = desk.call("put", f"slots/{slot['id']}/draft/", again)
    assert saved["version"] == latest + 1
    desk.call("post", f"slots/{slot['id']}/submit/", change, status=201)


def test_another_tab_and_other_changes_are_no_protocol_conflict(
    cast: Cast, editor: Editor
) -> None:
    accepted_images(cast.project, 1)
    desk = Desk(cast, cast.annotators[0])
    slot = desk.next()
    record = desk.record()
    record["labels"]["domain"] = ["society"]
    path = f"slots/{slot['id']}/draft/"
    editor.change(without_psychology)
    body = {"version": 1, "content": record, "protocol_version": 1}
    assert desk.call("put", path, body)["version"] == 2
    other = {**body, "content": {**record, "texts": {}}}
    conflict = desk.call("put", path, other, status=409)
    assert "another tab" in conflict["detail"]
    assert "protocol_change" not in conflict
    submitted = {"content": record, "protocol_version": 1}
    desk.call("post", f"slots/{slot['id']}/submit/", submitted, status=201)


def test_a_removed_label_is_no_choice_and_its_id_is_not_named(
    cast: Cast, editor: Editor
) -> None:
    accepted_images(cast.project, 1)
    desk = Desk(cast, cast.annotators[0])
    slot = desk.next()
    record = desk.record()
    record["labels"]["domain"] = ["psychology"]
    editor.change(without_psychology)
    refused = desk.submit(slot, record, status=400)
    (problem,) = refused["errors"]
    assert problem["field"] == "labels.domain"
    assert "psychology" not in str(problem)
