"""Screeners answer what they were given, under numbers of their own."""

from typing import Any

import pytest

from curation.images.models import Image
from curation.screening.models import ScreeningVote
from curation.screening.services.votes import cast_vote
from projects.models import Membership, User
from tests.support.cast import Cast, browser
from tests.support.images import images_in_screening

pytestmark = pytest.mark.django_db

SCREENING = "/api/projects/bench/screening/"
KEEP = {"decision": "keep"}


@pytest.fixture
def images(cast: Cast) -> list[Image]:
    return images_in_screening(cast.project, 5)


def given(person: User, count: int) -> list[int]:
    pictures = browser(person).get(f"{SCREENING}next/?count={count}").data
    return [picture["id"] for picture in pictures]


def vote(person: User, number: int) -> Any:
    return browser(person).put(f"{SCREENING}pictures/{number}/vote/", KEEP)


def test_nobody_votes_on_what_was_not_shown_or_learns_which_images_exist(
    cast: Cast, images: list[Image]
) -> None:
    ada, bo = cast.annotators[:2]
    assert given(ada, 2) == [1, 2]
    others = [*range(3, 9), *(image.pk for image in images if image.pk > 2), 2**31 - 1]
    client = browser(ada)
    for number in others:
        address = f"{SCREENING}pictures/{number}/vote/"
        for answer in (client.put(address, KEEP), client.delete(address)):
            assert answer.status_code == 404
            assert answer.data["detail"].startswith("You were given no such image.")
    assert not ScreeningVote.objects.exists()
    # A number is its person's own: the same one of somebody else is another image.
    assert vote(bo, 1).status_code == 404
    assert vote(ada, 1).status_code == 200
    assert {row.person for row in ScreeningVote.objects.all()} == {ada}


def test_numbers_count_what_a_person_was_given(cast: Cast, images: list[Image]) -> None:
    ada, bo = cast.annotators[:2]
    assert given(ada, 2) == [1, 2]
    assert given(ada, 5) == [1, 2, 3, 4, 5]
    assert given(bo, 3) == [1, 2, 3]
    assert given(cast.organizer, 1) == [1]
    voted = vote(ada, 2).data
    assert voted["image"]["id"] == 2
    recent = browser(ada).get(f"{SCREENING}recent/").data
    assert [one["image"]["id"] for one in recent] == [2]
    undone = browser(ada).delete(f"{SCREENING}pictures/2/vote/")
    assert undone.data["id"] == 2


def test_earlier_votes_can_be_taken_back(cast: Cast, images: list[Image]) -> None:
    """Votes of versions without numbers get one where they are listed."""
    ada = cast.annotators[0]
    actor = cast.actor(ada)
    cast_vote(image=images[3], person=ada, decision="unsure", actor=actor)
    [one] = browser(ada).get(f"{SCREENING}recent/").data
    undone = browser(ada).delete(f"{SCREENING}pictures/{one['image']['id']}/vote/")
    assert undone.status_code == 200
    assert not ScreeningVote.objects.exists()


def test_what_was_given_ends_with_the_membership(
    cast: Cast, images: list[Image]
) -> None:
    ada = cast.annotators[0]
    [number] = given(ada, 1)
    key = Membership.objects.get(user=ada).pk
    for active in (False, True):
        browser(cast.maintainer).put(
            f"/api/projects/bench/members/{key}/",
            {"role": "annotator", "active": active},
        )
        assert vote(ada, number).status_code == 404
    assert given(ada, 1) == [number]
    assert vote(ada, number).status_code == 200
