"""A finished item asked again unseen: nothing tells it from other work."""

import json
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation.gold.selectors import list_unseen_gold_items
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import work_annotations
from annotation.slots.selectors.eligibility import get_eligibility
from projects.models import Project, User
from review.adjudication.models import Case
from review.rounds.models.rounds import Round, ValidationAssignment
from tests.annotation.desk import Desk, leases_run_out, number_of
from tests.review.office import Office
from tests.support.cast import Cast
from tests.support.clock import move_fresh_work_to, stop_clock
from tests.support.finished import finished_items
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_mix(module_db: None) -> Cast:
    cast = Cast("mixed")
    cases = finished_items(cast, 8)
    office = Office(cast)
    office.call("post", "gold/items/", {"items": [case.item_id for case in cases]})
    office.call("put", "gold/share/", {"share": 0.5})
    accepted_images(cast.project, 40)
    return cast


@pytest.fixture
def mixed(shared_mix: Cast) -> Cast:
    """Eight gold items, half of the work, and forty items of ordinary work."""
    return deepcopy(shared_mix)


def purpose_of(slot: Any) -> str:
    return Slot.objects.get(pk=slot["id"]).purpose


def work_through(
    desk: Desk, n: int, *, gold: dict[str, Any] | None = None
) -> dict[str, list[Any]]:
    """``n`` items handed in, or more until four of each kind are; what "next" answered
    to each, by purpose."""
    given: dict[str, list[Any]] = {"work": [], "gold": []}
    while sum(map(len, given.values())) < n or min(map(len, given.values())) < 4:
        answer = desk.call("post", "next/")
        slot = answer["slot"]
        purpose = purpose_of(slot)
        given[purpose].append(answer)
        record = desk.record()
        if purpose == "gold" and gold:
            record["labels"].update(gold)
        desk.submit(slot, record)
    return given


def shape(value: Any) -> Any:
    """An answer without what differs from one item to any other."""
    if isinstance(value, dict):
        return {key: shape(one) for key, one in sorted(value.items())}
    if isinstance(value, list):
        return [shape(one) for one in value[:1]]
    if isinstance(value, str) and "/images/" in value:
        return "address"
    return type(value).__name__


def test_every_answer_about_gold_reads_as_about_other_work(mixed: Cast) -> None:
    desk = Desk(mixed, mixed.annotators[0])
    given = work_through(desk, 16)
    shapes = {json.dumps(shape(one)) for kind in given.values() for one in kind}
    assert len(shapes) == 1
    assert {one["slot"]["kind"] for kind in given.values() for one in kind} == {"work"}
    listed = {one["id"]: one for one in desk.work()}
    rows = {json.dumps(shape(one)) for one in listed.values()}
    assert len(rows) == 1
    # What one can do with it afterwards answers alike as well.
    said = {kind: afterwards(desk, answers[0]) for kind, answers in given.items()}
    assert said["gold"] == said["work"]


def afterwards(desk: Desk, answer: Any) -> list[Any]:
    found = []
    for method, path, body in [
        ("get", "", None),
        ("post", "heartbeat/", None),
        ("post", "check/", {"content": desk.record()}),
        ("post", "reopen/", None),
        ("post", "heartbeat/", None),
        ("post", "decline/", {"reason": "broken"}),
        ("post", "decline/", {"reason": "broken"}),
        ("get", "", None),
    ]:
        address = f"{desk.here}slots/{answer['slot']['id']}/{path}"
        response = getattr(desk.client, method)(address, body)
        found.append((path, response.status_code, shape(response.data)))
    return found


def test_neither_numbers_nor_their_order_tell(mixed: Cast) -> None:
    """New items come in no order, and slots are not numbered as they are made."""
    desk = Desk(mixed, mixed.annotators[0])
    given = work_through(desk, 16)
    numbers = [number_of(one["slot"]) for one in given["work"]]
    assert numbers != sorted(numbers)
    gold = {one["slot"]["id"] for one in given["gold"]}
    ids = Slot.objects.order_by("pk").values_list("pk", flat=True)
    ranks = [rank for rank, slot_id in enumerate(ids) if slot_id in gold]
    # Numbered as made, they would all be the last ones.
    assert min(ranks) < len(ids) - len(gold)


