"""Raw material: folders and archives, hostile ones included."""

import bz2
import gzip
import io
import json
import lzma
import os
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.material.domain.base import ArchiveLimits, MaterialFile
from curation.material.domain.opening import open_material


def contents(path: Path, limits: ArchiveLimits | None = None) -> dict[str, object]:
    """Path → bytes, or the reason why it is refused."""
    found: dict[str, object] = {}
    with closing(open_material(path, limits=limits)) as material:
        for stored in [entry.to_json() for entry in material.entries()]:
            # As a worker gets it: through JSON, after all of them were listed.
            entry = MaterialFile.from_json(json.loads(json.dumps(stored)))
            try:
                if entry.refused:
                    raise RejectedFileError(*entry.refused)
                found[entry.path] = material.read(entry.place)
            except RejectedFileError as refused:
                found[entry.path] = refused.reason_code
    return found


def listed(path: Path, limits: ArchiveLimits | None = None) -> list[MaterialFile]:
    with closing(open_material(path, limits=limits)) as material:
        return list(material.entries())


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
        "leaves": RejectionReason.LEAVES_FOLDER,
        "folder": RejectionReason.LEAVES_FOLDER,
        "dangling": RejectionReason.UNREADABLE,
        "loop": RejectionReason.UNREADABLE,
    }


def test_a_single_file_and_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "one.png").write_bytes(b"1")
    assert contents(tmp_path / "one.png") == {"one.png": b"1"}
    with pytest.raises(FileNotFoundError, match=r"none\.zip"):
        open_material(tmp_path / "none.zip")


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
        "../up.png": RejectionReason.LEAVES_FOLDER,
        "/root.png": RejectionReason.LEAVES_FOLDER,
        "win/../../up.png": RejectionReason.LEAVES_FOLDER,
        "link.png": RejectionReason.LEAVES_FOLDER,
        "bomb.png": RejectionReason.SUSPICIOUS_COMPRESSION,
        "large.png": bytes(range(256)) * 10,
    }
    small = contents(path, ArchiveLimits(max_member_bytes=100))
    assert small["large.png"] == RejectionReason.TOO_MANY_BYTES
    with pytest.raises(RejectedFileError) as caught:
        listed(path, ArchiveLimits(max_total_bytes=1_000_000))
    assert caught.value.reason_code == RejectionReason.ARCHIVE_TOO_LARGE


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
    assert contents(path) == {
        "a.png": RejectionReason.ENCRYPTED,
        "b.png": RejectionReason.UNREADABLE,
    }
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(RejectedFileError, match=r"odd\.zip is not a valid zip archive"):
        listed(path)


PACKINGS = {"": ".tar", "gz": ".tar.gz", "bz2": ".tar.bz2", "xz": ".txz"}


def tarred(path: Path, files: dict[str, bytes], packing: str = "") -> Path:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    pack: dict[str, Callable[[bytes], bytes]] = {
        "gz": gzip.compress,
        "bz2": bz2.compress,
        "xz": lzma.compress,
    }
    path.write_bytes(pack.get(packing, bytes)(plain.getvalue()))
    return path


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_tar_is_read_however_it_is_packed(tmp_path: Path, packing: str) -> None:
    files = {"a/图.png": b"first", "b.png": b"second" * 5000, "deep/" * 40 + "c": b"3"}
    path = tarred(tmp_path / f"raw{PACKINGS[packing]}", files, packing)
    assert contents(path) == files


def test_members_of_a_plain_tar_are_read_in_any_order(tmp_path: Path) -> None:
    files = {f"{n}.png": bytes([n]) * 700 for n in range(9)}
    path = tarred(tmp_path / "raw.tar", files)
    with closing(open_material(path)) as material:
        entries = list(material.entries())
        assert not material.sequential
        for entry in reversed(entries):
            assert material.read(entry.place) == files[entry.path]


