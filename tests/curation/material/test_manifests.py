"""Manifests: found by one rule, read strictly, and joined with their files."""

import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from curation.image_files.domain.rejection import RejectionReason
from curation.images.models import Rights
from curation.material.domain.base import ManifestError, MaterialFile
from curation.material.domain.folders import FolderMaterial
from curation.material.domain.manifests.column_mapping import RIGHTS
from curation.material.domain.manifests.listed import ListedMaterial
from curation.material.domain.manifests.options import ManifestOptions, UnlistedFiles
from tests.curation.drawn_images import folder_of

Files = Mapping[str, str | bytes]


def listed(
    folder: Path, files: Files, options: ManifestOptions | None = None, given: str = ""
) -> ListedMaterial:
    """The files of a folder with their manifests, after the last entry."""
    folder_of(
        folder,
        {
            name: content.encode("utf-8") if isinstance(content, str) else content
            for name, content in files.items()
        },
    )
    material = FolderMaterial(folder)
    entry = material.entry(given) if given else None
    return ListedMaterial(material, options, main_table=entry)


def entries(
    folder: Path, files: Files, options: ManifestOptions | None = None, given: str = ""
) -> dict[str, MaterialFile]:
    with closing(listed(folder, files, options, given)) as material:
        return {entry.path: entry for entry in material.entries()}


def outcome(found: Mapping[str, MaterialFile]) -> dict[str, str]:
    """Path → author, or the reason why it is refused."""
    return {
        path: entry.refused[0] if entry.refused else entry.details.get("author", "")
        for path, entry in found.items()
    }


def fault(folder: Path, files: Files, options: ManifestOptions | None = None) -> str:
    with pytest.raises(ManifestError) as caught:
        entries(folder, files, options)
    return str(caught.value)


