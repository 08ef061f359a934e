"""Screening, annotation and adjudication, each until no work is left."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus

from demo.crew.browser import Browser, Json, RefusedError
from demo.crew.people import SimulatedPerson
from demo.crew.questions import TrueQuestion, complete_distractors, find_true_question
from demo.crew.truth import ItemTruth, TruthSource
from subtext_protocol.document import Protocol


@dataclass
class CrewMember:
    """A simulated person with a browser session."""

    person: SimulatedPerson
    browser: Browser


@dataclass
class Crew:
    """Annotators and an organizer who work on one project."""

    protocol: Protocol
    truths: TruthSource
    annotators: Sequence[CrewMember]
    organizer: CrewMember
    say: Callable[[str], None]
    told: list[TrueQuestion] = field(default_factory=list)
    """Questions by people outside the crew.

    Nobody in the crew knows their answers until the organizer reads their keys in
    rework.
    """
    _paths: dict[int, str] = field(default_factory=dict)

    def truth_of_images(self, images: Sequence[Json]) -> ItemTruth:
        """Return the truth about an item, by the images that its page shows."""
        if any(picture["id"] not in self._paths for picture in images):
            for image in self.organizer.browser.iterate_rows("images/", page_size=200):
                for seen_as in (image["id"], image["annotators_id"]):
                    self._paths[seen_as] = image["original_path"]
        return self.truths.truth_of_item(
            [self._paths[picture["id"]] for picture in images]
        )

    def act_in_turn(self, act: Callable[[CrewMember], bool]) -> int:
        """Let all annotators act in turn, until none of them can."""
        acted = 0
        idle: set[str] = set()
        while len(idle) < len(self.annotators):
            for member in self.annotators:
                if member.person.name in idle:
                    continue
                if act(member):
                    acted += 1
                else:
                    idle.add(member.person.name)
        return acted

    @property
    def count_actions(self) -> int:
        """Return the number of requests that changed something."""
        everybody = [*self.annotators, self.organizer]
        return sum(member.browser.actions for member in everybody)


def consent_to_work(crew: Crew) -> int:
    """Read the description of the work and consent to it, if the project asks."""
    agreed = 0
    for member in crew.annotators:
        state = member.browser.get("annotate/welcome/")
        if not state["may_work"]:
            number = state["briefing"]["number"]
            member.browser.post("annotate/consent/", {"number": number})
            agreed += 1
    if agreed:
        crew.say(f"First visit: {agreed} people agreed.")
    return agreed


def _as_elsewhere(picture: Json) -> Json:
    """Return a picture to screen under the number by which other pages show it.

    Both the number and the key of its address begin with the image's hash.
    """
    key = picture["preview_url"].partition("/key/")[2]
    return {**picture, "id": int(key[:13], 16)}


def screen_images(crew: Crew) -> int:
    """Vote on every image in screening; the organizer decides undecided ones."""

    def vote(member: CrewMember) -> bool:
        images = member.browser.get("screening/next/", count=1)
        if not images:
            return False
        address = f"screening/pictures/{images[0]['id']}/vote/"
        truth = crew.truth_of_images([_as_elsewhere(images[0])])
        member.browser.put(address, member.person.make_vote(truth))
        return True

    votes = crew.act_in_turn(vote)
    organizer = crew.organizer
    for picture in list(organizer.browser.iterate_rows("screening/undecided/")):
        decision = organizer.person.make_vote(crew.truth_of_images([picture]))
        organizer.browser.post(f"screening/images/{picture['id']}/decide/", decision)
    crew.say(f"Screening: {votes} votes.")
    return votes


def join_project(crew: Crew) -> int:
    """Combine some images into one item, if items may hold a range of images.

    Does nothing if images are already combined, or once the work has begun.
    """
    if crew.protocol.item.up_to == crew.protocol.item.images:
        return 0
    browser, person = crew.organizer.browser, crew.organizer.person
    there = list(browser.iterate_rows("images/", status="accepted", page_size=200))
    if any(picture["together"] for picture in there):
        return 0
    joined = 0
    for group in person.group_images([picture["id"] for picture in there]):
        try:
            browser.post("images/join/", {"images": list(group)})
        except RefusedError as refused:
            if refused.status != HTTPStatus.CONFLICT:
                raise
            break
        joined += 1
    crew.say(f"Joining: {joined} items of several images.")
    return joined


def annotate_items(crew: Crew) -> int:
    """Annotate blindly, until every slot is filled or nobody may fill the rest.

    If the protocol has calibration, the organizer first shares a batch, and approves
    people whom its rule blocks.
    """
    _share_for_calibration(crew)

    def annotate_next(member: CrewMember) -> bool:
        slot = member.browser.post("annotate/next/")["slot"]
        if slot is None:
            return False
        draft = slot["draft"]
        fixed = [q for q in draft["content"]["questions"] if q["fixed"]]
        content = member.person.make_record(crew.truth_of_images(slot["images"]), fixed)
        address = f"annotate/slots/{slot['id']}/"
        body = {"version": draft["version"], "content": content}
        member.browser.put(address + "draft/", body)
        member.browser.post(address + "submit/", {"content": content, "seconds": 90})
        return True

    done = crew.act_in_turn(annotate_next)
    while _let_through(crew):
        done += crew.act_in_turn(annotate_next)
    crew.say(f"Annotation: {done} annotations.")
    return done


def _share_for_calibration(crew: Crew) -> None:
    """Share the protocol's number of first items, but at most a fourth of all."""
    browser = crew.organizer.browser
    calibration = browser.get("calibration/")
    if calibration["rules"] is None or calibration["batches"]:
        return
    there = [item["id"] for item in browser.iterate_rows("calibration/candidates/")]
    shared = there[: min(calibration["rules"]["items"], len(there) // 4)]
    if shared:
        browser.post("calibration/open/", {"items": shared})
        crew.say(f"Calibration: {len(shared)} items for everybody.")


def _let_through(crew: Crew) -> int:
    """Approve people who answered the whole batch without passing its rule."""
    browser = crew.organizer.browser
    batches = browser.get("calibration/")["batches"]
    if not batches or batches[0]["status"] != "open":
        return 0
    here = f"calibration/{batches[0]['number']}/"
    people = browser.get(here)["people"]
    waiting = [
        person for person in people if person["finished"] and person["passed"] is None
    ]
    for person in waiting:
        reason = {"reason": "We talked about where the labels differ."}
        browser.post(f"{here}people/{person['person_id']}/let-through/", reason)
    return len(waiting)


def adjudicate_cases(crew: Crew) -> int:
    """Decide every open case, by the people that the protocol names."""
    if crew.protocol.review.decided_by == "together":
        return _agree(crew) + _make_questions(crew)
    browser, person = crew.organizer.browser, crew.organizer.person
    decided = 0
    while queue := browser.get("cases/queue/")["results"]:
        for summary in queue:
            case = browser.get(f"cases/{summary['id']}/")
            truth = crew.truth_of_images(case["images"])
            body = _decision(crew.protocol, person, truth, case)
            browser.post(f"cases/{case['id']}/finalize/", body)
            decided += 1
    crew.say(f"Adjudication: {decided} cases.")
    return decided + _make_questions(crew)


def _agree(crew: Crew) -> int:
    """Reach a consensus: one annotator proposes a record, the others agree."""

    def agree_on_next(member: CrewMember) -> bool:
        for summary in member.browser.get("cases/queue/")["results"]:
            case = member.browser.get(f"cases/{summary['id']}/")
            if not case["may_decide"]:
                continue
            here = f"cases/{case['id']}/"
            if case["proposal"]:
                member.browser.post(here + "agree/", {"version": case["version"]})
            else:
                truth = crew.truth_of_images(case["images"])
                body = _decision(crew.protocol, member.person, truth, case)
                member.browser.post(here + "propose/", body)
            return True
        return False

    decided = crew.act_in_turn(agree_on_next)
    while more := crew.act_in_turn(agree_on_next):
        decided += more
    crew.say(f"Deciding together: {decided} proposals and agreements.")
    return decided


def _make_questions(crew: Crew) -> int:
    """Draft generated questions, and let the organizer accept each."""
    if crew.protocol.questions.written_by != "rule":
        return 0
    browser = crew.organizer.browser
    browser.post("made-questions/", {"seed": 0})
    accepted = 0
    for case in list(browser.iterate_rows("made-questions/")):
        truth = crew.truth_of_images(case["images"])
        questions = [
            {
                "fixed": question["fixed"],
                "options": complete_distractors(truth.questions, question),
                "answer": question["answer"],
            }
            for question in case["questions"]
        ]
        body = {"version": case["version"], "questions": questions}
        browser.post(f"made-questions/{case['id']}/accept/", body)
        accepted += 1
    crew.say(f"Questions: those of {accepted} items were made.")
    return accepted


def _decision(
    protocol: Protocol, person: SimulatedPerson, truth: ItemTruth, case: Json
) -> Json:
    records = case["records"]
    compared = {
        comparison["field"]: comparison for comparison in case["fields_compared"]
    }
    labels: dict[str, list[str]] = {}
    reasons: dict[str, str] = {}
    for label in protocol.labels:
        comparison = compared.get(label.id, {"value": None, "values": []})
        if comparison["value"] is not None:
            labels[label.id] = comparison["value"]
            continue
        chosen = person.choose_label(label, truth, labels.get(label.parent or "", ()))
        labels[label.id] = chosen
        if sorted(chosen) not in [sorted(value) for value in comparison["values"]]:
            reasons[label.id] = "Neither fits the image."
    side = 0
    if person.is_next_judgement_right():
        side = max(range(len(records)), key=lambda i: _right_keys(truth, records[i]))
    return {
        "version": case["version"],
        "record": {
            "labels": labels,
            "texts": records[side]["texts"],
            "sentences": records[side]["sentences"],
        },
        "questions": [
            {"sources": [{"annotation": side, "question": number}], "content": None}
            for number in range(len(records[side]["questions"]))
        ],
        "reasons": reasons,
    }


def _right_keys(truth: ItemTruth, record: Json) -> int:
    known = [(find_true_question(truth.questions, q), q) for q in record["questions"]]
    return sum(
        true_question is not None and true_question.answer == q["answer"]
        for true_question, q in known
    )
