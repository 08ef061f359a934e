"""Validation as II-Bench (Appendix B.3) and CII-Bench (§3.2.3, Appendix D.3) describe it.

"Each question was manually validated by at least three annotators. […] In total, we
conducted four rounds of data quality checks"; CII-Bench: five annotators, five rounds. How
many of them have to choose the key is Subtext's reading: two of three, and three of five.
"""

from typing import NamedTuple

import pytest

from projects.roles import Role
from review.adjudication.models import Case
from review.adjudication.selectors.cases import validated_cases
from review.rounds.models.rounds import ValidationAssignment
from subtext_protocol.shipped import shipped_protocol
from tests.annotation.desk import Desk
from tests.review.office import Office, key_as_shown
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, join

pytestmark = pytest.mark.django_db


class Rule(NamedTuple):
    validators: int
    needed: int
    rounds: int


RULES = {"ii-bench": Rule(3, 2, 4), "cii-bench": Rule(5, 3, 5)}


def office_of(protocol_id: str, *, people: int = 12) -> Office:
    """Review in a project with this number of annotators."""
    cast = Cast(protocol=shipped_protocol(protocol_id))
    for number in range(len(cast.annotators), people):
        person = join(cast.project, Role.ANNOTATOR, f"annotator-{number}")
        cast.annotators.append(person)
    return Office(cast)


def answer_first_round(office: Office, *, right: int) -> None:
    """Ask one question: the first ``right`` validators choose the key, others do not."""
    annotated_items(office.cast)
    office.finalize_all()
    office.open_round()
    answered = 0
    for person in office.cast.annotators:
        if place := office.next(person):
            key = key_as_shown(place)
            wrong = (key + 1) % len(place["options"])
            office.answer(person, place, key if answered < right else wrong)
            answered += 1


def settle(office: Office) -> None:
    """Settle every discussion of a dissent."""
    for thread in office.call("get", "threads/?origin=dissent")["results"]:
        address = f"threads/{thread['id']}/close/"
        office.call("post", address, {"resolution": "The key holds."})


@pytest.mark.parametrize("protocol_id", RULES)
def test_a_question_is_asked_of_as_many_people_as_the_paper_says(
    protocol_id: str,
) -> None:
    office = office_of(protocol_id)
    answer_first_round(office, right=RULES[protocol_id].validators)
    people = ValidationAssignment.objects.values_list("person", flat=True)
    assert len(set(people)) == RULES[protocol_id].validators
    authors = {person.pk for person in office.cast.annotators[:2]}
    assert not authors & set(people)
    report = office.close_round()["report"]
    assert (report["answers"], report["passed"]) == (RULES[protocol_id].validators, 1)


@pytest.mark.parametrize("protocol_id", RULES)
@pytest.mark.parametrize("fewer", [0, 1])
def test_a_question_passes_with_enough_of_them(protocol_id: str, fewer: int) -> None:
    office = office_of(protocol_id)
    answer_first_round(office, right=RULES[protocol_id].needed - fewer)
    settle(office)
    report = office.close_round()["report"]
    assert (report["passed"], report["failed"]) == (1 - fewer, fewer)
    assert Case.objects.get().status == ("rework" if fewer else "in_validation")


@pytest.mark.parametrize("protocol_id", RULES)
def test_an_item_is_validated_after_all_rounds_and_not_before(
    protocol_id: str,
) -> None:
    office = office_of(protocol_id)
    annotated_items(office.cast)
    office.finalize_all()
    for number in range(1, RULES[protocol_id].rounds + 1):
        assert not validated_cases(office.cast.project)
        opened = office.open_round()
        if opened["rules"]["kind"] == "checklist":
            office.tick_all(number)
        else:
            office.answer_all()
        office.close_round(number)
    assert validated_cases(office.cast.project).count() == 1
    office.open_round(status=409)


DISCREPANCIES = [
    ("domain", ["life"], ["art"], True),
    ("emotion", ["positive"], ["neutral"], True),
    ("difficulty", ["easy"], ["hard"], True),
    ("difficulty", ["easy"], ["middle"], False),
    ("image_type", ["poster"], ["painting"], True),
    ("image_type", ["poster"], ["poster", "painting"], False),
    ("rhetoric", ["metaphor"], ["contrast"], True),
    ("rhetoric", ["metaphor", "contrast"], ["metaphor"], False),
]


@pytest.mark.parametrize("protocol_id", RULES)
@pytest.mark.parametrize(("field", "one", "other", "significant"), DISCREPANCIES)
def test_only_significant_discrepancies_need_a_third_party(
    protocol_id: str, field: str, one: list[str], other: list[str], significant: bool
) -> None:
    """CII-Bench, §3.2.3: "with a third-party review for significant discrepancies"."""
    office = office_of(protocol_id, people=6)
    annotated_items(office.cast, labels=[{field: one}, {field: other}])
    case = Case.objects.get()
    assert case.status == ("to_adjudicate" if significant else "to_merge")


def test_an_annotator_gets_feedback_and_annotates_again() -> None:
    """CII-Bench, §3.2.3: "Based on the evaluation results, feedback is provided to the
    annotators, with re-annotations as necessary"."""
    office = office_of("cii-bench", people=6)
    annotated_items(office.cast)
    reason = "The explanation overlooks the inscription."
    body = {"items": [Case.objects.get().item_id], "reason": reason}
    assert office.call("post", "items/send-back/", body)["to_annotators"]
    for person in office.cast.annotators[:2]:
        annotator = Desk(office.cast, person)
        slot = annotator.next()
        assert slot["feedback"]["reason"] == reason
        again = annotator.record("with the inscription")
        assert annotator.submit(slot, again)["revision"] == 2
    assert Case.objects.get().status == "to_merge"


def test_a_review_leads_to_re_annotation() -> None:
    """CII-Bench, §3.2.3, Post-Annotation Review: "annotations undergo a thorough quality
    review for any oversight, errors, or inconsistencies […] with re-annotations as
    necessary"."""
    office = office_of("cii-bench")
    answer_first_round(office, right=5)
    office.close_round(1)
    assert office.open_round()["rules"]["title"]["en"] == "Post-annotation review"
    (mark,) = office.call("get", "rounds/2/checklist/")["results"]
    note = "The explanation overlooks the inscription."
    body = {"ticked": ["one_key", "labels_fit", "texts_consistent"], "note": note}
    office.call("post", f"checklist/{mark['id']}/", body)
    case = Case.objects.get()
    assert case.status == "rework"
    # "Based on the evaluation results, feedback is provided to the annotators".
    for person in office.cast.annotators[:2]:
        (notice,) = office.call("get", "notices/", person=person)["results"]
        assert (notice["kind"], notice["text"]) == ("checklist_failed", note)
    shown = office.call("get", f"rework/{case.pk}/")
    assert (shown["reason"], shown["missing"]) == (note, ["nothing_missed"])
    body = {"questions": [], "note": "Added the inscription."}
    office.call("post", f"rework/{case.pk}/submit/", body)
    office.tick_all(2)
    assert office.close_round(2)["status"] == "closed"
