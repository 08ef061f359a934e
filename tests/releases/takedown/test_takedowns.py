"""A takedown begins at the image or question itself and cannot hit another one."""

from copy import deepcopy
from typing import Any

import pytest

from annotation.items.models.items import ItemImage
from annotation.items.models.questions import Question
from core.jobs import run_job
from core.models import JobStatus
from curation.images.models import Image
from releases.content.domain.frozen import item_from_payload
from releases.records.models import Release
from releases.records.selectors.releases import get_release
from review.adjudication.models import Case
from tests.releases.conftest import publish_release
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/releases/"


def plan(cast: Cast, **target: object) -> dict[str, Any]:
    answer = browser(cast.maintainer).get(f"{BASE}takedown/", target)
    assert answer.status_code == 200, answer.json()
    body: dict[str, Any] = answer.json()
    return body


def post(cast: Cast, **body: object) -> Any:
    return browser(cast.maintainer).post(f"{BASE}takedown/", body, format="json")


def built(cast: Cast, version: str) -> Release:
    release = get_release(cast.project, version)
    assert release.job is not None
    assert run_job(release.job.pk).status == JobStatus.FINISHED
    return get_release(cast.project, version)


@pytest.fixture(scope="module")
def second_release(shared_cast: Cast, shared_release: Release) -> Release:
    return publish_release(shared_cast, "1.0.1")


@pytest.fixture
def done(shared_cast: Cast, second_release: Release) -> Cast:
    return deepcopy(shared_cast)


@pytest.fixture
def released(second_release: Release) -> Release:
    return deepcopy(second_release)


def one_image(release: Release) -> Image:
    row = release.rows.filter(split="test").earliest("key")
    return Image.objects.get(place__item=row.item_id)


def test_it_shows_the_image_and_everything_that_follows(
    done: Cast, released: Release
) -> None:
    image = one_image(released)
    found = plan(done, image=image.pk)

    assert found["picture"]["id"] == image.pk
    assert found["picture"]["item_number"] == image.place.item.number
    assert [one["version"] for one in found["releases"]] == ["1.0.0", "1.0.1"]
    assert (found["next_version"], found["confirm"]) == ("2.0.0", "1.0.1")
    assert found["removed_items"] == 1
    assert found["removed_questions"] >= 1
    # Reading it has done nothing.
    image.refresh_from_db()
    assert image.status == "accepted"


@pytest.mark.parametrize("typed", ["", "1.0.0", "2.0.0"])
def test_nothing_happens_unless_its_version_is_typed(
    done: Cast, released: Release, typed: str
) -> None:
    image = one_image(released)
    refused = post(done, image=image.pk, reason="Asked for.", version=typed)

    assert refused.status_code == 400
    [problem] = refused.json()["errors"]
    assert problem["field"] == "version"
    assert "1.0.1" in problem["message"]
    image.refresh_from_db()
    assert image.status == "accepted"
    assert get_release(done.project, "1.0.1").status == "published"


def test_an_image_that_no_release_holds_is_not_taken_down(
    done: Cast, released: Release
) -> None:
    shown = ItemImage.objects.filter(item__in=released.rows.values("item"))
    shown.filter(image=(image := one_image(released))).delete()

    assert plan(done, image=image.pk)["confirm"] == ""
    refused = post(done, image=image.pk, reason="Asked for.", version="1.0.1")
    assert [one["field"] for one in refused.json()["errors"]] == ["image"]


def test_it_is_previewed_before_anything_is_withdrawn(
    done: Cast, released: Release
) -> None:
    image = one_image(released)
    answer = post(done, image=image.pk, reason="Asked for.", preview=True)
    assert answer.status_code == 201
    preview = built(done, "2.0.0")

    assert (preview.status, preview.changes["removed"]) == ("previewed", 1)
    image.refresh_from_db()
    assert image.status == "accepted"
    assert get_release(done.project, "1.0.1").status == "published"
    client = browser(done.maintainer)
    assert client.get(f"{BASE}2.0.0/files/README.md").status_code == 200
    # Only the takedown itself publishes it.
    assert client.post(f"{BASE}2.0.0/publish/").status_code == 409

    answer = post(done, image=image.pk, reason="Asked for.", version="1.0.1")
    assert answer.status_code == 201
    assert built(done, "2.0.0").status == "published"
    image.refresh_from_db()
    assert image.status == "withdrawn"
    assert get_release(done.project, "1.0.1").status == "yanked"


def test_a_question_is_taken_down_alone(done: Cast, released: Release) -> None:
    item = next(
        frozen
        for row in released.rows.order_by("key")
        if len((frozen := item_from_payload(row.payload)).questions) > 1
    )
    uid = item.questions[0].id
    found = plan(done, question=uid)
    assert found["stem"] == item.questions[0].stem
    assert (found["removed_items"], found["removed_questions"]) == (0, 1)

    answer = post(done, question=uid, reason="It names a person.", version="1.0.1")
    assert answer.status_code == 201
    second = built(done, "2.0.0")
    assert second.changes == {"added": 0, "removed": 0, "changed": 1}
    left = item_from_payload(second.rows.get(key=item.key).payload)
    assert [one.id for one in left.questions] == [one.id for one in item.questions[1:]]
    assert not Question.objects.get(uid=uid).live
    assert get_release(done.project, "1.0.0").status == "yanked"
    [notice] = second.previous.notices.all() if second.previous else []
    assert (notice.kind, notice.question) == ("takedown", uid)


def test_an_item_goes_with_its_last_question(done: Cast, released: Release) -> None:
    row = next(r for r in released.rows.all() if len(r.payload["questions"]) == 1)
    uid = row.payload["questions"][0]["id"]
    assert plan(done, question=uid)["removed_items"] == 1

    post(done, question=uid, reason="Asked for.", version="1.0.1")
    assert not built(done, "2.0.0").rows.filter(key=row.key).exists()
    assert Case.objects.get(item=row.item_id).status == "dropped"


def test_one_thing_is_taken_down_at_a_time(done: Cast, released: Release) -> None:
    client = browser(done.maintainer)
    assert client.get(f"{BASE}takedown/").status_code == 400
    both = {"image": one_image(released).pk, "question": "q-1"}
    assert client.get(f"{BASE}takedown/", both).status_code == 400
    assert client.get(f"{BASE}takedown/", {"question": "q-1"}).status_code == 404
    assert browser(done.organizer).get(f"{BASE}takedown/", both).status_code == 403
