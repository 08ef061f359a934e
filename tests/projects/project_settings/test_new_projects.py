from pathlib import Path

import pytest

from projects.models import Project
from tests.support.cast import Cast, browser, make_person

pytestmark = pytest.mark.django_db

BODY = {"slug": "new-one", "name": "A new one", "protocol": "ii-bench"}


def test_staff_make_a_project_and_maintain_it(db: None) -> None:
    boss = make_person("boss")
    boss.is_staff = True
    boss.save()
    made = browser(boss).post("/api/projects/", BODY)
    assert made.status_code == 201
    shown = browser(boss).get("/api/projects/new-one/").data
    assert (shown["role"], shown["protocol"]["id"]) == ("maintainer", "ii-bench")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"slug": "Not a slug"}, "slug"),
        ({"name": " "}, "name"),
        ({"protocol": "nonsense"}, "protocol"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_made(
    db: None, change: dict[str, str], field: str
) -> None:
    boss = make_person("boss")
    boss.is_staff = True
    boss.save()
    refused = browser(boss).post("/api/projects/", {**BODY, **change})
    assert refused.status_code == 400
    assert refused.data["errors"][0]["field"] == field
    assert not Project.objects.exists()


def test_a_taken_short_name_is_said_at_its_field(cast: Cast) -> None:
    cast.maintainer.is_staff = True
    cast.maintainer.save()
    taken = {**BODY, "slug": cast.project.slug}
    refused = browser(cast.maintainer).post("/api/projects/", taken)
    assert refused.status_code == 409
    assert refused.data["errors"][0]["field"] == "slug"


def test_others_make_no_projects(cast: Cast) -> None:
    assert browser(cast.maintainer).post("/api/projects/", BODY).status_code == 403
    assert browser(cast.maintainer).get("/api/protocols/").status_code == 403


def test_a_protocol_of_ones_own_comes_as_a_file(db: None) -> None:
    boss = make_person("own-boss")
    boss.is_staff = True
    boss.save()
    text = (Path(__file__).parents[2] / "protocols" / "solo.yaml").read_text("utf-8")
    body = {"slug": "own", "name": "Own", "yaml": text}
    made = browser(boss).post("/api/projects/", body)
    assert made.status_code == 201, made.data
    shown = browser(boss).get("/api/projects/own/").data
    assert (shown["protocol"]["id"], shown["role"]) == ("solo", "maintainer")
    wrong = text.replace("people: 1", "people: 0")
    refused = browser(boss).post(
        "/api/projects/", {**body, "slug": "three", "yaml": wrong}
    )
    assert [one["field"] for one in refused.data["errors"]] == ["annotation.people"]


def test_shipped_protocols_say_what_is_missing(db: None) -> None:
    boss = make_person("boss")
    boss.is_staff = True
    boss.save()
    rows = {row["id"]: row for row in browser(boss).get("/api/protocols/").data}
    assert set(rows) == {"ii-bench", "cii-bench", "cmmmu", "imagemet"}
    assert {id for id, row in rows.items() if row["missing"]} == set()
    preview = rows["cmmmu"]["preview"]
    assert (preview["images"], preview["most_images"]) == (1, 5)
    assert preview["titles"][0]["en"]
    assert preview["licence"]
