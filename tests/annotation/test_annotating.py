"""What an annotator does, over HTTP."""

from typing import Any

import pytest

from tests.support.cast import Cast, browser
from tests.support.images import accepted_images
from tests.support.writing import finished_record

pytestmark = pytest.mark.django_db
HERE = "/api/projects/bench/annotate/"


def test_next_gives_the_first_picture_with_an_empty_form(cast: Cast) -> None:
    images = accepted_images(cast.project, 2)
    response = browser(cast.annotators[0]).post(f"{HERE}next/")
    assert response.status_code == 200
    slot = response.data["slot"]
    assert slot["item_number"] == 1
    assert slot["images"][0]["id"] == images[0].pk
    assert slot["images"][0]["preview_url"].endswith(
        f"/images/{images[0].pk}/file/preview/"
    )
    assert slot["draft"]["version"] == 1
    assert slot["draft"]["content"]["questions"][0]["options"] == [""] * 6
    assert response.data["upcoming"][0]["id"] == images[1].pk
