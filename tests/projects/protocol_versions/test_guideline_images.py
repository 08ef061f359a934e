"""Images in annotation guidelines."""

import io
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from PIL import Image as Picture

from projects.models import Project
from subtext_protocol.reading import to_yaml
from subtext_protocol.shipped import shipped_protocol
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

AT = "/api/projects/bench/guideline-images/"


def png() -> bytes:
    file = io.BytesIO()
    Picture.new("RGB", (4, 3), "red").save(file, "PNG")
    return file.getvalue()


def upload(cast: Cast, content: bytes, person: Any = None) -> Any:
    file = SimpleUploadedFile("example.png", content)
    client = browser(person or cast.maintainer)
    return client.post(AT, {"file": file}, format="multipart")


def document(guidelines: str) -> str:
    content = shipped_protocol("ii-bench").model_dump(mode="json")
    content["annotation"]["guidelines"] = {"en": guidelines}
    return to_yaml(content)


def check(cast: Cast, guidelines: str) -> list[Any]:
    answer = browser(cast.maintainer).post(
        "/api/projects/bench/protocol/check/",
        {"yaml": document(guidelines)},
        format="json",
    )
    assert answer.status_code == 200, answer.data
    problems: list[Any] = answer.json()["problems"]
    return problems


def test_an_uploaded_image_is_named_in_guidelines_and_seen_by_members(
    cast: Cast,
) -> None:
    name = upload(cast, png()).json()["name"]
    assert upload(cast, png()).json()["name"] == name
    assert check(cast, f"Look.\n![A red example]({name})") == []
    seen = browser(cast.annotators[0]).get(AT + name)
    assert b"".join(seen.streaming_content) == png()
    assert seen["Content-Type"] == "image/png"
    assert "immutable" in seen["Cache-Control"]
    assert browser(cast.stranger).get(AT + name).status_code == 404


def test_only_maintainers_upload_and_only_images(cast: Cast) -> None:
    assert upload(cast, png(), cast.organizer).status_code == 403
    refused = upload(cast, b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "file"
    assert upload(cast, b"0" * 2_000_001).status_code == 400


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("https://elsewhere.org/x.png", "other servers"),
        ("../../secret.png", "other servers"),
        ("0" * 32 + ".png", "Upload the image"),
    ],
)
def test_other_addresses_and_missing_images_are_refused(
    cast: Cast, reference: str, said: str
) -> None:
    (problem,) = check(cast, f"![x]({reference})")
    assert problem["field"].startswith("annotation.guidelines")
    assert said in problem["message"]


def test_images_beside_a_protocol_file_come_with_it(cast: Cast, tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images/red.png").write_bytes(png())
    file = tmp_path / "protocol.yaml"
    file.write_text(document("![Red](images/red.png)"), encoding="utf-8")
    call_command("project_create", "new", protocol=str(file), name="New")
    text = Project.objects.get(slug="new").protocol.annotation.guidelines["en"]
    name = text.removeprefix("![Red](").removesuffix(")")
    assert name.endswith(".png")
    call_command(
        "project_create", "again", protocol="ii-bench", name="Other", maintainer=None
    )

    outside = tmp_path / "images/protocol.yaml"
    content = yaml.safe_load(document("![Red](../protocol.yaml)"))
    outside.write_text(to_yaml(content), encoding="utf-8")
    with pytest.raises(CommandError, match="not the name of an uploaded image"):
        call_command("project_create", "third", protocol=str(outside), name="Third")


@pytest.mark.django_db(transaction=True)
def test_the_images_of_a_deleted_project_are_gone(cast: Cast) -> None:
    name = upload(cast, png()).json()["name"]
    path = f"guidelines/bench/{name}"
    assert default_storage.exists(path)
    deletion = browser(cast.maintainer).post(
        "/api/projects/bench/delete/", {"slug": "bench"}, format="json"
    )
    assert deletion.status_code == 204
    assert not default_storage.exists(path)
