"""Names in archives: their encoding, system files and links."""

import stat
import tarfile
import zipfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from curation.material.domain.base import ArchiveLimits, Material, is_system_file
from curation.material.domain.opening import open_material
from tests.curation.archives import tar_with_links, tar_with_names, zip_with_names
from tests.curation.drawn_images import folder_of


def paths(material: Material) -> list[str]:
    with closing(material):
        return [entry.path for entry in material.entries() if not entry.refused]


def refusals(material: Material) -> dict[str, str]:
    with closing(material):
        return {e.path: e.refused[1] for e in material.entries() if e.refused}


NAMES: Sequence[tuple[str, str, Sequence[str]]] = [
    ("gbk", "gb18030", ["漫画/熊猫与气候.png", "漫画/门.png"]),
    # The bytes of this name are UTF-8 as well, for a letter that no language has.
    ("gbk", "gb18030", ["images/图0.jpg", "images/图1.jpg"]),
    ("gbk", "gb18030", ["北京.jpg"]),
    ("gb18030", "gb18030", ["测试 副本.png"]),
    ("big5", "big5", ["圖片/春天.jpg", "圖片/隱喻.jpg"]),
    ("big5", "big5", ["臺北夜市.png"]),
    ("cp932", "shift_jis", ["画像/春の海.jpg", "新しいフォルダー/テスト.png"]),
    # The second byte of these characters is a backslash.
    ("cp932", "shift_jis", ["表示/ソース.png"]),
    ("cp949", "euc_kr", ["그림/봄날.jpg", "그림/바다.jpg"]),
    ("euc_jp", "euc_jp", ["画像/春の海.jpg"]),
    ("cp437", "cp437", ["Übung/für.jpg", "niño.png"]),
    ("cp1252", "cp1252", ["Español.jpg", "für.jpg"]),
    # Two other encodings have a capital letter in place of this é.
    ("latin-1", "cp1252", ["café.png"]),
    ("cp866", "cp866", ["Привет/картинка 1.jpg"]),
    ("cp1251", "cp1251", ["Привет/Мир.jpg"]),
]


@pytest.mark.parametrize(("written", "encoding", "names"), NAMES)
def test_one_encoding_is_proposed_for_all_names_of_an_archive(
    written: str, encoding: str, names: Sequence[str], tmp_path: Path
) -> None:
    raw = {name.encode(written): b"" for name in [*names, "plain.png"]}
    packed = zip_with_names(tmp_path / "a.zip", raw)
    (reading,) = open_material(packed).name_readings()
    assert (reading.encoding, reading.guessed) == (encoding, True)
    assert list(reading.names) == list(names)
    assert reading.choices[encoding] == list(names)
    assert paths(open_material(packed)) == [*names, "plain.png"]
    tar = tar_with_names(
        tmp_path / "a.tar",
        dict.fromkeys(names, b""),
        encoding=written,
        format=tarfile.GNU_FORMAT,
    )
    assert paths(open_material(tar)) == list(names)


@pytest.mark.parametrize(
    "names",
    [
        ["图片/春天.jpg", "Ünï.jpg"],
        ["crème.jpg", "où.jpg", "forêt.png"],
        ["naïve.jpg", "Noël.jpg"],
        ["Привет.jpg"],
        ["Ελλάδα.jpg", "שלום.jpg", "صورة.jpg"],
        ["e\u0301te\u0301.jpg"],
    ],
)
def test_utf_8_without_a_flag_is_no_guess(names: Sequence[str], tmp_path: Path) -> None:
    raw = {name.encode(): b"" for name in names}
    material = open_material(zip_with_names(tmp_path / "a.zip", raw))
    (reading,) = material.name_readings()
    assert (reading.encoding, reading.guessed) == ("utf-8", False)
    assert paths(material) == list(names)


def test_names_that_say_their_encoding_are_not_guessed(tmp_path: Path) -> None:
    raw = {"Ünï/春.png".encode(): b"", b"a.png": b""}
    flagged = open_material(zip_with_names(tmp_path / "flag.zip", raw, flag=True))
    assert flagged.name_readings() == []
    assert paths(flagged) == ["Ünï/春.png", "a.png"]
    gbk = "春天.jpg".encode("gbk")
    extra = zip_with_names(
        tmp_path / "extra.zip", {gbk: b""}, unicode_paths={gbk: "隐喻.jpg"}
    )
    assert paths(open_material(extra)) == ["隐喻.jpg"]
    assert open_material(extra).name_readings() == []
    pax = tar_with_names(
        tmp_path / "pax.tar",
        {"图" * 60 + ".png": b"", "é.png": b""},
        encoding="utf-8",
        format=tarfile.PAX_FORMAT,
    )
    assert paths(open_material(pax)) == ["图" * 60 + ".png", "é.png"]
    assert open_material(pax).name_readings() == []


