"""Rounds from opening to the validated item."""

import pytest

from annotation.items.models.questions import Question
from review.adjudication.models import Case
from review.adjudication.selectors.cases import final_record, validated_cases
from review.progress.selectors.overview import project_overview
from review.rounds.models.rounds import (
    ChecklistMark,
    Round,
    ValidationAssignment,
    Verdict,
)
from review.rounds.selectors.rounds import plan_round
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db


def test_the_plan_is_the_protocols(cast: Cast, office: Office) -> None:
    rounds = office.call("get", "rounds/")
    assert [one["number"] for one in rounds] == [1, 2, 3, 4]
    assert {one["status"] for one in rounds} == {"planned"}
    assert [one["rules"]["kind"] for one in rounds] == [
        "answer",
        "answer",
        "checklist",
        "checklist",
    ]


def test_opening_makes_a_place_a_person_and_question(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, 2, questions=2)
    office.finalize_all()
    opened = office.open_round()
    assert (opened["number"], opened["status"], opened["total"]) == (1, "open", 12)
    assert opened["questions_open"] == 4
    assert set(Case.objects.values_list("status", flat=True)) == {"in_validation"}
    office.open_round(status=409)


def test_the_whole_chain_to_validated(cast: Cast, office: Office) -> None:
    annotated_items(cast, 2)
    assert project_overview(cast.project).next.kind == "adjudicate"
    office.finalize_all()
    assert project_overview(cast.project).next.kind == "open_round"
    office.open_round()
    assert project_overview(cast.project).next.kind == "validate"
    refused = office.close_round(1, status=409)
    assert "Missing answers: 6, open questions: 2." in refused["detail"]
    assert office.answer_all() == 6
    assert project_overview(cast.project).next.kind == "close_round"
    closed = office.close_round(1)
    assert closed["report"] == {
        "asked": 2,
        "passed": 2,
        "failed": 0,
        "answers": 6,
        "people": 3,
        "human_average": 1.0,
        "human_best": 1.0,
        "waived": 0,
    }
    # A fifth of what has passed is drawn again.
    assert office.open_round()["questions_open"] == 1
    office.answer_all()
    office.close_round(2)
    for number in (3, 4):
        assert office.open_round()["total"] == 2
        assert project_overview(cast.project).next.kind == "tick"
        assert "Items to check: 2." in office.close_round(number, status=409)["detail"]
        assert not validated_cases(cast.project)
        office.tick_all(number)
        office.close_round(number)
    assert validated_cases(cast.project).count() == 2
    assert project_overview(cast.project).next.kind == "release"
    office.open_round(status=409)
    with pytest.raises(IndexError):
        plan_round(cast.project)[4]


def test_a_failed_question_goes_back_alone_and_is_asked_of_fresh_people(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, questions=2)
    office.finalize_all()
    office.open_round()
    good, bad = Question.objects.order_by("position")
    _answer_by_question(office, wrong=bad)
    case = Case.objects.get()
    assert case.status == "rework"
    assert dict(Verdict.objects.values_list("revision__question", "passed")) == {
        good.pk: True,
        bad.pk: False,
    }
    author = cast.annotators[0]
    (listed,) = office.call("get", "rework/", person=author)["results"]
    shown = office.call("get", f"rework/{listed['id']}/", person=author)
    (question,) = shown["questions"]
    assert question["uid"] == bad.uid
    assert question["reasons"] == [
        {"kind": "disagreement", "agreed": 0, "asked": 3, "needed": 2}
    ]
    assert listed["reasons"] == question["reasons"]
    given = {one["answer"]: one["count"] for one in question["answers"]}
    assert sum(given.values()) == 3
    assert question["answer"] not in given
    changed = {
        "stem": "What is it really about?",
        "options": [
            f"It is about {word}"
            for word in ["work", "rest", "sleep", "time", "food", "play"]
        ],
        "answer": 4,
    }
    body = {
        "questions": [{"uid": bad.uid, "content": changed}],
        "note": "Made the key clear.",
    }
    done = office.call("post", f"rework/{case.pk}/submit/", body, person=author)
    assert done["status"] == "in_validation"
    revision = final_record(Case.objects.get()).questions[1]
    assert (revision.number, revision.stem) == (2, "What is it really about?")
    # The round is open still: three places for the new revision. One annotator has
    # never met the question; for the rest a waiver says so.
    places = ValidationAssignment.objects.filter(revision=revision)
    assert places.count() == 3
    office.answer_all()
    assert set(places.values_list("status", flat=True)) == {"counted"}
    fresh = [place for place in places if not place.waived]
    assert len(fresh) == 1
    assert "Too few" in places.exclude(pk=fresh[0].pk)[0].waived
    assert office.close_round(1)["report"]["waived"] == 2