def test_what_a_tar_may_not_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "raw.tar"
    odd = {
        "link": tarfile.SYMTYPE,
        "hard": tarfile.LNKTYPE,
        "pipe": tarfile.FIFOTYPE,
        "disk": tarfile.BLKTYPE,
        "tty": tarfile.CHRTYPE,
    }
    with tarfile.open(path, "w") as archive:
        for name, kind in odd.items():
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
        for name in ("../up.png", "/root.png", "a/../../b.png", "C:/x.png"):
            archive.addfile(tarfile.TarInfo(name))
        archive.addfile(tarfile.TarInfo("fine.png"))
    assert contents(path) == {
        "link": RejectionReason.LEAVES_FOLDER,
        "hard": RejectionReason.LEAVES_FOLDER,
        "pipe": RejectionReason.UNREADABLE,
        "disk": RejectionReason.UNREADABLE,
        "tty": RejectionReason.UNREADABLE,
        "../up.png": RejectionReason.LEAVES_FOLDER,
        "/root.png": RejectionReason.LEAVES_FOLDER,
        "a/../../b.png": RejectionReason.LEAVES_FOLDER,
        "C:/x.png": RejectionReason.LEAVES_FOLDER,
        "fine.png": b"",
    }


def test_a_tar_cut_short_gives_what_is_before_the_cut(tmp_path: Path) -> None:
    whole = tarred(tmp_path / "whole.tar", {f"{n}": bytes(4096) for n in range(8)})
    cut = tmp_path / "cut.tar"
    cut.write_bytes(whole.read_bytes()[: 3 * 4608 + 700])
    with (
        closing(open_material(cut)) as material,
        pytest.raises(RejectedFileError) as caught,
    ):
        for _ in material.entries():
            pass
    assert caught.value.reason_code == RejectionReason.UNREADABLE
    for packing, ending in PACKINGS.items():
        path = tarred(tmp_path / f"a{ending}", {"a": b"a" * 9999}, packing)
        path.write_bytes(path.read_bytes()[:40])
        with pytest.raises(RejectedFileError):
            listed(path)


def test_a_tar_that_unpacks_to_far_more_is_left_alone(tmp_path: Path) -> None:
    path = tarred(tmp_path / "bomb.tar.gz", {"zeros": bytes(40 * 2**20)}, "gz")
    small = ArchiveLimits(free_bytes=2**20)
    with pytest.raises(RejectedFileError) as caught:
        listed(path, small)
    assert caught.value.reason_code == RejectionReason.ARCHIVE_TOO_LARGE
    assert contents(path, ArchiveLimits(max_member_bytes=2**20)) == {
        "zeros": RejectionReason.TOO_MANY_BYTES
    }


def test_a_tar_header_of_gigabytes_is_not_read(tmp_path: Path) -> None:
    """A long name may be announced in any size; it would be read in one piece."""
    member = tarfile.TarInfo("././@LongLink")
    member.type, member.size = tarfile.GNUTYPE_LONGNAME, 3 * 2**30
    path = tmp_path / "names.tar"
    path.write_bytes(member.tobuf(tarfile.GNU_FORMAT) + bytes(4096))
    with pytest.raises(RejectedFileError) as caught:
        listed(path)
    assert caught.value.reason_code == RejectionReason.UNREADABLE


def test_more_members_than_allowed_are_refused_as_a_whole(tmp_path: Path) -> None:
    limits = ArchiveLimits(max_members=3)
    path = tarred(tmp_path / "many.tar", {f"{n}": b"" for n in range(4)})
    with pytest.raises(RejectedFileError) as caught:
        listed(path, limits)
    assert caught.value.reason_code == RejectionReason.ARCHIVE_TOO_LARGE


def test_zstd_says_what_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "raw.tar.zst"
    path.write_bytes(b"\x28\xb5\x2f\xfd" + bytes(50))
    with pytest.raises(RejectedFileError) as caught:
        listed(path)
    assert caught.value.reason_code in (
        RejectionReason.UNSUPPORTED_FORMAT,
        RejectionReason.UNREADABLE,
    )


def test_a_pipe_in_a_folder_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    assert contents(tmp_path) == {"pipe.png": RejectionReason.UNREADABLE}
