"""From annotations to a final record."""

import pytest

from annotation.drafts.services.submissions import submit_annotation
from annotation.items.models.questions import Question
from annotation.items.models.slots import Slot
from annotation.slots.services.transitions import reopen_slot, return_slot
from core.errors import ConflictError, NotFoundError
from core.selectors import last_entry
from projects.memberships.services.members import change_member
from projects.protocol_versions.services.changes import change_protocol
from projects.roles import Role
from review.adjudication.models import Case
from review.adjudication.selectors.cases import (
    case_blockers,
    final_record,
    validated_cases,
)
from subtext_protocol.reading import protocol_from_data
from tests.review.office import Office
from tests.support.annotations import annotated_items, submit_record
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db

DISPUTED = [{"domain": ["life"]}, {"domain": ["art"]}]


def test_nothing_is_compared_until_all_are_in(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    submit_record(cast, cast.annotators[0])
    case = Case.objects.get()
    assert case.status == "comparing"
    assert case.comparison == {}


def test_agreeing_labels_leave_a_merge(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    case = Case.objects.get()
    assert (case.status, case.disputed) == ("to_merge", 0)
    shown = office.case(case.pk)
    assert [record["letter"] for record in shown["records"]] == ["A", "B"]
    slots = Slot.objects.filter(item=case.item).order_by("number")
    assert [one["slot_id"] for one in shown["records"]] == [one.pk for one in slots]
    outcomes = {one["field"]: one["outcome"] for one in shown["fields_compared"]}
    assert outcomes["domain"] == "agreed"
    assert outcomes["explanation"] == "to_choose"


def test_a_disputed_label_waits_for_a_third_person(cast: Cast) -> None:
    annotated_items(cast, labels=DISPUTED)
    case = Case.objects.get()
    assert (case.status, case.disputed) == ("to_adjudicate", 1)
    with pytest.raises(NotFoundError):
        final_record(case)


def test_the_queue_begins_with_the_most_disputed(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    annotated_items(cast, labels=DISPUTED)
    worst = [
        {"domain": ["life"], "emotion": ["positive"]},
        {"domain": ["art"], "emotion": ["negative"]},
    ]
    annotated_items(cast, labels=worst)
    assert [case["disputed"] for case in office.queue()] == [2, 1, 0]
    counts = office.call("get", "cases/queue/counts/")
    assert counts == {"to_adjudicate": 2, "to_merge": 1, "own": 0}


def test_a_decision_makes_the_record_and_its_questions(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, labels=DISPUTED, questions=2)
    case = Case.objects.get()
    shown = office.case(case.pk)
    own = {
        "format": "single_choice",
        "stem": "What does the maker regret?",
        "options": [
            f"Regret number {word}"
            for word in ["one", "two", "three", "four", "five", "six"]
        ],
        "answer": 2,
    }
    questions = [
        {"sources": [{"annotation": 1, "question": 0}]},
        {"sources": [{"annotation": 0, "question": 1}], "content": own},
    ]
    decided = office.finalize(
        case.pk,
        questions=questions,
        record={
            "labels": {**shown["records"][0]["labels"], "domain": ["art"]},
            "texts": shown["records"][1]["texts"],
        },
    )
    assert decided["status"] == "final"
    assert decided["final"]["labels"]["domain"] == ["art"]
    assert [q["stem"] for q in decided["final"]["questions"]] == [
        shown["records"][1]["questions"][0]["stem"],
        "What does the maker regret?",
    ]
    case.refresh_from_db()
    final = final_record(case)
    # Taken: the annotator's. Merged: the adjudicator's.
    assert [one.author for one in final.questions] == [
        cast.annotators[1],
        cast.organizer,
    ]
    entry = last_entry(case)
    assert entry is not None
    assert entry.data["origins"]["domain"] == ["B"]
    assert entry.data["origins"]["emotion"] == "agreed"
    assert entry.data["origins"]["explanation"] == ["B"]
    assert entry.data["questions"] == [[[1, 0]], [[0, 1]]]


def test_the_same_question_of_both_annotators_is_taken_once(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, labels=DISPUTED)
    case = Case.objects.get()
    (question,) = office.case(case.pk)["records"][0]["questions"]
    content = {part: question[part] for part in ("format", "stem", "options", "answer")}
    again = {**content, "stem": f"{content['stem']} ", "answer": 5 - content["answer"]}
    refused = office.finalize(
        case.pk,
        questions=[
            {"sources": [{"annotation": 0, "question": 0}]},
            {"sources": [{"annotation": 1, "question": 0}], "content": again},
        ],
        status=400,
    )
    assert [error["field"] for error in refused["errors"]] == ["questions.1.stem"]
    case.refresh_from_db()
    assert case.status == "to_adjudicate"


def test_a_question_merged_by_part_says_where_each_part_is_from(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    case = Case.objects.get()
    said = [record["questions"][0] for record in office.case(case.pk)["records"]]
    first, second = said
    options = [*first["options"][:3], *second["options"][3:5], "Nothing at all."]
    merged = {
        **second,
        "options": options,
        "answer": options.index(first["options"][first["answer"]]),
    }
    both = [{"annotation": 0, "question": 0}, {"annotation": 1, "question": 0}]
    fine = "The net is full. "
    text = fine + office.case(case.pk)["records"][1]["texts"]["explanation"]
    decision = office.decision(case.pk)
    decision["record"]["texts"]["explanation"] = text
    body = {
        **decision,
        "questions": [
            {
                "sources": both,
                "content": {
                    name: merged[name]
                    for name in ("format", "fixed", "stem", "options", "answer")
                },
            }
        ],
    }
    decided = office.call("post", f"cases/{case.pk}/finalize/", body)
    origins = decided["origins"]
    assert origins == office.case(case.pk)["origins"]
    (parts,) = origins["questions"].values()
    assert parts["stem"] == ["B1"]
    assert parts["options"] == [["A1"]] * 3 + [["B1"]] * 2 + [[]]
    assert parts["answer"] == ["A1"]
    explanation = origins["fields"]["explanation"]
    assert (explanation["how"], "B" in explanation["letters"]) == ("merged", True)
    assert explanation["sentences"][0] == []
    assert origins["fields"]["emotion"]["how"] == "agreed"


def test_overruling_everybody_needs_a_reason(cast: Cast, office: Office) -> None:
    annotated_items(cast, labels=DISPUTED)
    case = Case.objects.get()
    record = office.decision(case.pk)["record"]
    record["labels"]["domain"] = ["society"]
    refused = office.finalize(case.pk, record=record, status=400)
    assert [one["field"] for one in refused["errors"]] == ["reasons.domain"]
    office.finalize(case.pk, record=record, reasons={"domain": "It is about wages."})
    entry = last_entry(Case.objects.get())
    assert entry is not None
    assert entry.data["reasons"] == {"domain": "It is about wages."}
    assert entry.data["origins"]["domain"] == "overridden"


def test_an_incomplete_record_names_its_fields(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    case = Case.objects.get()
    record = office.decision(case.pk)["record"]
    del record["labels"]["emotion"]
    refused = office.finalize(case.pk, record=record, questions=[], status=400)
    fields = {one["field"] for one in refused["errors"]}
    assert {"labels.emotion", "questions"} <= fields
    assert Case.objects.get().status == "to_merge"
    assert not Question.objects.exists()


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({"sources": [{"annotation": 2, "question": 0}]}, "questions.0.sources"),
        ({"sources": []}, "questions.0.content"),
    ],
)
def test_a_question_that_is_not_there(
    cast: Cast, office: Office, question: dict[str, object], field: str
) -> None:
    annotated_items(cast)
    refused = office.finalize(Case.objects.get().pk, questions=[question], status=400)
    assert [one["field"] for one in refused["errors"]] == [field]


def test_who_annotated_an_item_does_not_decide_on_it(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    _promote(cast)
    case = Case.objects.get()
    body = office.decision(case.pk)
    author = cast.annotators[0]
    assert office.queue(author) == []
    address = f"cases/{case.pk}/finalize/"
    office.call("post", address, body, person=author, status=403)
    # Somebody else could: no waiver helps.
    body["waiver"] = "We are few."
    office.call("post", address, body, person=author, status=403)
    assert Case.objects.get().status == "to_merge"


def test_a_lab_too_small_records_a_waiver(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    body = office.decision(Case.objects.get().pk)
    _promote(cast)
    for person in (cast.organizer, cast.maintainer):
        membership = cast.project.memberships.get(user=person)
        membership.status = "removed"
        membership.save()
    body["waiver"] = "Nobody else is left."
    case = Case.objects.get()
    address = f"cases/{case.pk}/finalize/"
    office.call("post", address, body, person=cast.annotators[0])
    entry = last_entry(Case.objects.get())
    assert entry is not None
    assert entry.data["waiver"] == "Nobody else is left."


def _promote(cast: Cast) -> None:
    change_member(
        membership=cast.project.memberships.get(user=cast.annotators[0]),
        role=Role.ORGANIZER,
        active=True,
        actor=cast.actor(cast.maintainer),
    )


def test_annotators_see_no_cases(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    person = cast.annotators[2]
    case = Case.objects.get()
    path = f"cases/{case.pk}/"
    office.call("get", "cases/")
    office.call("get", path)
    assert [waiting["id"] for waiting in office.queue()] == [case.pk]
    office.call("get", "cases/", person=person, status=403)
    office.call("get", path, person=person, status=404)
    assert office.queue(person) == []


def test_deciding_on_an_old_view_is_a_conflict(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    case = Case.objects.get()
    old = office.decision(case.pk)
    slot = Slot.objects.get(person=cast.annotators[0])
    return_slot(slot=slot, actor=cast.actor(cast.organizer), reason="Too short.")
    assert Case.objects.get().status == "comparing"
    submit_record(cast, cast.annotators[0], labels={"emotion": ["negative"]})
    assert Case.objects.get().status == "to_adjudicate"
    office.call("post", f"cases/{case.pk}/finalize/", old, status=409)
    office.finalize(case.pk)


def test_an_annotation_may_be_taken_back_until_it_is_decided_on(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    person = cast.annotators[0]
    slot = Slot.objects.get(person=person)
    reopen_slot(slot=slot, actor=cast.actor(person))
    assert Case.objects.get().status == "comparing"
    slot.refresh_from_db()
    content = slot.annotations.get().content
    submit_annotation(
        slot=slot, actor=cast.actor(person), content=content, seconds=None
    )
    assert Case.objects.get().status == "to_merge"
    office.finalize_all()
    slot.refresh_from_db()
    with pytest.raises(ConflictError, match="already final"):
        reopen_slot(slot=slot, actor=cast.actor(person))
    slot.refresh_from_db()
    with pytest.raises(ConflictError, match="already final"):
        return_slot(slot=slot, actor=cast.actor(cast.organizer), reason="Late.")
    assert Slot.objects.get(pk=slot.pk).status == "submitted"


def test_a_decision_can_be_taken_back_until_a_round_has_it(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, labels=DISPUTED)
    (case,) = office.finalize_all()
    undone = office.call("post", f"cases/{case.pk}/undo/")
    assert (undone["status"], undone["final"]) == ("to_adjudicate", None)
    assert not Question.objects.filter(live=True).exists()
    office.finalize_all()
    assert len(final_record(Case.objects.get()).questions) == 1
    office.open_round()
    office.call("post", f"cases/{case.pk}/undo/", status=409)


def test_an_edit_keeps_before_and_after(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    shown = office.case(case.pk)
    final = shown["final"]
    record = {
        "labels": {**final["labels"], "emotion": ["negative"]},
        "texts": final["texts"],
    }
    body = {"version": shown["version"], "record": record, "reason": "Read it again."}
    edited = office.call("post", f"cases/{case.pk}/edit/", body)
    assert edited["final"]["labels"]["emotion"] == ["negative"]
    assert edited["status"] == "final"
    entry = last_entry(Case.objects.get())
    assert entry is not None
    assert entry.reason == "Read it again."
    assert entry.data["before"]["labels"]["emotion"] == ["positive"]
    assert entry.data["after"]["labels"]["emotion"] == ["negative"]
    office.call("post", f"cases/{case.pk}/edit/", body, status=409)
    same = {**body, "version": edited["version"]}
    office.call("post", f"cases/{case.pk}/edit/", same, status=400)


def test_a_dropped_item_blocks_nothing_and_is_kept(cast: Cast, office: Office) -> None:
    annotated_items(cast, 2)
    case = Case.objects.first()
    assert case is not None
    office.call("post", f"cases/{case.pk}/drop/", {"reason": " "}, status=400)
    office.call("post", f"cases/{case.pk}/drop/", {"reason": "Not a metaphor."})
    (left,) = case_blockers(cast.project)
    assert (left.kind, left.count) == ("to_merge", 1)
    assert case.pk not in left.cases
    assert Slot.objects.filter(item=case.item, status="submitted").count() == 2


def test_one_annotator_is_adopted(cast: Cast) -> None:
    _change_protocol(cast, annotation={"people": 1})
    annotated_items(cast)
    case = Case.objects.get()
    assert case.status == "final"
    (question,) = final_record(case).questions
    assert question.author == cast.annotators[0]


def test_without_rounds_a_decided_item_is_validated(cast: Cast, office: Office) -> None:
    _change_protocol(cast, review={"rounds": []})
    annotated_items(cast)
    office.finalize_all()
    assert validated_cases(cast.project).count() == 1


def _change_protocol(cast: Cast, **parts: dict[str, object]) -> None:
    document = cast.project.protocol.model_dump(mode="json")
    for part, changes in parts.items():
        document[part].update(changes)
    change_protocol(
        project=cast.project,
        protocol=protocol_from_data(document, origin="test"),
        actor=cast.actor(cast.maintainer),
        note="",
    )


def test_three_annotators_two_images(toy_cast: Cast, toy_office: Office) -> None:
    moods = [{"mood": [mood]} for mood in ("calm", "merry", "calm")]
    annotated_items(toy_cast, labels=moods)
    case = Case.objects.get()
    assert case.status == "to_merge"
    shown = toy_office.case(case.pk)
    assert [record["letter"] for record in shown["records"]] == ["A", "B", "C"]
    assert len(shown["images"]) == 2
    mood = next(one for one in shown["fields_compared"] if one["field"] == "mood")
    assert (mood["outcome"], mood["value"], mood["rule"]) == (
        "proposed",
        ["calm"],
        "majority",
    )


def test_lists_cost_the_same_however_long(
    cast: Cast, office: Office, django_assert_max_num_queries: object
) -> None:
    annotated_items(cast, 5)
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        assert len(office.queue()) == 5
