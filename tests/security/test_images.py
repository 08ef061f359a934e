"""Annotators reach the images that they were shown, and nothing else."""

import re
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotation.items.models.slots import Slot
from curation.images.models import Image
from curation.images.services.withdrawal import withdraw_image
from projects.memberships.services.members import change_member
from projects.models import User
from projects.roles import Role
from tests.annotation.desk import Desk
from tests.curation.drawn_images import png
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images, images_in_screening

pytestmark = pytest.mark.django_db

BENCH = "/api/projects/bench/"
FILES = ("published", "preview", "thumbnail")


@pytest.fixture
def images(cast: Cast) -> list[Image]:
    """Three accepted images with their bytes."""
    return with_bytes(accepted_images(cast.project, 3))


def with_bytes(images: list[Image]) -> list[Image]:
    for image in images:
        for file in FILES:
            if not default_storage.exists(getattr(image, file)):
                default_storage.save(getattr(image, file), ContentFile(b"an image"))
    return images


@pytest.fixture
def drawn(cast: Cast) -> list[Image]:
    """An accepted image whose published file is a PNG."""
    return with_drawn_bytes(accepted_images(cast.project, 1))


def with_drawn_bytes(images: list[Image]) -> list[Image]:
    for image in images:
        default_storage.delete(image.published)
        default_storage.save(image.published, ContentFile(png(1)))
    return images


def full_size(preview_address: str) -> str:
    """The address of the full-size file, as the viewer makes it."""
    assert preview_address.endswith("/preview/")
    return preview_address.removesuffix("preview/") + "full/"


def status_of(person: User, address: str) -> int:
    status: int = browser(person).get(address).status_code
    return status


def addresses_in(value: Any) -> set[str]:
    """Every address of an image file that an answer carries."""
    if isinstance(value, dict):
        return {found for one in value.values() for found in addresses_in(one)}
    if isinstance(value, list):
        return {found for one in value for found in addresses_in(one)}
    return {value} if isinstance(value, str) and "/images/" in value else set()


def change_role(cast: Cast, person: User, role: Role, *, active: bool) -> None:
    change_member(
        membership=cast.project.memberships.get(user=person),
        role=role,
        active=active,
        actor=cast.actor(cast.maintainer),
    )


def test_counting_ids_up_finds_nothing(cast: Cast, images: list[Image]) -> None:
    person = cast.annotators[0]
    Desk(cast, person).next()
    missing = browser(person).get(f"{BENCH}images/999999/file/preview/")
    assert missing.status_code == 404
    for image in images:
        for file in FILES:
            there = browser(person).get(f"{BENCH}images/{image.pk}/file/{file}/")
            assert (there.status_code, there.data) == (404, missing.data)


def test_what_is_on_the_desk_and_comes_next_can_be_seen(
    cast: Cast, images: list[Image]
) -> None:
    desk = Desk(cast, cast.annotators[0])
    answer = desk.call("post", "next/")
    shown = addresses_in(answer)
    # The item's image and the next one, three files each.
    assert len(shown) == 6
    assert {status_of(desk.person, address) for address in shown} == {200}
    desk.submit(answer["slot"])
    assert {status_of(desk.person, one) for one in addresses_in(desk.work())} == {200}


def test_an_address_passed_on_opens_nothing_for_another_member(
    cast: Cast, images: list[Image]
) -> None:
    one, other = cast.annotators[:2]
    (address, *_) = addresses_in(Desk(cast, one).next())
    assert status_of(one, address) == 200
    assert status_of(other, address) == 404
    assert status_of(cast.stranger, address) == 404


def test_a_key_opens_no_other_image_and_no_other_project(
    cast: Cast, images: list[Image], toy_cast: Cast
) -> None:
    desk = Desk(cast, cast.annotators[0])
    address = desk.next()["images"][0]["preview_url"]
    held, later = images[0].sha256, images[2].sha256
    assert held in address
    assert status_of(desk.person, address.replace(held, later)) == 404
    assert status_of(desk.person, address.replace("bench", "toy")) == 404
    assert status_of(desk.person, address.replace("preview", "original")) == 404