@pytest.mark.parametrize(
    "table",
    [
        "path,author\na.jpg,Zoë 张\nsub/c.jpg,C\n",
        "\ufeffpath,author\r\na.jpg,Zoë 张\r\nsub/c.jpg,C\r\n",
        "Path;Author\na.jpg;Zoë 张\nsub\\c.jpg;C\n",
        "sep=;\npath;author\na.jpg;Zoë 张\nsub/c.jpg;C\n",
        "PATH\tAUTHOR\n./a.jpg\tZoë 张\nsub/c.jpg\tC\n",
        " path | author \n a.jpg | Zoë 张 \n A.JPG | Zoë 张 \nSub/C.jpg|C\n",
        'file_name, author,,\n"a.jpg", "Zoë 张",,\n\n,,,\nsub//c.jpg,C,,\n',
        "path,author,\na.jpg,Zoë 张\nsub/c.jpg,C,,,\n,\n",
        "path,author\nsub/../a.jpg,Zoë 张\n./sub/x/../c.jpg,C\n",
        "author,path\rZoë 张,a.jpg\rC,sub/c.jpg\r",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le"])
def test_a_table_is_read_whatever_wrote_it(
    tmp_path: Path, table: str, encoding: str
) -> None:
    files: Files = {
        "a.jpg": b"a",
        "sub/c.jpg": b"c",
        "MetaData.CSV": table.encode(encoding),
    }
    assert outcome(entries(tmp_path, files)) == {"a.jpg": "Zoë 张", "sub/c.jpg": "C"}


def test_paths_are_compared_in_one_form(tmp_path: Path) -> None:
    files: Files = {
        "cafe\u0301.jpg": b"1",
        "v.jpg": b"2",
        "x.jpg": b"3",
        "X.JPG": b"4",
        "manifest.csv": "path,author\ncaf\u00e9.jpg,A\nV.JPG,B\nx.jpg,C\nx.Jpg,D\n",
    }
    assert outcome(entries(tmp_path, files)) == {
        "cafe\u0301.jpg": "A",
        "v.jpg": "B",
        # One row says nothing certain about two files, so neither comes in.
        "x.jpg": RejectionReason.INVALID_ROW,
        "X.JPG": RejectionReason.INVALID_ROW,
    }


def test_a_row_that_cannot_be_used_keeps_its_file_out(tmp_path: Path) -> None:
    rows: list[tuple[str, object]] = [
        ("typo.jpg", {"rights": "Redistribute"}),
        ("out.jpg", {"rights": "Prohibited", "licence": "x" * 201}),
        ("long.jpg", {"source": "s" * 201}),
        ("nul.jpg", {"author": "A\0"}),
        ("half.jpg", {"author": "\ud800"}),
        ("list.jpg", {"author": ["x", "y"]}),
        ("page.jpg", {"page": "javascript:alert(1)"}),
        ("address.jpg", {"address": "http://["}),
        ("two.jpg", {"author": "A"}),
        ("two.jpg", {"author": "B"}),
        ("three.jpg", {"rights": "redistribute"}),
        ("three.jpg", {"rights": "prohibited"}),
        ("gone.jpg", {}),
        ("../up.jpg", {}),
        ("fine.jpg", {"item": 5, "parameters": {"seed": 1}, "prompt": "a\nb"}),
    ]
    files: dict[str, str | bytes] = {path: b"x" for path, _row in rows[:12]}
    files["fine.jpg"] = files["unlisted.jpg"] = b"x"
    files["sub/manifest.jsonl"] = '{"path": "nothing.jpg"}'
    files["manifest.jsonl"] = "\n".join(
        json.dumps({"path": path, **row})
        for path, row in rows  # type: ignore[dict-item]
    )
    found = entries(tmp_path, files, ManifestOptions(unlisted=UnlistedFiles.IMPORT))
    invalid = {
        *("typo.jpg", "long.jpg", "nul.jpg", "half.jpg", "list.jpg", "page.jpg"),
        *("address.jpg", "two.jpg"),
    }
    assert outcome(found) == {
        **dict.fromkeys(invalid, RejectionReason.INVALID_ROW),
        **dict.fromkeys(("out.jpg", "three.jpg"), RejectionReason.PROHIBITED),
        **dict.fromkeys(("gone.jpg", "sub/nothing.jpg"), RejectionReason.UNREADABLE),
        "../up.jpg": RejectionReason.LEAVES_FOLDER,
        **dict.fromkeys(("fine.jpg", "unlisted.jpg"), ""),
    }
    assert found["fine.jpg"].details == {
        "item": "5",
        "item_row": "15",
        "parameters": '{"seed": 1}',
        "prompt": "a\nb",
    }
    assert found["typo.jpg"].refused
    assert "manifest.jsonl, line 1: the rights" in found["typo.jpg"].refused[1]


@pytest.mark.parametrize(
    ("name", "table", "message"),
    [
        ("manifest.csv", "path,colour\na,red\n", "line 1: unknown column 'colour'"),
        ("manifest.csv", "path,url\na,http://a\n", "line 1: unknown column 'url'"),
        ("manifest.csv", "a.jpg,Ann\nb.jpg,Eve\n", "line 1: the line names no column"),
        ("metadata.txt", "Drawn in May.\n", "is no manifest, give it another name"),
        ("manifest.csv", "PK\3\4\x14\0", "manifest.csv is not a text"),
        (
            "manifest.csv",
            f"path,author\na,{'x' * 2**17}\n",
            "line 2: more than 131,072",
        ),
        ("manifest.csv", "path,Licence,license\na,,\n", "line 1: two columns"),
        ("manifest.csv", "author\nAnn\n", "line 1: there is no column 'path'"),
        ("manifest.csv", "path,author\n", "has no rows"),
        ("manifest.csv", "", "has no rows"),
        ("manifest.csv", "path,author\na,A\nb\n", "line 3: the row has 1 cells"),
        ("manifest.csv", "path\na,b\n", "line 2: the row has 2 cells"),
        ("manifest.csv", "path,\na,b\n", "line 2: a cell is in a column without"),
        ("manifest.csv", "path,source\na,S\n,S\n", "line 3: the columns 'path'"),
        ("manifest.csv", 'path,author\na,"Ann\nb,Eve\n', "line 2: a quotation mark"),
        ("manifest.csv", 'path,author\na,"A"b\n', "line 2: a quotation mark"),
        ("manifest.csv", 'path,author\na,"A\nb,B"\n', "line 2: a line break in col"),
        ("manifest.csv", 'path,prompt\na,"A\nb,B"\n', "line 2: column 'prompt'"),
        ("manifest.jsonl", '{"path": "a"}\n{"path":\n', "line 2: the line is not JSON"),
        ("manifest.jsonl", '{"path":"a","Path":"b"}\n', "line 1: the same column"),
        ("manifest.jsonl", "[1]\n", "line 1: not an object"),
        ("manifest.jsonl", "[" * 9999, "line 1: the line is not JSON"),
        ("manifest.jsonl", '{"source": "S"}\n', "line 1: the columns 'path'"),
        ("manifest.jsonl", "x" * 2**20, "line 1: more than"),
        ("metadata.txt", "https://a/1\nftp://b\n", "line 2: column 'address'"),
        ("MANIFEST.xlsx", "PK", "cannot be read as a manifest"),
        ("manifest.json", "[]", "cannot be read as a manifest"),
        ("list.csv", "Path;Rights\na;prohibited\n", "list.csv looks like a manifest"),
        ("r.txt", "path,rights\na,prohibited\n", "r.txt looks like a manifest"),
        ("r.tsv", "My set\n\npath\trights\na\tno\n", "r.tsv looks like a manifest"),
        ("data.csv", "image,license\na,none\n", "data.csv looks like a manifest"),
        ("d.jsonl", '{"image":"a","rights":"no"}', "d.jsonl looks like a manifest"),
        ("r.json", '[\n{"path":"a",\n"rights":"no"}]', "save it as manifest.jsonl"),
        ("l.jsonl", '{"path":"a","author":"b"}', "l.jsonl looks like a manifest"),
    ],
)
@pytest.mark.parametrize("folder", ["", "deep/er/"])
def test_a_table_that_is_not_understood_lets_nothing_through(
    tmp_path: Path, folder: str, name: str, table: str, message: str
) -> None:
    files: Files = {f"{folder}a": b"a", "b.jpg": b"b", f"{folder}{name}": table}
    problem = fault(tmp_path, files)
    assert f"{folder}{name}" in problem
    assert message in problem


def test_a_manifest_that_cannot_be_opened_lets_nothing_through(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "set", {"a.jpg": b"a"})
    (folder / "manifest.csv").symlink_to("gone.csv")
    assert "manifest.csv cannot be read: manifest.csv" in fault(folder, {})


def test_a_manifest_names_files_of_other_folders_of_the_material(
    tmp_path: Path,
) -> None:
    table = "path,author\n../a.jpg,A\n../x/b.jpg,B\n../../c.jpg,C\n/a.jpg,D\n"
    files: Files = {"a.jpg": b"a", "x/b.jpg": b"b", "meta/manifest.csv": table}
    assert outcome(entries(tmp_path / "set", files)) == {
        "a.jpg": "A",
        "x/b.jpg": "B",
        "../c.jpg": RejectionReason.LEAVES_FOLDER,
        "meta/a.jpg": RejectionReason.LEAVES_FOLDER,
    }


@pytest.mark.parametrize(
    "path", ["C:\\set\\b c.jpg", "b%20c.jpg", "set/b c.jpg", "b  c.jpg", "*.jpg"]
)
@pytest.mark.parametrize(
    "statement", ["rights,prohibited", "licence,none", "rights,Prohibted"]
)
def test_no_unlisted_file_comes_in_while_stated_rights_have_no_file(
    tmp_path: Path, path: str, statement: str
) -> None:
    column, text = statement.split(",")
    table = f"path,{column}\na.jpg,\n{path},{text}\n"
    files: Files = {"a.jpg": b"a", "b c.jpg": b"b", "manifest.csv": table}
    imports_others = ManifestOptions(unlisted=UnlistedFiles.IMPORT)
    assert "manifest.csv, line 3: " in fault(tmp_path, files, imports_others)
    assert "b c.jpg" not in entries(tmp_path, files)


def test_texts_and_tables_about_other_things_stop_no_import(tmp_path: Path) -> None:
    files: Files = {
        "a.jpg": b"a",
        "a.txt": "path, rights, source",
        "README.txt": "Licence, source and rights\nhttps://a.example/1.png\n",
        "labels.csv": "file_name,label,text\na.jpg,3,Licence\n",
        "dataset_info.json": '{"license": "cc0-1.0", "features": {}}',
    }
    assert set(entries(tmp_path, files)) == set(files)


def test_an_unclear_encoding_is_confirmed_by_a_person(tmp_path: Path) -> None:
    chinese = "path,author\n图.jpg,张三\n".encode("gb18030")
    western = "path,author\nröd.jpg,André\n".encode("cp1252")
    files: dict[str, str | bytes] = {"图.jpg": b"1", "manifest.csv": chinese}
    problem = fault(tmp_path / "zh", files)
    assert "line 2: the encoding is unclear" in problem
    assert "read 图.jpg, 张三 in gb18030" in problem
    confirmed = ManifestOptions(encoding="gb18030")
    assert outcome(entries(tmp_path / "zh", files, confirmed)) == {"图.jpg": "张三"}
    wrong = fault(tmp_path / "zh", files, ManifestOptions(encoding="shift_jis"))
    assert "manifest.csv, line 2: this is not shift_jis" in wrong
    files = {"röd.jpg": b"1", "manifest.csv": western}
    assert "read röd.jpg, André in cp1252" in fault(tmp_path / "sv", files)
    confirmed = ManifestOptions(encoding="cp1252")
    assert outcome(entries(tmp_path / "sv", files, confirmed)) == {"röd.jpg": "André"}


def test_what_was_read_is_said(tmp_path: Path) -> None:
    table = "Path;Rights\na.jpg;redistribute\nb.jpg;no\n"
    files: Files = {
        **{
            "a.jpg": b"a",
            "b.jpg": b"b",
            "c.jpg": b"c",
            "notes.csv": b"what,else\n1,2\n",
        },
        "manifest.csv": table.encode("utf-16"),
    }
    with closing(listed(tmp_path, files)) as material:
        list(material.entries())
        assert material.listing() == {
            "manifests": [
                {
                    "path": "manifest.csv",
                    "encoding": "utf-16",
                    "separator": ";",
                    "columns": ["path", "rights"],
                    "rows": 2,
                    "refused": 1,
                }
            ],
            "unlisted": 2,
        }


def test_a_table_of_any_name_is_a_manifest_if_it_is_given_or_alone(
    tmp_path: Path,
) -> None:
    files: dict[str, str | bytes] = {
        "a.png": b"a",
        "b.png": b"b",
        "list.csv": "path,address,author\n,https://a.example/1.png,Ann\n"
        "a.png,https://a.example/a.png,Eve\n",
        # Another table of the folder does not count then.
        "metadata.json": "{}",
    }
    found = entries(tmp_path / "given", files, given="list.csv")
    assert outcome(found) == {"a.png": "Eve", "https://a.example/1.png": "Ann"}
    assert found["https://a.example/1.png"].address == "https://a.example/1.png"
    assert found["a.png"].address == ""
    assert found["a.png"].details["address"] == "https://a.example/a.png"
    alone: Files = {"list.txt": "\ufeff# pictures\nhttps://a/1\n\n  http://b/2 \n"}
    assert list(entries(tmp_path / "alone", alone)) == ["https://a/1", "http://b/2"]


def test_images_of_a_manifests_name_are_images(tmp_path: Path) -> None:
    assert list(entries(tmp_path, {"manifest.png": b"1", "a.png": b"2"})) == [
        "a.png",
        "manifest.png",
    ]


def test_the_rights_of_a_row_are_those_of_a_source() -> None:
    assert list(RIGHTS) == Rights.values
