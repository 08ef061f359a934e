"""One person, one picture, one decision."""

from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries
from rest_framework.response import Response

from core.errors import ConflictError
from core.services import Actor, transition_all
from curation.images.models import Image, Rights, Source
from curation.screening.models import HandOut, ScreeningVote
from curation.screening.services.votes import cast_vote
from projects.models import User
from projects.protocol_versions.services.changes import change_protocol
from subtext_protocol.document import Protocol
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import png
from tests.support.cast import Cast, browser

SCREENING = "/api/projects/bench/screening/"

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def ask_for_votes(cast: Cast, votes: int) -> None:
    document = cast.project.protocol.model_dump(mode="json")
    document["curation"]["screening"]["votes"] = votes
    change_protocol(
        project=cast.project,
        protocol=Protocol.model_validate(document),
        actor=cast.actor(cast.maintainer),
        note="",
    )


@pytest.fixture
def pictures(cast: Cast, import_files: ImportFiles) -> list[Image]:
    """Six pictures that wait for votes."""
    import_files({f"{n}.png": png(n) for n in range(6)})
    images = list(Image.objects.order_by("pk"))
    transition_all(images, "pass_filters", actor=Actor.system())
    return images


def vote(
    person: User, image: Image, decision: str, reason: str = "", note: str = ""
) -> Response:
    return browser(person).put(
        address_of(person, image),
        {"decision": decision, "reason": reason, "note": note, "seconds": 1.5},
    )


def address_of(person: User, image: Image) -> str:
    """The address of the person's vote, once they were given every waiting image."""
    browser(person).get(f"{SCREENING}next/?count=20")
    number = HandOut.objects.get(person=person, image=image).number
    return f"{SCREENING}pictures/{number}/vote/"


def images_of(person: User, given: list[dict[str, Any]]) -> set[int]:
    numbers = [one["id"] for one in given]
    rows = HandOut.objects.filter(person=person, number__in=numbers)
    return {*rows.values_list("image", flat=True)}


def status(image: Image) -> str:
    image.refresh_from_db()
    return image.status


def test_one_vote_decides_under_ii_bench(cast: Cast, pictures: list[Image]) -> None:
    ann = cast.annotators[0]
    assert vote(ann, pictures[0], "keep").data["status"] == "accepted"
    assert (
        vote(ann, pictures[1], "discard", "no_metaphor").data["status"] == "discarded"
    )
    assert vote(ann, pictures[2], "unsure").data["status"] == "in_screening"
    undecided = browser(cast.organizer).get(f"{SCREENING}undecided/").data["results"]
    assert [one["id"] for one in undecided] == [pictures[2].pk]


def test_next_gives_what_i_have_not_voted_on(cast: Cast, pictures: list[Image]) -> None:
    ask_for_votes(cast, 2)
    ann, bob = cast.annotators[:2]
    vote(ann, pictures[3], "keep")
    mine = browser(ann).get(f"{SCREENING}next/?count=20").data
    assert images_of(ann, mine) == {p.pk for p in pictures} - {pictures[3].pk}
    others = browser(bob).get(f"{SCREENING}next/?count=20").data
    assert len(others) == 6


def test_people_begin_at_different_images(cast: Cast, pictures: list[Image]) -> None:
    first = {
        pk
        for person in cast.annotators[:4]
        for pk in images_of(
            person, browser(person).get(f"{SCREENING}next/?count=1").data
        )
    }
    assert len(first) > 1


def test_discarding_needs_one_of_the_protocols_reasons(
    cast: Cast, pictures: list[Image]
) -> None:
    refused = vote(cast.annotators[0], pictures[0], "discard", "ugly")
    assert refused.status_code == 400
    assert refused.data["errors"][0]["field"] == "reason"
    assert vote(cast.annotators[0], pictures[0], "discard").status_code == 400
    assert not ScreeningVote.objects.exists()