def test_the_count_of_what_waits_falls_by_one_with_each(mixed: Cast) -> None:
    desk = Desk(mixed, mixed.annotators[0])
    path = f"/api/projects/{mixed.project.slug}/my-day/"
    before = desk.client.get(path).data["annotation"]["waiting"]
    for _ in range(12):
        slot = desk.next()
        now = desk.client.get(path).data["annotation"]["waiting"]
        assert now == before - 1, purpose_of(slot)
        before = now
        desk.submit(slot)


def test_the_images_loaded_ahead_are_those_that_come(mixed: Cast) -> None:
    desk = Desk(mixed, mixed.annotators[0])
    ahead = None
    for _ in range(10):
        answer = desk.call("post", "next/")
        if ahead is not None:
            assert answer["slot"]["images"][0]["id"] == ahead
        ahead = answer["upcoming"][0]["id"]
        desk.submit(answer["slot"])


def test_nobody_is_asked_what_they_know(cast: Cast) -> None:
    cases = finished_items(cast, 4)
    wrote, asked, decided, fresh = cases
    person = cast.annotators[0]
    Office(cast).call("post", "gold/items/", {"items": [c.item_id for c in cases]})
    slot = Slot.objects.create(
        project=cast.project, item=wrote.item, number=1, person=person
    )
    version = cast.project.current_protocol
    assert version is not None
    Annotation.objects.create(
        slot=slot, person=person, protocol_version=version, revision=1, content={}
    )
    first = Round.objects.create(
        project=cast.project,
        number=1,
        based_on=1,
        rules={},
        protocol_version=version,
    )
    revision = asked.item.questions.get(position=0).revisions.get()
    ValidationAssignment.objects.create(
        project=cast.project, round=first, revision=revision, number=1, person=person
    )
    Case.objects.filter(pk=decided.pk).update(adjudicator=person)
    assert list_unseen_gold_items(get_eligibility(cast.project, person)) == [
        fresh.item_id
    ]
    other = set(
        list_unseen_gold_items(get_eligibility(cast.project, cast.annotators[1]))
    )
    assert other == {case.item_id for case in cases}


def test_an_item_that_is_undecided_again_is_not_asked(cast: Cast) -> None:
    case = finished_items(cast, 1)[0]
    Office(cast).call("post", "gold/items/", {"items": [case.item_id]})
    assert list_unseen_gold_items(
        get_eligibility(cast.project, cast.annotators[0])
    ) == [case.item_id]
    Case.objects.filter(pk=case.pk).update(status="dropped")
    assert (
        list_unseen_gold_items(get_eligibility(cast.project, cast.annotators[0])) == []
    )


def test_it_fills_no_item_and_changes_no_case(mixed: Cast) -> None:
    desk = Desk(mixed, mixed.annotators[0])
    before = list(Case.objects.order_by("pk").values_list("pk", "status"))[:8]
    given = work_through(desk, 12)
    for one in given["gold"]:
        item = Slot.objects.get(pk=one["slot"]["id"]).item
        assert work_annotations(item.pk) == []
    assert list(Case.objects.order_by("pk").values_list("pk", "status"))[:8] == before


def test_gold_that_lapsed_comes_back_to_its_person_alone(mixed: Cast) -> None:
    one, two = (Desk(mixed, person) for person in mixed.annotators[:2])
    slot = one.next()
    while purpose_of(slot) != "gold":
        one.submit(slot)
        slot = one.next()
    one.save(slot, {"texts": {"explanation": "mine"}}, version=1)
    leases_run_out()
    assert one.slot(slot["id"])["mine"] is False
    for _ in range(6):
        given = two.next()
        assert given["id"] != slot["id"]
        two.submit(given)
    again = one.next()
    assert again["id"] == slot["id"]
    assert again["draft"]["content"]["texts"] == {"explanation": "mine"}


