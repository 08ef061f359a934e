"""Counters and orders tell nobody what others have decided before they have."""

from typing import Any

import pytest

from curation.images.models import Image
from curation.screening.services.votes import cast_vote
from projects.models import User
from projects.protocol_versions.services.changes import change_protocol
from subtext_protocol.document import Protocol
from tests.support.cast import Cast, browser
from tests.support.images import images_in_screening

pytestmark = pytest.mark.django_db

BENCH = "/api/projects/bench/"
READ = ("screening/progress/", "screening/next/?count=20", "my-day/")


@pytest.fixture
def images(cast: Cast) -> list[Image]:
    """Six images in screening, each with two votes to come."""
    document = cast.project.protocol.model_dump(mode="json")
    document["curation"]["screening"]["votes"] = 2
    change_protocol(
        project=cast.project,
        protocol=Protocol.model_validate(document),
        actor=cast.actor(cast.maintainer),
        note="",
    )
    return images_in_screening(cast.project, 6)


def everything_read_by(person: User) -> list[Any]:
    return [browser(person).get(BENCH + path).data for path in READ]


def test_a_vote_on_the_image_in_front_of_me_moves_nothing_that_i_read(
    cast: Cast, images: list[Image]
) -> None:
    me, another = cast.annotators[:2]
    before = everything_read_by(me)
    for image in (images[4], images[1]):
        cast_vote(
            image=image, person=another, decision="keep", actor=cast.actor(another)
        )
        assert everything_read_by(me) == before


def test_counts_of_everybodys_votes_are_for_organizers(
    cast: Cast, images: list[Image]
) -> None:
    me = cast.annotators[0]
    assert browser(me).get(f"{BENCH}funnel/").status_code == 403
    shown = browser(me).get(f"{BENCH}screening/progress/").data
    for name in ("in_screening", "decided", "undecided"):
        assert shown[name] is None
    assert (shown["waiting_for_me"], shown["voted_by_me"]) == (6, 0)
    organizers = browser(cast.organizer)
    assert organizers.get(f"{BENCH}funnel/").data["in_screening"] == 6
    assert organizers.get(f"{BENCH}screening/progress/").data["in_screening"] == 6