def test_another_reason_is_said_in_words(cast: Cast, pictures: list[Image]) -> None:
    ann = cast.annotators[0]
    silent = vote(ann, pictures[0], "discard", "other", "  ")
    assert [error["field"] for error in silent.data["errors"]] == ["note"]
    stray = vote(ann, pictures[0], "discard", "offensive", "a word too many")
    assert [error["field"] for error in stray.data["errors"]] == ["note"]
    said = vote(ann, pictures[0], "discard", "other", "a screenshot of a game")
    assert (said.data["status"], said.data["note"]) == (
        "discarded",
        "a screenshot of a game",
    )
    (out,) = (
        browser(cast.organizer).get("/api/projects/bench/exclusions/").data["results"]
    )
    assert out["exclusion"]["notes"] == ["a screenshot of a game"]


def test_an_organizers_decision_can_be_taken_back(
    cast: Cast, pictures: list[Image]
) -> None:
    vote(cast.annotators[0], pictures[0], "unsure")
    vote(cast.annotators[0], pictures[1], "keep")
    organizer = browser(cast.organizer)
    decide = f"{SCREENING}images/{pictures[0].pk}/decide/"
    assert organizer.delete(decide).status_code == 409
    organizer.post(decide, {"decision": "discard", "reason": "poor_quality"})
    assert status(pictures[0]) == "discarded"
    assert browser(cast.annotators[0]).delete(decide).status_code == 403
    assert organizer.delete(decide).status_code == 200
    assert status(pictures[0]) == "in_screening"
    undecided = organizer.get(f"{SCREENING}undecided/").data["results"]
    assert [one["id"] for one in undecided] == [pictures[0].pk]
    # What votes decided is theirs to take back.
    voted = f"{SCREENING}images/{pictures[1].pk}/decide/"
    assert organizer.delete(voted).status_code == 409


def test_the_toy_protocol_has_reasons_of_its_own(toy_cast: Cast) -> None:
    source = Source.objects.create(
        project=toy_cast.project, name="s", licence="CC0", rights=Rights.REDISTRIBUTE
    )
    image = Image.objects.create(
        project=toy_cast.project,
        source=source,
        width=1,
        height=1,
        size=1,
    )
    transition_all([image], "pass_filters", actor=Actor.system())
    ann = toy_cast.annotators[0]
    actor = toy_cast.actor(ann)
    cast_vote(image=image, person=ann, decision="discard", reason="dull", actor=actor)
    assert status(image) == "discarded"


def test_a_majority_decides(cast: Cast, pictures: list[Image]) -> None:
    ask_for_votes(cast, 3)
    image = pictures[0]
    a, b, c, d = cast.annotators[:4]
    vote(a, image, "keep")
    vote(b, image, "discard", "offensive")
    assert status(image) == "in_screening"
    address_of(d, image)
    vote(c, image, "keep")
    assert status(image) == "accepted"
    assert vote(d, image, "keep").status_code == 409


def test_a_tie_goes_to_an_organizer(cast: Cast, pictures: list[Image]) -> None:
    ask_for_votes(cast, 2)
    image = pictures[0]
    a, b = cast.annotators[:2]
    vote(a, image, "keep")
    decide = f"{SCREENING}images/{image.pk}/decide/"
    organizer = browser(cast.organizer)
    assert organizer.post(decide, {"decision": "keep"}).status_code == 409
    vote(b, image, "discard", "offensive")
    assert status(image) == "in_screening"
    assert browser(a).post(decide, {"decision": "keep"}).status_code == 403
    assert organizer.post(decide, {"decision": "keep"}).status_code == 200
    assert status(image) == "accepted"


def test_voting_again_changes_my_vote(cast: Cast, pictures: list[Image]) -> None:
    ask_for_votes(cast, 2)
    ann = cast.annotators[0]
    vote(ann, pictures[0], "keep")
    vote(ann, pictures[0], "discard", "other", "a screenshot")
    assert [v.decision for v in ScreeningVote.objects.all()] == ["discard"]
    pictures[0].refresh_from_db()
    assert pictures[0].votes_cast == 1


def test_undo_takes_vote_and_decision_back(cast: Cast, pictures: list[Image]) -> None:
    ann = cast.annotators[0]
    vote(ann, pictures[0], "discard", "other", "a screenshot")
    undone = browser(ann).delete(address_of(ann, pictures[0]))
    assert undone.status_code == 200
    assert status(pictures[0]) == "in_screening"
    assert pictures[0].votes_cast == 0
    assert not ScreeningVote.objects.exists()
    again = browser(ann).delete(address_of(ann, pictures[0]))
    assert again.status_code == 404


