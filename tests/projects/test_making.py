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
        ({"protocol": "cmmmu"}, "questions.formats"),
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


def test_others_make_no_projects(cast: Cast) -> None:
    assert browser(cast.maintainer).post("/api/projects/", BODY).status_code == 403
    assert browser(cast.maintainer).get("/api/protocols/").status_code == 403


def test_shipped_protocols_say_what_is_missing(db: None) -> None:
    boss = make_person("boss")
    boss.is_staff = True
    boss.save()
    rows = {row["id"]: row for row in browser(boss).get("/api/protocols/").data}
    assert set(rows) == {"ii-bench", "cii-bench", "cmmmu", "imagemet"}
    assert rows["ii-bench"]["missing"] == []
    assert any("fill_in_blank" in line for line in rows["cmmmu"]["missing"])