def test_it_is_taken_back_for_as_long_as_the_work_next_to_it(mixed: Cast) -> None:
    desk = Desk(mixed, mixed.annotators[0])
    given = work_through(desk, 10)
    gold = given["gold"][0]["slot"]
    desk.submit(desk.reopen(gold), desk.record())
    assert all(one["may_take_back"] for one in desk.work() if one["id"] == gold["id"])
    Case.objects.filter(
        item__slots__in=[w["slot"]["id"] for w in given["work"]]
    ).update(status="final")
    refused = desk.reopen(gold, status=409)
    work = desk.reopen(given["work"][0]["slot"], status=409)
    assert refused == work
    may = {one["id"]: one["may_take_back"] for one in desk.work()}
    assert not may[gold["id"]]
    assert not may[given["work"][0]["slot"]["id"]]


def test_organizers_see_right_and_wrong_by_label_with_an_interval(mixed: Cast) -> None:
    person = mixed.annotators[0]
    given = work_through(Desk(mixed, person), 12)
    shown = Office(mixed).call("get", "gold/")
    (part,) = shown["people"]
    assert (part["person_id"], part["items"]) == (person.pk, len(given["gold"]))
    records = {
        case.item.number: case.record["labels"]
        for case in Case.objects.filter(status="validated").select_related("item")
    }
    field = mixed.project.protocol.labels[0]
    right = sum(
        records[number_of(one["slot"])][field.id] == [field.choices[0].id]
        for one in given["gold"]
    )
    counted = {one["field"]: one["right"] for one in part["fields_compared"]}[field.id]
    assert (counted["count"], counted["n"]) == (right, len(given["gold"]))
    assert 0 <= counted["low"] <= counted["share"] <= counted["high"] <= 1


def mistakes(cast: Cast, person: User) -> Any:
    return Office(cast).call("get", "my-feedback/", person=person)["mistakes"]


def test_an_annotator_hears_kinds_of_mistakes_three_at_a_time_a_day_later(
    mixed: Cast,
) -> None:
    person = mixed.annotators[0]
    given = work_through(Desk(mixed, person), 16)
    assert mistakes(mixed, person) == []
    slots = [one["slot"]["id"] for one in given["gold"]]
    yesterday = timezone.now() - timedelta(days=1)
    Annotation.objects.filter(slot__in=slots[:2]).update(submitted_at=yesterday)
    assert mistakes(mixed, person) == []
    Annotation.objects.filter(slot__in=slots[:4]).update(submitted_at=yesterday)
    heard = mistakes(mixed, person)
    assert {one["right"]["n"] for one in heard} == {3}
    assert set(heard[0]) == {"field", "right"}


def test_that_day_ends_at_midnight_of_the_projects_time_zone(
    mixed: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = mixed.annotators[0]
    work_through(Desk(mixed, person), 16)
    # 23:59 and 00:30 in Berlin, the same day in UTC.
    move_fresh_work_to(datetime(2025, 7, 1, 21, 59, tzinfo=UTC))
    stop_clock(monkeypatch, datetime(2025, 7, 1, 22, 30, tzinfo=UTC))
    assert mistakes(mixed, person) == []
    Project.objects.update(time_zone="Europe/Berlin")
    assert mistakes(mixed, person) != []


def test_annotators_learn_nothing_of_what_is_gold(mixed: Cast) -> None:
    office, person = Office(mixed), mixed.annotators[0]
    office.call("get", "gold/", person=person, status=403)
    office.call("put", "gold/share/", {"share": 0.1}, person=person, status=403)
    office.call("post", "gold/items/", {"items": [1]}, person=person, status=403)


def test_only_finished_items_and_at_most_half(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    office = Office(cast)
    desk = Desk(cast, cast.annotators[0])
    item = Slot.objects.get(pk=desk.next()["id"]).item_id
    office.call("post", "gold/items/", {"items": [item]}, status=400)
    office.call("put", "gold/share/", {"share": 0.6}, status=400)
    office.call("delete", f"gold/items/{item}/", status=404)


def test_without_gold_items_come_in_order(cast: Cast) -> None:
    accepted_images(cast.project, 5)
    desk = Desk(cast, cast.annotators[0])
    numbers = []
    while slot := desk.next():
        numbers.append(number_of(slot))
        desk.submit(slot)
    assert numbers == [1, 2, 3, 4, 5]
