from typing import Any

import pytest

from annotation.items.models.questions import Question
from core.models import LedgerEntry
from evaluation.runs.selectors.released_questions import released_questions
from releases.records.models import Release
from review.adjudication.models import Case
from tests.evaluation.scoring import another, key, people_answer, right_on, scored
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/"
REASON = {"reason": "Is the key right? Look at the clock again."}


def get(cast: Cast, path: str) -> Any:
    answer = browser(cast.organizer).get(BASE + path)
    assert answer.status_code == 200, answer.data
    return answer.json()


def asked(release: Release) -> list[str]:
    return sorted(released_questions(release, splits=["test"]))


def test_what_models_answer_without_the_image(cast: Cast, release: Release) -> None:
    ids = asked(release)
    blind = scored(release, right_on(*ids[:3]), setting="text-only")
    scored(release, right_on(*ids[1:4]), model="other", setting="text-only")
    scored(release, key, model="seeing")
    found = get(cast, "probes/1.0.0/")
    runs = {one["run"]["id"]: one for one in found["probes"] if one["run"]}
    assert len(runs) == 2
    assert runs[blind.pk]["result"]["correct"] == 3
    assert {one["rule"] for one in found["probes"] if not one["run"]} >= {
        "longest",
        "shortest",
        "always_A",
        "always_F",
    }
    assert {one["question"]["id"] for one in found["solved"]} == set(ids[1:3])
    # Two models, six options: one question of 36 by luck.
    assert found["expected"] == pytest.approx(len(ids) / 36)


def test_without_blind_runs_nothing_is_said_to_be_solved(
    cast: Cast, release: Release
) -> None:
    scored(release, key)
    found = get(cast, "probes/1.0.0/")
    assert (found["solved"], found["expected"]) == ([], 0)
    assert {"longest", "shortest"} <= {one["rule"] for one in found["probes"]}
    assert all(one["run"] is None for one in found["probes"])


def test_a_key_that_no_model_follows_is_a_suspect(cast: Cast, release: Release) -> None:
    ids = asked(release)
    scored(release, right_on(*ids[1:]), model="one")
    # In another setting it is right: the protocol's first one counts.
    scored(release, key, model="one", setting="cot")
    scored(release, right_on(*ids[2:]), model="two")
    scored(release, another, model="dice", backend="random")
    scored(release, another, model="blind", setting="text-only")
    people_answer(release, cast.annotators[5], lambda _: True)
    [suspect] = get(cast, "suspects/1.0.0/")
    assert suspect["question"]["id"] == ids[0]
    assert list(suspect["votes"].values()) == [2]
    assert suspect["question"]["answer"] not in suspect["votes"]
    assert suspect["human_share"] == 1.0
    assert suspect["case_status"] == "validated"
    item = Question.objects.get(uid=ids[0]).item
    assert suspect["image"]["item_number"] == item.number


def test_one_model_makes_no_suspect(cast: Cast, release: Release) -> None:
    scored(release, another)
    assert get(cast, "suspects/1.0.0/") == []
    scored(release, another, model="other")
    assert len(get(cast, "suspects/1.0.0/")) == len(asked(release))


def test_a_suspect_goes_back_to_review_without_what_models_said(
    cast: Cast, release: Release
) -> None:
    ids = asked(release)
    scored(release, lambda one: f"{another(one)}, the quokka said", model="one")
    scored(release, another, model="two")
    address = f"{BASE}suspects/1.0.0/{ids[0]}/"
    assert browser(cast.annotators[0]).post(address, REASON).status_code == 403
    sent = browser(cast.organizer).post(address, REASON, format="json")
    assert sent.json() == {"case_status": "rework"}
    item = released_questions(release)[ids[0]].item_id
    case = Case.objects.get(item=item)
    assert case.status == "rework"
    again = browser(cast.organizer).post(address, REASON, format="json")
    assert again.status_code == 409
    # The release is what it was.
    assert ids[0] in released_questions(release)
    page = browser(cast.organizer).get(f"/api/projects/bench/rework/{case.pk}/")
    assert page.status_code == 200
    assert REASON["reason"] in page.content.decode()
    assert "quokka" not in page.content.decode()


@pytest.mark.parametrize(
    ("question", "body", "status"),
    [("q-none", REASON, 404), (None, {"reason": "  "}, 400)],
)
def test_a_doubt_needs_a_question_and_a_reason(
    cast: Cast, release: Release, question: str | None, body: Any, status: int
) -> None:
    address = f"{BASE}suspects/1.0.0/{question or asked(release)[0]}/"
    answer = browser(cast.organizer).post(address, body, format="json")
    assert answer.status_code == status


def decide(cast: Cast, question: str, *, remove: bool, status: int = 200) -> Any:
    answer = browser(cast.organizer).post(
        f"{BASE}probes/1.0.0/{question}/",
        {"remove": remove, "reason": "The stem says it all."},
        format="json",
    )
    assert answer.status_code == status, answer.data
    return answer.json()


def test_a_person_takes_out_what_every_text_only_model_solved(
    cast: Cast, release: Release
) -> None:
    ids = asked(release)
    scored(release, right_on(*ids[:2]), model="one", setting="text-only")
    scored(release, right_on(*ids[:3]), model="two", setting="text-only")
    overview = f"/api/projects/{cast.project.slug}/overview/"

    def steps() -> dict[str, int]:
        funnel = browser(cast.organizer).get(overview).json()["funnel"]
        return {one["step"]: one["count"] for one in funnel}

    before = steps()
    assert "needs_picture" not in before
    decide(cast, ids[2], remove=True, status=400)
    assert decide(cast, ids[0], remove=True)["decision"] == "removed"
    assert decide(cast, ids[1], remove=False)["decision"] == "kept"
    decide(cast, ids[0], remove=True, status=409)
    found = get(cast, "probes/1.0.0/")["solved"]
    assert {one["question"]["id"]: one["decision"] for one in found} == {
        ids[0]: "removed",
        ids[1]: "kept",
    }
    question = Question.objects.get(uid=ids[0])
    assert not question.live
    assert question.dropped_reason == "The stem says it all."
    (entry,) = LedgerEntry.objects.filter(machine="picture_check", action="remove")
    assert entry.data["models"] == ["one", "two"]
    left = question.item.questions.filter(live=True).count()
    case = Case.objects.get(item=question.item)
    assert case.status == ("validated" if left else "dropped")
    after = steps()
    assert after["validated"] == before["validated"]
    assert after["needs_picture"] == before["validated"] - (0 if left else 1)


def test_annotators_decide_nothing_of_it(cast: Cast, release: Release) -> None:
    address = f"{BASE}probes/1.0.0/{asked(release)[0]}/"
    body = {"remove": True, "reason": "No."}
    answer = browser(cast.annotators[0]).post(address, body, format="json")
    assert answer.status_code == 403