def test_a_withdrawn_image_is_shown_to_organizers_only(
    cast: Cast, images: list[Image]
) -> None:
    desk = Desk(cast, cast.annotators[0])
    slot = desk.next()
    desk.submit(slot)
    address = slot["images"][0]["preview_url"]
    withdraw_image(
        image=Image.objects.get(pk=images[0].pk),
        reason="Shows a person.",
        actor=cast.actor(cast.organizer),
    )
    assert status_of(desk.person, address) == 404
    (listed,) = desk.work()[0]["images"]
    assert {listed[f"{file}_url"] for file in FILES} == {None}
    shown = browser(cast.organizer).get(f"{BENCH}images/{images[0].pk}/").data
    assert status_of(cast.organizer, shown["preview_url"]) == 200


def test_a_kept_copy_is_asked_for_again_and_ends_with_access(
    cast: Cast, images: list[Image]
) -> None:
    person = cast.annotators[0]
    address = Desk(cast, person).next()["images"][0]["preview_url"]
    client = browser(person)
    answer = client.get(address)
    assert answer["Cache-Control"] == "private, no-cache"
    kept = {"HTTP_IF_NONE_MATCH": answer["ETag"]}
    assert client.get(address, **kept).status_code == 304
    change_role(cast, person, Role.ANNOTATOR, active=False)
    assert client.get(address, **kept).status_code == 404


def test_an_organizer_who_becomes_an_annotator_sees_no_more_images(
    cast: Cast, images: list[Image]
) -> None:
    address = f"{BENCH}images/{images[0].pk}/file/preview/"
    assert status_of(cast.organizer, address) == 200
    change_role(cast, cast.organizer, Role.ANNOTATOR, active=True)
    assert status_of(cast.organizer, address) == 404


def test_images_to_screen_and_to_validate_can_be_seen(cast: Cast) -> None:
    with_bytes(images_in_screening(cast.project, 2))
    person = cast.annotators[0]
    screening = browser(person).get(f"{BENCH}screening/next/").data
    assert {status_of(person, one) for one in addresses_in(screening)} == {200}
    annotated_items(cast, 1)
    with_bytes(list(Image.objects.filter(project=cast.project)))
    office = Office(cast)
    office.finalize_all()
    office.open_round()
    validator = cast.annotators[3]
    place = office.next(validator)
    assert {status_of(validator, one) for one in addresses_in(place)} == {200}


def test_no_answer_to_an_annotator_carries_the_id_of_an_image(
    cast: Cast, images: list[Image]
) -> None:
    """An id says which image came earlier, and by that which item is asked again."""
    desk = Desk(cast, cast.annotators[0])
    answer = desk.call("post", "next/")
    ids = {image.pk for image in images}
    shown = [*answer["slot"]["images"], *answer["upcoming"]]
    assert not ids & {image["id"] for image in shown}
    assert not any(
        re.search(rf"/images/{key}/", address)
        for key in ids
        for address in addresses_in(answer)
    )
    assert Slot.objects.get(pk=answer["slot"]["id"]).item.places.get().image in images


def test_a_full_size_file_opens_to_whom_its_preview_opens(
    cast: Cast, drawn: list[Image]
) -> None:
    image = drawn[0]
    by_id = f"{BENCH}images/{image.pk}/file/full/"
    assert status_of(cast.organizer, by_id) == 200
    desk = Desk(cast, cast.annotators[0])
    address = full_size(desk.next()["images"][0]["preview_url"])
    assert status_of(desk.person, address) == 200
    assert status_of(desk.person, by_id) == 404
    for other in (cast.annotators[1], cast.stranger):
        assert status_of(other, address) == 404
    kept = browser(desk.person).get(address)
    assert kept["Cache-Control"] == "private, no-cache"
    again = browser(desk.person).get(address, HTTP_IF_NONE_MATCH=kept["ETag"])
    assert again.status_code == 304
    withdraw_image(
        image=Image.objects.get(pk=image.pk),
        reason="Shows a person.",
        actor=cast.actor(cast.organizer),
    )
    assert status_of(desk.person, address) == 404
    assert status_of(cast.organizer, by_id) == 200


def test_a_screener_opens_the_full_size_file(cast: Cast) -> None:
    (image,) = with_drawn_bytes(images_in_screening(cast.project, 1))
    person = cast.annotators[0]
    (shown,) = browser(person).get(f"{BENCH}screening/next/").data
    assert f"/{image.pk}/" not in shown["preview_url"]
    assert status_of(person, full_size(shown["preview_url"])) == 200
    assert status_of(cast.annotators[1], full_size(shown["preview_url"])) == 404