def test_a_unicode_path_counts_only_for_the_name_that_it_was_written_for(
    tmp_path: Path,
) -> None:
    gbk = "春天.jpg".encode("gbk")
    packed = zip_with_names(
        tmp_path / "a.zip", {gbk: b""}, unicode_paths={gbk: "隐喻.jpg"}
    )
    # A tool has renamed the member and left the field.
    renamed = packed.read_bytes().replace(gbk, "夏天.jpg".encode("gbk"))
    packed.write_bytes(renamed)
    assert paths(open_material(packed)) == ["夏天.jpg"]


def test_a_long_name_in_an_old_tar_keeps_its_encoding(tmp_path: Path) -> None:
    name = "隐喻" * 80 + ".png"
    tar = tar_with_names(
        tmp_path / "a.tar", {name: b""}, encoding="gbk", format=tarfile.GNU_FORMAT
    )
    assert paths(open_material(tar)) == [name]


def test_a_person_can_name_another_encoding(tmp_path: Path) -> None:
    packed = zip_with_names(tmp_path / "a.zip", {"小1.jpg".encode("gbk"): b""})
    assert open_material(packed).name_readings()[0].guessed
    assert paths(open_material(packed, names="utf-8")) == ["С1.jpg"]
    (reading,) = open_material(packed, names="utf-8").name_readings()
    assert (reading.encoding, reading.guessed) == ("utf-8", False)
    # Bytes without a meaning in the encoding are shown as such.
    assert paths(open_material(packed, names="shift_jis")) == ["ﾐ｡1.jpg"]


SYSTEM = [
    *("set/.DS_Store", "__MACOSX/set/._a.png", "set/._a.png", "set/Thumbs.db"),
    *("set/desktop.ini", "set/.hidden.png", ".git/config.png", "set/THUMBS.DB"),
    *("$RECYCLE.BIN/a.png", "System Volume Information/x", "Icon\r"),
]


def test_system_files_are_passed_over_alike_everywhere(tmp_path: Path) -> None:
    files = dict.fromkeys([*SYSTEM, "set/a.png", "./dot/b.png"], b"x")
    folder_of(tmp_path / "raw", {name: b"x" for name in files if name != "./dot/b.png"})
    assert paths(open_material(tmp_path / "raw")) == ["set/a.png"]
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    tar = tar_with_links(tmp_path / "a.tar", files, [])
    for packed in (tmp_path / "a.zip", tar):
        assert paths(open_material(packed)) == ["set/a.png", "./dot/b.png"]
    assert not is_system_file("a/../b.png")


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz"])
def test_links_in_a_tar_are_the_files_that_they_name(name: str, tmp_path: Path) -> None:
    packed = tar_with_links(
        tmp_path / name,
        {"./set/a.png": b"first", "b.png": b"second"},
        [
            ("hard.png", tarfile.LNKTYPE, "./set/a.png"),
            ("set/soft.png", tarfile.SYMTYPE, "../b.png"),
            ("chain.png", tarfile.SYMTYPE, "set/soft.png"),
            ("set/out.png", tarfile.SYMTYPE, "../../etc/passwd"),
            ("absolute.png", tarfile.SYMTYPE, "/etc/passwd"),
            ("gone.png", tarfile.LNKTYPE, "nowhere.png"),
            ("circle.png", tarfile.SYMTYPE, "circle.png"),
        ],
    )
    with closing(open_material(packed)) as material:
        contents = {
            entry.path: material.read(entry.place)
            for entry in material.entries()
            if not entry.refused
        }
    assert contents == {
        "./set/a.png": b"first",
        "hard.png": b"first",
        "b.png": b"second",
        "set/soft.png": b"second",
        "chain.png": b"second",
    }
    assert refusals(open_material(packed)) == {
        name: f"{name} is a link to a file that is not in the archive"
        for name in ("set/out.png", "absolute.png", "gone.png", "circle.png")
    }


def test_links_in_a_zip_are_the_files_that_they_name(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("set/a.png", b"first")
        for name, target in [("l.png", "set/a.png"), ("out.png", "../etc/passwd")]:
            member = zipfile.ZipInfo(name)
            member.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(member, target)
    material = open_material(tmp_path / "a.zip")
    entries = {entry.path: entry for entry in material.entries()}
    assert material.read(entries["l.png"].place) == b"first"
    material.close()
    assert list(refusals(open_material(tmp_path / "a.zip"))) == ["out.png"]


def test_links_do_not_multiply_an_archive(tmp_path: Path) -> None:
    links = [(f"{n}.png", tarfile.LNKTYPE, "a.png") for n in range(20)]
    packed = tar_with_links(tmp_path / "a.tar", {"a.png": bytes(2**20)}, links)
    limits = ArchiveLimits(free_bytes=8 * 2**20, max_ratio=1)
    assert len(refusals(open_material(packed, limits=limits))) == 12