def test_an_organizers_decision_is_not_undone_by_a_vote(
    cast: Cast, pictures: list[Image]
) -> None:
    ann = cast.annotators[0]
    vote(ann, pictures[0], "unsure")
    browser(cast.organizer).post(
        f"{SCREENING}images/{pictures[0].pk}/decide/", {"decision": "keep"}
    )
    undone = browser(ann).delete(address_of(ann, pictures[0]))
    assert undone.status_code == 409
    assert status(pictures[0]) == "accepted"


def test_nobody_sees_anothers_vote_before_voting(
    cast: Cast, pictures: list[Image]
) -> None:
    ask_for_votes(cast, 3)
    a, b = cast.annotators[:2]
    vote(a, pictures[0], "discard", "other", "offensive to some")
    client = browser(b)
    for path in ("next/?count=20", "recent/", "progress/"):
        answer = client.get(f"{SCREENING}{path}")
        assert answer.status_code == 200
        assert b"offensive" not in answer.content
        assert b"discard" not in answer.content
    for path in ("undecided/", "agreement/"):
        assert client.get(f"{SCREENING}{path}").status_code == 403
    assert (
        client.get(f"/api/projects/bench/images/{pictures[0].pk}/").status_code == 403
    )


def test_recent_and_progress(
    cast: Cast,
    pictures: list[Image],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    ann = cast.annotators[0]
    for image in pictures[:3]:
        vote(ann, image, "keep")
    client = browser(ann)
    with django_assert_max_num_queries(4):
        recent = client.get(f"{SCREENING}recent/").data
    numbers = dict(HandOut.objects.values_list("number", "image"))
    shown = [numbers[one["image"]["id"]] for one in recent]
    assert shown == [p.pk for p in pictures[2::-1]]
    progress = client.get(f"{SCREENING}progress/").data
    assert progress["voted_by_me"] == 3
    assert progress["waiting_for_me"] == 3
    assert progress["decided"] is None
    of_everybody = browser(cast.organizer).get(f"{SCREENING}progress/").data
    assert of_everybody["decided"] == 3


def test_agreement_counts_pairs_of_votes(cast: Cast, pictures: list[Image]) -> None:
    ask_for_votes(cast, 2)
    a, b = cast.annotators[:2]
    for image, other in zip(
        pictures[:4], ["keep", "keep", "keep", "unsure"], strict=True
    ):
        vote(a, image, "keep")
        vote(b, image, other)
    agreement = browser(cast.organizer).get(f"{SCREENING}agreement/").data
    assert (agreement["pairs"], agreement["agreement"]) == (4, 0.75)
    # All but one vote the same: hardly better than chance.
    assert agreement["alpha"] == pytest.approx(0.0, abs=0.01)
    assert agreement["fleiss"] == pytest.approx(-0.1429, abs=0.001)
    (between,) = agreement["between"]
    assert (between["images"], between["agreement"], between["kappa"]) == (4, 0.75, 0)
    assert [person["votes"] for person in agreement["people"]] == [4, 4]


@pytest.mark.django_db(transaction=True)
def test_never_more_votes_than_the_protocol_asks_for(
    cast: Cast, pictures: list[Image]
) -> None:
    ask_for_votes(cast, 3)
    image = pictures[0]
    start = Barrier(6)
    outcomes: list[str] = []

    def cast_one(person: User) -> None:
        start.wait()
        try:
            cast_vote(
                image=Image.objects.get(pk=image.pk),
                person=person,
                decision="keep",
                actor=cast.actor(person),
            )
            outcomes.append("counted")
        except ConflictError:
            outcomes.append("conflict")
        finally:
            connection.close()

    threads = [Thread(target=cast_one, args=[p]) for p in cast.annotators]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["conflict"] * 3 + ["counted"] * 3
    assert ScreeningVote.objects.filter(image=image).count() == 3
    assert status(image) == "accepted"
