"""What is read of a release, and by whom."""

import hashlib
import io
import zipfile
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from projects.models import User
from releases.records.models import FrozenRow, Release
from releases.records.selectors import differences
from review.adjudication.domain.case_states import TO_ADJUDICATE
from review.adjudication.models import Case
from tests.releases.conftest import Publish
from tests.releases.records.test_api import BASE, Commits, check
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def done(shared_cast: Cast, shared_release: Release) -> Cast:
    return deepcopy(shared_cast)


@pytest.fixture
def released(shared_release: Release) -> Release:
    return deepcopy(shared_release)


READS_OF_ALL = ["", "1.0.0/", "1.0.0/statistics/"]
READS_OF_ORGANIZERS = [
    "gate/",
    "1.0.0/diff/",
    "1.0.0/files/",
    "1.0.0/files/questions/test.jsonl",
    "1.0.0/download/",
]


@pytest.mark.parametrize("path", [*READS_OF_ALL, *READS_OF_ORGANIZERS])
def test_who_may_read_what(released: Release, done: Cast, path: str) -> None:
    def status(person: User | None) -> int:
        return int(browser(person).get(BASE + path).status_code)

    assert status(None) in (401, 403)
    assert status(done.stranger) == 404
    # Files and differences hold keys, and annotators may yet have to validate.
    assert status(done.annotators[0]) == (200 if path in READS_OF_ALL else 403)
    assert status(done.organizer) == 200
    assert status(done.maintainer) == 200


@pytest.mark.parametrize("path", ["cut/", "1.0.0/yank/"])
def test_only_maintainers_act(released: Release, done: Cast, path: str) -> None:
    for person, code in (
        (done.stranger, 404),
        (done.annotators[0], 403),
        (done.organizer, 403),
    ):
        assert browser(person).post(BASE + path, {}).status_code == code


def test_the_timeline_is_newest_first_in_few_queries(
    released: Release,
    done: Cast,
    publish: Publish,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for patch in range(1, 4):
        publish(done, f"1.0.{patch}")
    client = browser(done.annotators[0])
    with django_assert_max_num_queries(11):
        body = client.get(BASE).json()
    assert [one["version"] for one in body["results"]] == [
        "1.0.3",
        "1.0.2",
        "1.0.1",
        "1.0.0",
    ]
    assert body["results"][0]["previous"] == "1.0.2"


def test_statistics_are_table_one(released: Release, done: Cast) -> None:
    body = browser(done.annotators[0]).get(BASE + "1.0.0/statistics/").json()
    assert (body["images"], body["questions"]) == (6, 12)
    assert [field["id"] for field in body["fields"]][:1] == [
        done.project.protocol.labels[0].id
    ]
    assert body["crossings"][0]["columns_field"] == "domain"


def test_files_are_those_of_the_manifest(released: Release, done: Cast) -> None:
    client = browser(done.organizer)
    files = client.get(BASE + "1.0.0/files/").json()
    for file in files:
        answer = client.get(f"{BASE}1.0.0/files/{file['path']}")
        content = answer.getvalue()
        assert len(content) == file["bytes"]
        if file["sha256"]:
            assert hashlib.sha256(content).hexdigest() == file["sha256"]
    assert client.get(BASE + "1.0.0/files/../1.0.0/secret").status_code == 404
    assert client.get(BASE + "1.0.0/files/nothing").status_code == 404


def test_the_zip_holds_the_whole_folder(released: Release, done: Cast) -> None:
    answer = browser(done.maintainer).get(BASE + "1.0.0/download/")
    archive = zipfile.ZipFile(io.BytesIO(answer.getvalue()))
    assert archive.testzip() is None
    assert len(archive.namelist()) == released.summary["files"]
    manifest = archive.read("bench-1.0.0/manifest.json")
    assert hashlib.sha256(manifest).hexdigest() == released.manifest_sha256


def test_the_difference_names_the_version_before(
    released: Release, done: Cast, publish: Publish
) -> None:
    client = browser(done.organizer)
    first = client.get(BASE + "1.0.0/diff/").json()
    assert (first["previous"], len(first["added"])) == (None, 6)
    publish(done, "1.0.1")
    assert client.get(BASE + "1.0.1/diff/").json() == {
        "version": "1.0.1",
        "previous": "1.0.0",
        "counts": {"added": 0, "removed": 0, "changed": 0},
        "added": [],
        "removed": [],
        "changed": [],
        "pictures": {},
        "reasons": [],
    }


def test_yanking_needs_a_reason_and_shows_it(released: Release, done: Cast) -> None:
    client = browser(done.maintainer)
    assert client.post(BASE + "1.0.0/yank/", {}).status_code == 400
    answer = client.post(BASE + "1.0.0/yank/", {"reason": "A key is wrong."})
    assert answer.json()["status"] == "yanked"
    assert client.get(BASE).json()["results"][0]["reason"] == "A key is wrong."
    assert client.post(BASE + "1.0.0/yank/", {"reason": "x"}).status_code == 409


def test_lines_and_differences_name_images_to_look_at(
    released: Release, done: Cast, django_capture_on_commit_callbacks: Commits
) -> None:
    client = browser(done.organizer)
    difference = client.get(BASE + "1.0.0/diff/").json()
    assert set(difference["pictures"]) == set(difference["added"])
    dispute = Case.objects.select_related("item").earliest("pk")
    Case.objects.filter(pk=dispute.pk).update(status=TO_ADJUDICATE)
    lines = check(done.organizer, django_capture_on_commit_callbacks)["lines"]
    [line] = [one for one in lines if one["id"] == "disputes"]
    assert line["cases"] == [dispute.pk]
    (picture,) = line["pictures"]
    assert picture["item_number"] is not None
    shown = difference["pictures"].values()
    assert all(one["item_number"] is not None for one in shown)
    assert picture["id"] == dispute.item.places.get().image_id


def test_a_long_difference_lists_its_first_items_and_counts_all(
    released: Release, done: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(differences, "MOST_SHOWN", 4)
    body = browser(done.organizer).get(BASE + "1.0.0/diff/").json()
    assert body["counts"] == {"added": 6, "removed": 0, "changed": 0}
    keys = sorted(released.rows.values_list("key", flat=True))
    assert body["added"] == keys[:4]
    assert set(body["pictures"]) == {*keys[:4]}


def test_unchanged_items_are_not_read_for_a_difference(
    released: Release, done: Cast, publish: Publish
) -> None:
    publish(done, "1.0.1")
    # Reading one of them would tell that it is damaged.
    FrozenRow.objects.update(payload={})
    difference = browser(done.organizer).get(BASE + "1.0.1/diff/").json()
    assert (difference["previous"], difference["changed"]) == ("1.0.0", [])


def test_statistics_of_a_published_release_are_those_of_its_folder(
    released: Release, done: Cast
) -> None:
    client = browser(done.annotators[0])
    before = client.get(BASE + "1.0.0/statistics/").json()
    FrozenRow.objects.update(payload={})
    assert client.get(BASE + "1.0.0/statistics/").json() == before
