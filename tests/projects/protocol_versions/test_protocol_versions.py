"""A protocol is checked, put in force, and stays readable for ever."""

import pytest

from tests.support.cast import Cast, browser

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
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
    assert shown.data["yaml"] == body["yaml"]
    assert (shown.data["changed"], shown.data["changes"]) == (False, [])


def test_text_and_document_are_two_views_of_one_draft(cast: Cast) -> None:
    client = browser(cast.maintainer)
    shown = client.post(f"{HERE}/check/", {"yaml": in_force(cast)}).data
    document = shown["document"]
    document["annotation"]["people"] = 5
    again = client.post(f"{HERE}/check/", {"document": document}, format="json").data
    assert "people: 5" in again["yaml"]
    assert again["document"] == document
    (change,) = again["changes"]
    assert change["path"] == "annotation.people"
    assert (change["before"], change["after"]) == (2, 5)
    assert change["effect"] == "places"


def test_what_is_wrong_is_named_by_its_path(cast: Cast) -> None:
    body = {"yaml": in_force(cast).replace("people: 2", "people: 20")}
    refused = browser(cast.maintainer).post(f"{HERE}/change/", body)
    assert refused.status_code == 400
    assert [one["field"] for one in refused.data["errors"]] == ["annotation.people"]
    shown = browser(cast.maintainer).post(f"{HERE}/check/", body).data
    assert [one["field"] for one in shown["problems"]] == ["annotation.people"]
    assert shown["document"]["annotation"]["people"] == 20


def test_a_format_that_is_not_installed_is_named(cast: Cast) -> None:
    text = in_force(cast).replace("- single_choice", "- single_choice\n  - riddle")
    shown = browser(cast.maintainer).post(f"{HERE}/check/", {"yaml": text}).data
    assert shown["problems"]


def test_the_editor_is_offered_what_there_is(cast: Cast) -> None:
    offer = browser(cast.maintainer).get(f"{HERE}/offer/").data
    assert "single_choice" in offer["formats"]
    assert "duplicate_options" in offer["checks"]
    people = offer["schema"]["$defs"]["AnnotationRules"]["properties"]["people"]
    assert (people["minimum"], people["maximum"]) == (1, 9)
    template = next(one for one in offer["templates"] if one["id"] == "cii-bench")
    shown = browser(cast.maintainer).post(f"{HERE}/check/", {"yaml": template["yaml"]})
    assert shown.data["problems"] == []
    assert shown.data["document"]["id"] == "cii-bench"


def test_two_versions_are_compared_field_by_field(cast: Cast) -> None:
    text = in_force(cast).replace("lease_minutes: 45", "lease_minutes: 60")
    browser(cast.maintainer).post(f"{HERE}/change/", {"yaml": text, "after": 1})
    rows = browser(cast.organizer).get(f"{HERE}/versions/2/since/1/").data
    assert [(row["path"], row["before"], row["after"]) for row in rows] == [
        ("annotation.lease_minutes", 45, 60)
    ]


def test_of_what_is_no_yaml_the_line_is_named(cast: Cast) -> None:
    body = {"yaml": "id: toy\nname: [\n"}
    shown = browser(cast.maintainer).post(f"{HERE}/check/", body).data
    (error,) = shown["problems"]
    assert (error["field"], shown["document"]) == ("", None)
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
