"""A protocol is checked, put in force, and stays readable for ever."""

import pytest

from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db
HERE = "/api/projects/bench/protocol"


def in_force(cast: Cast) -> str:
    text: str = browser(cast.organizer).get(f"{HERE}/").data["yaml"]
    return text


def test_a_check_keeps_nothing(cast: Cast) -> None:
    text = "# a remark\n" + in_force(cast).replace("people: 2", "people: 5")
    shown = browser(cast.maintainer).post(f"{HERE}/check/", {"yaml": text})
    assert shown.data["changed"]
    assert "people: 5" in shown.data["yaml"]
    assert "remark" not in shown.data["yaml"]
    assert "people: 5" not in in_force(cast)


def test_the_same_protocol_is_no_change(cast: Cast) -> None:
    body = {"yaml": in_force(cast)}
    shown = browser(cast.maintainer).post(f"{HERE}/check/", body)
    assert shown.data == {"yaml": body["yaml"], "changed": False}


def test_what_is_wrong_is_named_by_its_path(cast: Cast) -> None:
    body = {"yaml": in_force(cast).replace("people: 2", "people: 20")}
    for path in ("check", "change"):
        refused = browser(cast.maintainer).post(f"{HERE}/{path}/", body)
        assert refused.status_code == 400
        assert [one["field"] for one in refused.data["errors"]] == ["annotation.people"]


def test_of_what_is_no_yaml_the_line_is_named(cast: Cast) -> None:
    body = {"yaml": "id: toy\nname: [\n"}
    refused = browser(cast.maintainer).post(f"{HERE}/check/", body)
    (error,) = refused.data["errors"]
    assert error["field"] == ""
    assert "line 3, column 1" in error["message"]
    assert "unicode string" not in error["message"]


def test_every_version_can_be_read_again(cast: Cast) -> None:
    before = in_force(cast)
    body = {
        "yaml": before.replace("lease_minutes: 45", "lease_minutes: 60"),
        "note": "More time.",
        "after": 1,
    }
    made = browser(cast.maintainer).post(f"{HERE}/change/", body)
    assert (made.data["number"], made.data["note"]) == (2, "More time.")
    old = browser(cast.organizer).get(f"{HERE}/versions/1/")
    assert old.data["yaml"] == before
    assert browser(cast.organizer).get(f"{HERE}/versions/3/").status_code == 404


def test_a_version_that_somebody_else_replaced_is_not_overwritten(cast: Cast) -> None:
    before = in_force(cast)
    first = {"yaml": before.replace("minutes: 45", "minutes: 60"), "after": 1}
    late = {"yaml": before.replace("minutes: 45", "minutes: 30"), "after": 1}
    assert browser(cast.maintainer).post(f"{HERE}/change/", first).status_code == 200
    assert browser(cast.maintainer).post(f"{HERE}/change/", late).status_code == 409
    assert "minutes: 60" in in_force(cast)


def test_only_maintainers_change_it(cast: Cast) -> None:
    for path in ("check", "change"):
        body = {"yaml": in_force(cast)}
        assert browser(cast.organizer).post(f"{HERE}/{path}/", body).status_code == 403
