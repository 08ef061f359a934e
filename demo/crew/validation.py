"""The rounds of validation, with rework, until the last is closed."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from demo.crew.browser import Json, RefusedError
from demo.crew.questions import TrueQuestion, find_true_question
from demo.crew.work import Crew, CrewMember

WAIVER = "The simulated people have all seen these questions."


def validate_questions(crew: Crew) -> int:
    """Run every round of the protocol, rework included, until the last is closed.

    Stops, and says why, at a round that waits for people outside the crew.
    """
    browser = crew.organizer.browser
    answers = 0
    while True:
        steps = browser.get("rounds/")
        current = next((s for s in steps if s["status"] != "closed"), None)
        if current is None:
            return answers
        if current["status"] == "planned":
            try:
                current = browser.post("rounds/open/")
            except RefusedError as refused:
                crew.say(f"Round {current['number']}: {refused.problem['detail']}")
                return answers
        if current["automatic"]:
            # The crew closes each round itself, as soon as it is complete.
            path = f"rounds/{current['number']}/automatic/"
            browser.post(path, {"automatic": False})
        if current["rules"]["kind"] == "answer":
            answers += _answer_round(crew, current["number"])
        else:
            _checklist_round(crew, current)
        try:
            report = browser.post(f"rounds/{current['number']}/close/")["report"]
        except RefusedError as refused:
            if refused.status != HTTPStatus.CONFLICT:
                raise
            crew.say(f"Round {current['number']}: {refused.problem['detail']}")
            return answers
        crew.say(
            f"Round {current['number']}: {report['asked']} asked, "
            f"{report['passed']} passed, {report['failed']} failed."
        )


def _answer_round(crew: Crew, number: int) -> int:
    answers = 0
    while True:
        done = crew.act_in_turn(lambda member: _answer_one(crew, member))
        answers += done
        settled = _settle_dissents(crew)
        _rework(crew)
        if done or settled:
            continue
        state = _round(crew, number)
        if state["done"] == state["total"] or state["waiver"]:
            return answers
        crew.organizer.browser.post(f"rounds/{number}/waive/", {"reason": WAIVER})


def _settle_dissents(crew: Crew) -> int:
    """Settle each question on which validators differ: its key stays or is reworked."""
    browser, person = crew.organizer.browser, crew.organizer.person
    settled = 0
    for row in list(browser.iterate_rows("threads/", origin="dissent")):
        if row["status"] == "closed":
            continue
        thread = browser.get(f"threads/{row['id']}/")
        question = thread["dissent"]
        if question["holds_up"]:
            truth = crew.truth_of_images(thread["images"])
            key = person.correct_question(truth, question)["answer"]
            is_right = key == question["answer"]
            outcome = "The key is right." if is_right else "The key is wrong."
            body = {"resolution": outcome, "send_to_rework": not is_right}
            browser.post(f"threads/{thread['id']}/close/", body)
            settled += 1
    return settled


def _answer_one(crew: Crew, member: CrewMember) -> bool:
    place = member.browser.post("validation/next/")["place"]
    if place is None:
        return False
    truth = crew.truth_of_images(place["images"])
    truth = replace(truth, questions=(*truth.questions, *crew.told))
    chosen = member.person.answer_question(truth, place)
    body = {"chosen": chosen, "issues": [], "comment": "", "seconds": 20}
    member.browser.post(f"validation/{place['id']}/answer/", body)
    return True


def _round(crew: Crew, number: int) -> Any:
    steps = crew.organizer.browser.get("rounds/")
    return next(step for step in steps if step["number"] == number)


def _rework(crew: Crew) -> None:
    """Let the organizer review each question in rework and correct its key."""
    browser, person = crew.organizer.browser, crew.organizer.person
    for summary in list(browser.iterate_rows("rework/")):
        case = browser.get(f"rework/{summary['id']}/")
        truth = crew.truth_of_images(case["images"])
        crew.told += [
            TrueQuestion(
                question["stem"],
                tuple(question["options"]),
                question["answer"],
                question["format"],
            )
            for question in case["questions"]
            if question["answer"] is not None
            and find_true_question(truth.questions, question) is None
        ]
        changes = [
            {"uid": question["uid"], "content": content}
            for question in case["questions"]
            for content in [person.correct_question(truth, question)]
            if question["failed"]
            or any(question[part] != value for part, value in content.items())
        ]
        body = {"questions": changes, "note": "Looked at the key again."}
        browser.post(f"rework/{case['id']}/submit/", body)


def _checklist_round(crew: Crew, current: Json) -> None:
    browser = crew.organizer.browser
    ticked = [point["id"] for point in current["rules"]["checklist"]]
    address = f"rounds/{current['number']}/checklist/"
    for mark in list(browser.iterate_rows(address, done="false")):
        browser.post(f"checklist/{mark['id']}/", {"ticked": ticked, "note": ""})
