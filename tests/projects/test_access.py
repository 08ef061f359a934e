import pytest

from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db


def test_a_member_sees_the_project_and_their_role(cast: Cast) -> None:
    response = browser(cast.annotators[0]).get("/api/projects/bench/")
    assert response.status_code == 200
    assert response.data["role"] == "annotator"
    assert response.data["protocol"]["id"] == "ii-bench"


def test_a_stranger_does_not_learn_that_it_exists(cast: Cast) -> None:
    response = browser(cast.stranger).get("/api/projects/bench/")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


def test_an_annotator_may_not_list_members(cast: Cast) -> None:
    assert (
        browser(cast.annotators[0]).get("/api/projects/bench/members/").status_code
        == 403
    )


def test_who_is_not_logged_in_is_asked_to(cast: Cast) -> None:
    response = browser(None).get("/api/projects/bench/")
    assert response.status_code == 401
    assert response["Content-Type"] == "application/problem+json"
