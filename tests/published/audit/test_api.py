"""Audits in the browser: an upload or a place of the import folder, a report, again."""

import io
import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from core.jobs import run_job
from core.selectors import list_entries_of_object
from curation.imports.models import UploadPart
from curation.imports.services.uploads import MOST_PART_BYTES
from curation.material.domain.base import ArchiveLimits
from projects.models import User
from published.models import Audit
from review.adjudication.models import Case
from tests.curation.archives import zip_with_names
from tests.published.audit.benchmarks import Generated, clean, key_beyond, same_option
from tests.support.cast import browser, make_person, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db: None) -> User:
    person = make_person("auditor")
    person.is_staff = True
    person.save()
    return person


@pytest.fixture
def client(staff: User) -> APIClient:
    return browser(staff)


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        f"set/{file.relative_to(folder).as_posix()}": file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def zipped(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def audited(
    client: APIClient, files: dict[str, bytes], **created: Any
) -> dict[str, Any]:
    """Upload files, start their audit, and return it as it ended."""
    number = client.post("/api/audits/", created).json()["id"]
    for path, content in files.items():
        starts = range(0, len(content), MOST_PART_BYTES)
        for at, start in enumerate(starts):
            part = {
                "path": path,
                "number": at,
                "of": len(starts),
                "content": SimpleUploadedFile(
                    "x", content[start : start + MOST_PART_BYTES]
                ),
            }
            sent = client.post(f"/api/audits/{number}/parts/", part, format="multipart")
            assert sent.status_code == 201, sent.json()
    return run(client, number)


def run(
    client: APIClient,
    number: int,
    columns: dict[str, Any] | None = None,
    names: dict[str, str] | None = None,
) -> dict[str, Any]:
    """Start an audit, let a worker run it, and return it as it ended."""
    body = {"columns": columns, "names": names or {}}
    started = client.post(f"/api/audits/{number}/start/", body)
    assert started.status_code == 202, started.json()
    run_job(started.json()["job"]["id"])
    return read(client, number)


def read(client: APIClient, number: int) -> dict[str, Any]:
    body: dict[str, Any] = client.get(f"/api/audits/{number}/").json()
    return body


@pytest.fixture
def defect(tmp_path: Path) -> Generated:
    generated = clean(1, questions=12, with_images=True)
    same_option(generated, 5)
    return generated


def test_an_uploaded_archive_is_audited(
    client: APIClient, defect: Generated, tmp_path: Path
) -> None:
    archive = zipped(files_of(defect.write(tmp_path / "set")))
    audit = audited(client, {"set.zip": archive})
    assert audit["job"]["status"] == "finished", audit["job"]
    assert audit["name"] == "set.zip"
    report = audit["report"]
    assert report["name"] == "set.zip"
    assert (report["questions"], report["images"], report["blocking"]) == (12, 12, True)
    assert [found["check"] for found in report["findings"]] == ["repeated_options"]
    case = report["findings"][0]["cases"][0]
    assert case["questions"] == ["q-5"]
    image = client.get(f"/api/audits/{audit['id']}/images/{case['thumbnails'][0]}/")
    assert image["Content-Type"] == "image/webp"
    assert b"".join(image.streaming_content)[8:12] == b"WEBP"  # type: ignore[attr-defined]


def test_the_encoding_of_names_is_said_and_changed(
    client: APIClient, tmp_path: Path
) -> None:
    generated = clean(1, questions=12, with_images=True)
    for record in generated.records:
        name = record["local_path"].replace("images/", "images/图")
        generated.images[name] = generated.images.pop(record["local_path"])
        record["local_path"] = name
    files = files_of(generated.write(tmp_path / "set"))
    raw = {name.encode("gbk"): content for name, content in files.items()}
    packed = zip_with_names(tmp_path / "set.zip", raw).read_bytes()
    audit = audited(client, {"set.zip": packed})
    (reading,) = audit["names"]
    assert (reading["encoding"], reading["guessed"]) == ("gb18030", True)
    assert audit["report"]["findings"] == []
    wrong = run(client, audit["id"], names={"set.zip": "cp437"})
    assert wrong["names"][0]["encoding"] == "cp437"
    assert {found["check"] for found in wrong["report"]["findings"]} != set()
    # A choice stays until there is another.
    assert run(client, audit["id"])["names"][0]["encoding"] == "cp437"
    right = run(client, audit["id"], names={"set.zip": "gbk"})
    assert right["report"]["findings"] == []


def test_files_too_large_to_unpack_are_named(client: APIClient, tmp_path: Path) -> None:
    files = files_of(clean(1, questions=12, with_images=True).write(tmp_path / "set"))
    files["set/more.jsonl"] = b" " * (ArchiveLimits().max_member_bytes + 1)
    audit = audited(client, {"set.zip": zipped(files)})
    (finding,) = audit["report"]["findings"]
    assert finding["check"] == "skipped_files"
    (case,) = finding["cases"]
    assert case["questions"] == ["set/more.jsonl"]
    assert "bytes are more than the 67,108,864 allowed" in case["note"]


def test_a_single_table_too_large_to_unpack_is_the_reason(client: APIClient) -> None:
    content = b" " * (ArchiveLimits().max_member_bytes + 1)
    audit = audited(client, {"set.zip": zipped({"test.jsonl": content})})
    assert audit["job"]["status"] == "failed"
    assert "test.jsonl: " in audit["job"]["error"]
    assert "bytes are more than" in audit["job"]["error"]


def test_reports_are_downloaded_and_a_second_audit_compares(
    client: APIClient, defect: Generated, tmp_path: Path
) -> None:
    first = audited(client, files_of(defect.write(tmp_path / "set")))
    address = f"/api/audits/{first['id']}/report/"
    page = client.get(f"{address}html/").content.decode()
    assert "data:image/webp;base64," in page
    assert "The same option twice" in page
    chinese = client.get(
        f"{address}md/", HTTP_ACCEPT_LANGUAGE="zh-hans"
    ).content.decode()
    assert "重复的选项" in chinese
    stored = json.loads(client.get(f"{address}json/").content)
    assert stored["findings"][0]["cases"][0]["questions"] == ["q-5"]
    assert client.get(f"{address}yaml/").status_code == 404
    assert client.get(f"{address}exe/").status_code == 404
    defect.question(5)["options"][4] = "Another option altogether."
    defect.question(7)["answer"] = "J"
    again = audited(
        client, files_of(defect.write(tmp_path / "again")), earlier_id=first["id"]
    )
    assert again["report"]["changes"] == {"new": 1, "resolved": 1}
    cases = again["report"]["findings"][0]["cases"]
    assert [(case["questions"], case["is_new"]) for case in cases] == [(["q-7"], True)]


def test_columns_that_are_not_recognised_are_mapped(client: APIClient) -> None:
    rows = [
        {
            "nr": f"n{n}",
            "frage": f"What is {n}?",
            "a1": "Yes.",
            "a2": "No.",
            "loesung": "A",
        }
        for n in range(7)
    ]
    table = "\n".join(json.dumps(row) for row in rows).encode()
    audit = audited(client, {"test.jsonl": table})
    assert audit["job"]["status"] == "finished"
    assert audit["report"] is None
    proposal = audit["proposal"]
    assert (proposal["columns"], len(proposal["rows"])) == (None, 5)
    assert proposal["names"] == ["nr", "frage", "a1", "a2", "loesung"]
    guess = proposal["guess"]
    assert (guess["stem"], guess["labels"], guess["texts"]) == ("", [], [])
    start = f"/api/audits/{audit['id']}/start/"
    refused = client.post(start, {"columns": {"stem": "frage", "options": []}})
    assert refused.status_code == 400
    columns = {
        "id": "nr",
        "stem": "frage",
        "options": ["a1", "a2"],
        "key": "loesung",
    }
    mapped = run(client, audit["id"], columns)
    assert mapped["report"]["questions"] == 7
    assert mapped["proposal"]["columns"]["stem"] == "frage"
    text = client.get(f"/api/audits/{audit['id']}/report/yaml/").content.decode()
    assert "stem: frage" in text


def test_places_of_the_import_folder_are_audited_and_no_others(
    client: APIClient, defect: Generated, tmp_path: Path, settings: Settings
) -> None:
    refused = client.post("/api/audits/", {"path": "set"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "path")
    assert client.get("/api/audits/places/").json() == {
        "available": False,
        "places": [],
    }
    settings.IMPORT_FOLDER = tmp_path / "imports"
    defect.write(settings.IMPORT_FOLDER / "set")
    (tmp_path / "imports/link").symlink_to(tmp_path)
    (tmp_path / "secret.jsonl").write_text("{}")
    places = client.get("/api/audits/places/").json()["places"]
    assert "set" in places
    assert "link" not in places
    for outside in (
        "..",
        "../secret.jsonl",
        "/etc/passwd",
        "link",
        ".",
        "set/no",
        "\0",
    ):
        answer = client.post("/api/audits/", {"path": outside})
        assert answer.status_code == 400, outside
    audit = audited(client, {}, path="set")
    assert audit["report"]["blocking"] is True
    assert audit["name"] == "set"


def test_what_is_no_benchmark_ends_with_the_reason(client: APIClient) -> None:
    audit = audited(client, {"notes.txt": b"nothing"})
    assert audit["job"]["status"] == "failed"
    assert "holds no JSON" in audit["job"]["error"]
    assert audit["report"] is None


def test_an_audit_is_its_persons_and_deleted_with_its_files(
    client: APIClient, defect: Generated, tmp_path: Path
) -> None:
    audit = audited(client, files_of(defect.write(tmp_path / "set")))
    address = f"/api/audits/{audit['id']}/"
    assert [row["id"] for row in client.get("/api/audits/").json()] == [audit["id"]]
    other = make_person("other")
    assert browser(other).get(address).status_code == 403
    other.is_staff = True
    other.save()
    assert browser(other).get(address).status_code == 404
    assert client.delete(address).status_code == 204
    assert not Audit.objects.exists()
    assert not UploadPart.objects.exists()
    assert client.get(address).status_code == 404


def repairable(tmp_path: Path) -> dict[str, bytes]:
    """A set that the shipped protocol can import, with defects in three questions."""
    generated = clean(3, questions=12, with_images=True)
    for at, record in enumerate(generated.records):
        record["meta_data"] = {
            **{"image_type": ["Meme"], "difficulty": "Easy", "domain": "Life"},
            **{"emotion": "Neutral", "rhetoric": ["Metaphor"]},
            "explanation": " ".join(f"word{at}x{n}" for n in range(30)),
        }
    same_option(generated, 5)
    key_beyond(generated, 7)
    return files_of(generated.write(tmp_path / "repair"))


def test_an_audited_set_is_imported_and_its_findings_are_rework(
    client: APIClient, staff: User, tmp_path: Path
) -> None:
    project = make_project(maintainer=staff)
    audit = audited(client, repairable(tmp_path))
    source = {"source_name": "Set", "licence": "Apache-2.0", "rights": "redistribute"}
    address = f"/api/audits/{audit['id']}/import/"
    assert client.post(address, {**source, "project": "other"}).status_code == 404
    begun = client.post(address, {**source, "project": "bench"})
    assert begun.status_code == 202, begun.json()
    assert client.post(address, {**source, "project": "bench"}).status_code == 409
    run_job(begun.json()["import_job"]["id"])
    done = read(client, audit["id"])
    assert (done["project"], done["import_job"]["status"]) == ("bench", "finished")
    assert done["import_job"]["result"]["published"]["items"] == 12
    assert done["import_job"]["result"]["published"]["to_rework"] == 2
    states = Counter(
        Case.objects.filter(project=project).values_list("status", flat=True)
    )
    # The key beyond the options is left out, so that its question lacks one.
    assert states["rework"] == 2
    assert sum(states.values()) == 12
    reasons = [
        str(entry.reason)
        for case in Case.objects.filter(project=project, status="rework")
        for entry in list_entries_of_object(case)
    ]
    assert any("q-5: Audit: The same option twice." in reason for reason in reasons)
    listed = client.get("/api/projects/bench/imports/").json()["results"]
    assert [job["id"] for job in listed] == [begun.json()["import_job"]["id"]]


def test_a_table_is_imported_as_well(
    client: APIClient, staff: User, tmp_path: Path
) -> None:
    project = make_project(maintainer=staff)
    files = repairable(tmp_path)
    rows = []
    for name in sorted(files):
        if name.endswith(".json"):
            for record in json.loads(files[name]):
                rows.append(
                    {
                        **record["questions"][0],
                        **record["meta_data"],
                        "image": record["local_path"],
                        "split": Path(name).stem,
                    }
                )
    table = "\n".join(map(json.dumps, rows)).encode()
    images = {name: data for name, data in files.items() if name.endswith(".png")}
    audit = audited(client, {**images, "set/all.jsonl": table})
    assert audit["report"]["layout"] == "table"
    source = {"source_name": "Set", "licence": "MIT", "rights": "address_only"}
    begun = client.post(
        f"/api/audits/{audit['id']}/import/", {**source, "project": "bench"}
    )
    run_job(begun.json()["import_job"]["id"])
    done = read(client, audit["id"])["import_job"]
    assert (done["status"], done["error"]) == ("finished", "")
    assert Case.objects.filter(project=project).count() == 12
