"""Whatever an annotator reads changes alike with gold items, work and rework."""

from typing import Any

import pytest

from annotation.gold.selectors import list_unseen_gold_items
from annotation.items.models.slots import Slot
from annotation.slots.selectors.eligibility import get_eligibility
from curation.images.models import Image
from projects.models import User
from review.adjudication.models import Case
from review.rounds.models.rounds import Round, ValidationAssignment
from tests.annotation.desk import Desk
from tests.contract.busy import busy_project, filled, known_ids
from tests.contract.description import api_description
from tests.review.office import Office
from tests.security.test_gold import leaves
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db

HERE = "/api/projects/{slug}"
SAID = (
    f"{HERE}/annotate/slots/{{slot_id}}/",
    f"{HERE}/annotate/work/",
    f"{HERE}/my-day/.annotation.returned",
    f"{HERE}/my-day/.annotation.waiting",
    f"{HERE}/waiting/.returned",
)
"""What says that work came back, as a notification does: the work, its list, its count."""
STEPS = ("next", "draft", "submit")
Change = dict[str, frozenset[tuple[str, int | None]]]
"""By step: the fields that changed, numbers with the difference."""


@pytest.fixture
def mixed() -> tuple[Cast, list[Case]]:
    """A released project with half gold; the second half of it is being validated."""
    cast = busy_project()
    cases = finished_items(cast, 8)
    office = Office(cast)
    office.call("post", "gold/items/", {"items": [case.item_id for case in cases]})
    office.call("put", "gold/share/", {"share": 0.5})
    version = cast.project.current_protocol
    assert version is not None
    first = Round.objects.create(
        project=cast.project,
        number=1,
        based_on=1,
        rules=cast.project.protocol.review.rounds[0].model_dump(mode="json"),
        protocol_version=version,
        status="open",
    )
    for case in cases[4:]:
        for question in case.item.questions.all():
            ValidationAssignment.objects.create(
                project=cast.project,
                round=first,
                revision=question.revisions.get(),
                number=1,
            )
    accepted_images(cast.project, 12)
    Image.objects.update(width=640, height=480)
    return cast, cases


class Reader:
    """A person who reads every address that they may read."""

    def __init__(self, cast: Cast, person: User) -> None:
        self._client = browser(person)
        self._person = person
        self._ids = known_ids(cast)
        paths = api_description()["paths"]
        allowed = [path for path, methods in paths.items() if "get" in methods]
        self._paths = [
            path for path in allowed if self._get(path).status_code not in (403, 410)
        ]

    def _get(self, path: str) -> Any:
        newest = Slot.objects.filter(person=self._person).order_by("moved_at").last()
        slot_id = newest.pk if newest else 1
        return self._client.get(filled(path, {**self._ids, "slot_id": slot_id}))

    def read(self) -> dict[str, list[Any]]:
        """Return every value of every response by its path."""
        found: dict[str, list[Any]] = {}
        for path in self._paths:
            response = self._get(path)
            is_json = response.get("Content-Type") == "application/json"
            if response.status_code == 200 and is_json and not response.streaming:
                found |= leaves(response.json(), path)
        return found


def changed(
    before: dict[str, list[Any]], after: dict[str, list[Any]]
) -> frozenset[tuple[str, int | None]]:
    found = set()
    for path in before.keys() | after.keys():
        old, new = before.get(path), after.get(path)
        if old == new:
            continue
        numbers = old and new and isinstance(old[0], int) and isinstance(new[0], int)
        counts = numbers and "[]" not in path and not path.endswith("id")
        found.add((path, new[0] - old[0] if counts and old and new else None))
    return frozenset(found)


def work_one(desk: Desk, reader: Reader) -> tuple[Slot, Change]:
    """Return the slot that the person gets next, and what working on it changes."""
    states = [reader.read()]
    slot = desk.next()
    states.append(reader.read())
    desk.save(slot, desk.record("typed"), version=slot["draft"]["version"])
    states.append(reader.read())
    desk.submit(slot)
    states.append(reader.read())
    changes = map(changed, states, states[1:])
    return Slot.objects.get(pk=slot["id"]), dict(zip(STEPS, changes, strict=True))


@pytest.mark.slow
def test_the_same_fields_change_for_gold_work_and_rework(
    mixed: tuple[Cast, list[Case]],
) -> None:
    cast, _cases = mixed
    person = cast.annotators[0]
    desk, reader = Desk(cast, person), Reader(cast, person)
    # What is there from the first submission on is there for all.
    work_one(desk, reader)
    seen: dict[str, list[Change]] = {"work": [], "gold": []}
    done: dict[str, Slot] = {}
    while not all(seen.values()):
        slot, change = work_one(desk, reader)
        seen[slot.purpose].append(change)
        done[slot.purpose] = slot
    slot = done["work"]
    Office(cast).call(
        "post",
        f"items/{slot.item_id}/slots/{slot.pk}/send-back/",
        {"reason": "Look at the background again."},
    )
    returned, rework = work_one(desk, reader)
    assert returned == slot
    for step in STEPS:
        work = seen["work"][0][step]
        for change in (*seen["work"], *seen["gold"]):
            assert change[step] ^ work == set(), step
        assert not [
            path for path, _by in rework[step] ^ work if not path.startswith(SAID)
        ], step


def test_no_gold_item_waits_for_validators(mixed: tuple[Cast, list[Case]]) -> None:
    cast, cases = mixed
    eligibility = get_eligibility(cast.project, cast.annotators[0])
    assert set(list_unseen_gold_items(eligibility)) == {c.item_id for c in cases[:4]}
    Round.objects.update(status="closed")
    assert set(list_unseen_gold_items(eligibility)) == {c.item_id for c in cases}