def _answer_by_question(office: Office, *, wrong: Question) -> None:
    """Everybody answers right, but for the question ``wrong``."""
    for person in office.cast.annotators:
        place = office.next(person)
        while place:
            row = ValidationAssignment.objects.get(pk=place["id"])
            key = place["options"].index(row.revision.options[row.revision.answer])
            if row.revision.question_id == wrong.pk:
                key = (key + 1) % len(place["options"])
            place = office.answer(person, place, key, next=True)["place"]


def test_a_question_that_is_changed_between_rounds_is_asked_in_the_next(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    office.open_round()
    office.answer_all(right=False)
    office.close_round(1)
    _rework(office, case)
    assert office.open_round()["questions_open"] == 1


def test_dropping_the_last_question_drops_the_item(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    office.open_round()
    office.answer_all(right=False)
    uid = Question.objects.get().uid
    body = {"questions": [{"uid": uid, "content": None}], "note": "Beyond help."}
    done = office.call("post", f"rework/{case.pk}/submit/", body)
    assert done["status"] == "dropped"
    assert not Question.objects.filter(live=True).exists()
    assert Verdict.objects.count() == 1


def test_rework_is_checked_like_any_record(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    office.open_round()
    office.answer_all(right=False)
    revision = final_record(Case.objects.get()).questions[0]
    content = {"stem": revision.stem, "options": revision.options[:3], "answer": 0}
    body = {
        "questions": [{"uid": revision.question.uid, "content": content}],
        "note": "Shorter.",
    }
    refused = office.call("post", f"rework/{case.pk}/submit/", body, status=400)
    assert refused["errors"][0]["field"].startswith("questions.0")
    unknown = {"questions": [{"uid": "q-no", "content": None}], "note": "?"}
    refused = office.call("post", f"rework/{case.pk}/submit/", unknown, status=400)
    assert refused["errors"][0]["field"] == "questions.0.uid"
    assert Case.objects.get().status == "rework"


def test_authors_change_their_own_failed_questions_only(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, questions=2)
    office.finalize_all()
    office.open_round()
    good, bad = Question.objects.order_by("position")
    _answer_by_question(office, wrong=bad)
    case = Case.objects.get()
    author, other = cast.annotators[:2]
    assert len(office.call("get", "rework/", person=author)["results"]) == 1
    assert office.call("get", "rework/", person=other)["results"] == []
    office.call("get", f"rework/{case.pk}/", person=other, status=404)
    body = {"questions": [{"uid": good.uid, "content": None}], "note": "Mine."}
    address = f"rework/{case.pk}/submit/"
    office.call("post", address, body, person=author, status=403)
    office.call("post", address, body, person=other, status=404)


def test_a_failed_checklist_goes_back_and_comes_again(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    _through_answers(office)
    office.open_round()
    (mark,) = office.call("get", "rounds/3/checklist/")["results"]
    ticked = {"ticked": ["one_key", "english"]}
    address = f"checklist/{mark['id']}/"
    refused = office.call("post", address, ticked, status=400)
    assert [one["field"] for one in refused["errors"]] == ["note"]
    unknown = {"ticked": ["no_such_point"], "note": "?"}
    refused = office.call("post", address, unknown, status=400)
    assert refused["errors"][0]["field"] == "ticked.0"
    failed = office.call("post", address, {**ticked, "note": "Two options are alike."})
    assert failed["passed"] is False
    office.call("post", address, {**ticked, "note": "Again."}, status=409)
    shown = office.call("get", f"rework/{case.pk}/")
    assert shown["reason"] == "Two options are alike."
    assert shown["missing"] == ["options_distinct", "labels_fit", "no_personal_data"]
    body = {"questions": [], "note": "They do differ; see the guideline."}
    office.call("post", f"rework/{case.pk}/submit/", body)
    assert ChecklistMark.objects.count() == 2
    office.tick_all(3)
    office.close_round(3)
    office.open_round()
    office.tick_all(4)
    office.close_round(4)
    assert validated_cases(cast.project).count() == 1


def _through_answers(office: Office) -> None:
    for number in (1, 2):
        office.open_round()
        office.answer_all()
        office.close_round(number)


def _rework(office: Office, case: Case) -> None:
    revision = final_record(Case.objects.get(pk=case.pk)).questions[0]
    content = {
        "stem": f"{revision.stem} Again?",
        "options": revision.options,
        "answer": revision.answer,
    }
    body = {
        "questions": [{"uid": revision.question.uid, "content": content}],
        "note": "Clearer now.",
    }
    office.call("post", f"rework/{case.pk}/submit/", body)


def test_what_the_last_round_left_over_is_asked_again(
    cast: Cast, office: Office
) -> None:
    """Reworked in the last checklist: the new wording needs answers, then ticks."""
    annotated_items(cast)
    (case,) = office.finalize_all()
    _through_answers(office)
    office.open_round()
    office.tick_all(3)
    office.close_round(3)
    office.open_round()
    (mark,) = office.call("get", "rounds/4/checklist/")["results"]
    office.call("post", f"checklist/{mark['id']}/", {"ticked": [], "note": "Unclear."})
    _rework(office, case)
    office.tick_all(4)
    office.close_round(4)
    assert not validated_cases(cast.project)
    step = plan_round(cast.project)[4]
    assert (step.number, step.based_on) == (5, 2)
    assert office.call("get", "rounds/")[4]["repeated"]
    office.open_round()
    office.answer_all()
    office.close_round(5)
    assert validated_cases(cast.project).count() == 1


def test_items_decided_late_can_be_taken_in(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    office.finalize_all()
    office.open_round()
    annotated_items(cast)
    office.finalize_all()
    rounds = office.call("get", "rounds/")
    assert rounds[0]["left_out"] == 1
    assert office.call("post", "rounds/1/extend/") == {"items": 1}
    assert office.call("get", "rounds/")[0]["total"] == 6
    assert office.call("post", "rounds/1/extend/") == {"items": 0}


def test_dropping_an_item_frees_its_round(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    office.open_round()
    place = office.next(cast.annotators[2])
    office.call("post", f"cases/{case.pk}/drop/", {"reason": "Licence in doubt."})
    office.answer(cast.annotators[2], place, 0, status=409)
    assert office.next(cast.annotators[2]) is None
    assert office.close_round(1)["status"] == "closed"


def test_the_random_share_is_the_same_for_the_same_seed(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, 6)
    office.finalize_all()
    office.open_round()
    office.answer_all()
    office.close_round(1)
    office.open_round()
    asked = set(
        ValidationAssignment.objects.filter(round__number=2).values_list(
            "revision__question__item", flat=True
        )
    )
    assert len(asked) == 2  # a fifth of six, rounded up
    assert Round.objects.get(number=2).seed > 0


def test_the_toy_protocol_runs_through(toy_cast: Cast, toy_office: Office) -> None:
    annotated_items(toy_cast, 2)
    toy_office.finalize_all()
    toy_office.open_round()
    assert toy_office.answer_all() == 4
    toy_office.close_round(1)
    assert validated_cases(toy_cast.project).count() == 2
