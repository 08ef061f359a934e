"""Raw material: folders, zip archives and manifests, hostile ones included."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from curation.domain.archives import ArchiveLimits, ManifestError, open_source
from curation.domain.rejection import Reason, Rejected


def contents(path: Path, limits: ArchiveLimits | None = None) -> dict[str, object]:
    """Path → bytes, or the reason why it is refused."""
    found: dict[str, object] = {}
    for file in open_source(path, limits=limits):
        try:
            found[file.path] = file.read()
        except Rejected as refused:
            found[file.path] = refused.reason_code
    return found


def test_a_folder_is_walked_in_order(tmp_path: Path) -> None:
    for name in ("b/2.png", "b/1.png", "a/画.png", "c.png", ".hidden/x.png", ".DS"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(name.encode())
    found = contents(tmp_path)
    assert list(found) == ["c.png", "a/画.png", "b/1.png", "b/2.png"]
    assert found["b/2.png"] == b"b/2.png"


def test_links_that_leave_the_folder_are_refused(tmp_path: Path) -> None:
    folder, outside = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    outside.mkdir()
    (outside / "secret").write_bytes(b"secret")
    (folder / "a.png").write_bytes(b"a")
    (folder / "inside").symlink_to("a.png")
    (folder / "leaves").symlink_to(outside / "secret")
    (folder / "folder").symlink_to(outside)
    (folder / "dangling").symlink_to("nowhere")
    (folder / "loop").symlink_to("loop")
    assert contents(folder) == {
        "a.png": b"a",
        "inside": b"a",
        "leaves": Reason.LEAVES_FOLDER,
        "folder": Reason.LEAVES_FOLDER,
        "dangling": Reason.UNREADABLE,
        "loop": Reason.UNREADABLE,
    }


def test_a_single_file_and_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "one.png").write_bytes(b"1")
    assert contents(tmp_path / "one.png") == {"one.png": b"1"}
    with pytest.raises(FileNotFoundError, match=r"none\.zip"):
        open_source(tmp_path / "none.zip")


def test_a_zip_with_good_and_bad_members(tmp_path: Path) -> None:
    path = tmp_path / "raw.zip"
    link = zipfile.ZipInfo("link.png")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/图.png", b"fine")
        archive.writestr("../up.png", b"x")
        archive.writestr("/root.png", b"x")
        archive.writestr("win\\..\\..\\up.png", b"x")
        archive.writestr(link, b"/etc/passwd")
        archive.writestr("bomb.png", b"\x00" * 5_000_000)
        archive.writestr("large.png", bytes(range(256)) * 10)
    limits = ArchiveLimits(max_member_bytes=6_000_000)
    assert contents(path, limits) == {
        "a/图.png": b"fine",
        "../up.png": Reason.LEAVES_FOLDER,
        "/root.png": Reason.LEAVES_FOLDER,
        "win/../../up.png": Reason.LEAVES_FOLDER,
        "link.png": Reason.LEAVES_FOLDER,
        "bomb.png": Reason.SUSPICIOUS_COMPRESSION,
        "large.png": bytes(range(256)) * 10,
    }
    small = contents(path, ArchiveLimits(max_member_bytes=100))
    assert small["large.png"] == Reason.TOO_MANY_BYTES
    with pytest.raises(Rejected) as caught:
        open_source(path, limits=ArchiveLimits(max_total_bytes=1_000_000))
    assert caught.value.reason_code == Reason.ARCHIVE_TOO_LARGE


def test_encrypted_and_damaged_members_are_refused(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.png", b"first content")
        archive.writestr("b.png", b"second content")
    data = bytearray(buffer.getvalue().replace(b"second", b"s3cond"))
    entry = data.index(b"PK\x01\x02")
    data[entry + 8] |= 1
    path = tmp_path / "odd.zip"
    path.write_bytes(data)
    assert contents(path) == {"a.png": Reason.ENCRYPTED, "b.png": Reason.UNREADABLE}
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(Rejected, match=r"odd\.zip is no zip archive"):
        open_source(path)


def test_a_csv_manifest_carries_provenance(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"a")
    manifest = tmp_path / "list.csv"
    manifest.write_text(
        "path,source,licence,author\na.png,A Site,CC-BY-4.0,\n../b.png,A Site,MIT,B\n"
    )
    first, second = open_source(manifest)
    assert first.path == "a.png"
    assert first.read() == b"a"
    assert first.details == {"source": "A Site", "licence": "CC-BY-4.0"}
    with pytest.raises(Rejected):
        second.read()


def test_a_json_lines_manifest(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"a")
    manifest = tmp_path / "list.jsonl"
    rows = [{"path": "a.png", "page": "https://a.example"}, {"path": "gone.png"}]
    manifest.write_text("\n".join(json.dumps(row) for row in rows) + "\n\n")
    first, second = open_source(manifest)
    assert first.details == {"page": "https://a.example"}
    with pytest.raises(Rejected) as caught:
        second.read()
    assert caught.value.reason_code == Reason.UNREADABLE


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("m.csv", "path,license\na.png,MIT\n", r"m\.csv, line 2: unknown .*'license'"),
        ("m.csv", "path,source\na.png,S\n,S\n", r"m\.csv, line 3: column 'path'"),
        ("m.csv", "path\na.png,b\n", r"line 2: unknown column"),
        ("m.jsonl", '{"path": "a.png"}\n{"path":\n', r"m\.jsonl, line 2"),
        ("m.jsonl", "[1]\n", r"m\.jsonl, line 1: not an object"),
        ("m.jsonl", '{"source": "S"}\n', r"m\.jsonl, line 1: column 'path'"),
    ],
)
def test_a_bad_manifest_names_its_line(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ManifestError, match=message):
        list(open_source(tmp_path / name))
