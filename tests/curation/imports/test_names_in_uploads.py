"""Names in uploaded archives: proposed, confirmed by a person, and used."""

from pathlib import Path

import pytest

from core.jobs import run_job
from curation.images.models import Image, Source
from tests.curation.archives import zip_with_names
from tests.curation.drawn_images import png
from tests.curation.uploads import uploaded
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def files(tmp_path: Path) -> dict[str, bytes]:
    gbk = {"图0.png".encode("gbk"): png(1), b"__MACOSX/._a.png": b"x"}
    plain = {"图1.png".encode(): png(2)}
    return {
        "in/gbk.zip": zip_with_names(tmp_path / "gbk.zip", gbk).read_bytes(),
        "utf8.zip": zip_with_names(tmp_path / "utf8.zip", plain).read_bytes(),
        "c.png": png(3),
        "in/.DS_Store": b"system",
    }


def test_guessed_names_are_shown_before_the_import(
    cast: Cast, source: Source, files: dict[str, bytes]
) -> None:
    upload = uploaded(cast, source, files, piece=10**6)
    address = f"/api/projects/bench/uploads/{upload.pk}/"
    guess, certain = browser(cast.organizer).get(f"{address}names/").data
    assert (guess["archive"], guess["encoding"]) == ("in/gbk.zip", "gb18030")
    assert (guess["guessed"], guess["names"]) == (True, ["图0.png"])
    by_encoding = {choice["encoding"]: choice["names"] for choice in guess["choices"]}
    assert by_encoding["utf-8"] == ["ͼ0.png"]
    assert (certain["archive"], certain["guessed"]) == ("utf8.zip", False)
    annotator = browser(cast.annotators[0])
    assert annotator.get(f"{address}names/").status_code == 403


@pytest.mark.parametrize(
    ("names", "read", "guessed"),
    [({}, "图0.png", True), ({"in/gbk.zip": "UTF8"}, "ͼ0.png", False)],
)
def test_the_import_uses_the_confirmed_encoding_and_says_which(
    cast: Cast,
    source: Source,
    files: dict[str, bytes],
    names: dict[str, str],
    read: str,
    guessed: bool,
) -> None:
    client = browser(cast.organizer)
    upload = uploaded(cast, source, files, piece=10**6)
    address = f"/api/projects/bench/uploads/{upload.pk}/import/"
    refused = client.post(address, {"names": {"in/gbk.zip": "klingon"}})
    assert (refused.status_code, refused.data["errors"][0]["field"]) == (400, "names")
    begun = client.post(address, {"filters": False, "names": names})
    run_job(begun.data["id"])
    paths = set(Image.objects.values_list("original_path", flat=True))
    assert paths == {read, "图1.png", "c.png"}
    (done,) = client.get("/api/projects/bench/imports/").data["results"]
    assert done["counts"]["rejected"] == 0
    reading = done["counts"]["names"][0]
    assert (reading["names"], reading["guessed"]) == ([read], guessed)
