import hashlib
import json
import py_compile
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from releases.layouts.domain.verify import verify_release
from subtext_protocol.document import Protocol
from tests.releases.samples import frozen_release, written


@pytest.fixture
def folder(toy_protocol: Protocol, tmp_path: Path) -> Path:
    written(frozen_release(toy_protocol), tmp_path / "toy-1.0.0")
    return tmp_path / "toy-1.0.0"


def problems(folder: Path) -> dict[str, str]:
    return {problem.path: problem.reason for problem in verify_release(folder).problems}


def resign(folder: Path) -> None:
    """Make checksums and manifest fit whatever is in the folder now."""
    manifest = json.loads((folder / "manifest.json").read_text())
    for file in manifest["files"]:
        content = (folder / file["path"]).read_bytes()
        file["sha256"] = hashlib.sha256(content).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))
    paths = [*(file["path"] for file in manifest["files"]), "manifest.json"]
    (folder / "SHA256SUMS").write_text(
        "".join(
            f"{hashlib.sha256((folder / path).read_bytes()).hexdigest()}  {path}\n"
            for path in paths
        )
    )


def test_an_untouched_release_is_whole(folder: Path) -> None:
    found = verify_release(folder)
    assert found.is_intact
    assert found.version == "1.0.0"
    manifest = (folder / "manifest.json").read_bytes()
    assert found.sha256 == hashlib.sha256(manifest).hexdigest()
    assert verify_release(folder, sha256=found.sha256).is_intact


def a_image(folder: Path) -> str:
    first = min((folder / "images").iterdir())
    return first.relative_to(folder).as_posix()


def flip_a_byte(folder: Path) -> str:
    path = a_image(folder)
    content = bytearray((folder / path).read_bytes())
    content[-1] ^= 1
    (folder / path).write_bytes(content)
    return path


def remove_a_file(folder: Path) -> str:
    (folder / "questions/main.jsonl").unlink()
    return "questions/main.jsonl"


def add_a_file(folder: Path) -> str:
    (folder / "images/more.png").write_bytes(b"more")
    return "images/more.png"


def edit_the_manifest(folder: Path) -> str:
    file = folder / "manifest.json"
    file.write_text(file.read_text().replace('"seed": 7', '"seed": 8'))
    return "manifest.json"


def damage_the_sums(folder: Path) -> str:
    (folder / "SHA256SUMS").write_text("nothing\n")
    return "SHA256SUMS"


def remove_the_manifest(folder: Path) -> str:
    (folder / "manifest.json").unlink()
    return "manifest.json"


def drop_a_line_everywhere_but_the_parquet(folder: Path) -> str:
    file = folder / "questions/main.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[1:]))
    resign(folder)
    return "questions/main.jsonl"


def swap_a_key_in_the_parquet(folder: Path) -> str:
    path = "data/main-00000-of-00001.parquet"
    table = pq.read_table(folder / path)
    at = table.schema.get_field_index("answer")
    keys = ["A" if key != "A" else "B" for key in table.column("answer").to_pylist()]
    pq.write_table(table.set_column(at, "answer", [keys]), folder / path)
    resign(folder)
    return path


@pytest.mark.parametrize(
    "tamper",
    [
        flip_a_byte,
        remove_a_file,
        add_a_file,
        edit_the_manifest,
        damage_the_sums,
        remove_the_manifest,
        drop_a_line_everywhere_but_the_parquet,
        swap_a_key_in_the_parquet,
    ],
)
def test_tampering_is_found_and_the_file_named(
    folder: Path, tamper: Callable[[Path], str]
) -> None:
    path = tamper(folder)
    assert path in problems(folder)


def test_a_resigned_release_is_another_one(folder: Path) -> None:
    sha256 = verify_release(folder).sha256
    (folder / "README.md").write_text("mine now")
    resign(folder)
    assert verify_release(folder).is_intact
    found = verify_release(folder, sha256=sha256)
    assert [problem.path for problem in found.problems] == ["manifest.json"]


def test_what_is_no_folder_is_said_so(tmp_path: Path) -> None:
    assert (
        "is not a folder" in problems(tmp_path / "nowhere")[str(tmp_path / "nowhere")]
    )


def test_bytecode_of_the_modules_is_no_damage(folder: Path) -> None:
    published = verify_release(folder)
    written = []
    for module in sorted((folder / "lmms_eval").rglob("*.py")):
        name = f"{module.stem}.{sys.implementation.cache_tag}.pyc"
        bytecode = module.parent / "__pycache__" / name
        py_compile.compile(str(module), cfile=str(bytecode), doraise=True)
        written.append(bytecode.relative_to(folder).as_posix())
    found = verify_release(folder)
    assert found.is_intact
    assert found.files == published.files
    assert written
    assert sorted(found.bytecode) == sorted(written)


@pytest.mark.parametrize(
    "foreign",
    [
        "lmms_eval/__pycache__/other.cpython-312.pyc",
        "lmms_eval/__pycache__/utils.py",
        "lmms_eval/utils.pyc",
        "__pycache__/utils.cpython-312.pyc",
    ],
)
def test_other_files_in_its_folders_are_named(folder: Path, foreign: str) -> None:
    (folder / foreign).parent.mkdir(exist_ok=True)
    (folder / foreign).write_bytes(b"x")
    assert [*problems(folder)] == [foreign]
    assert not verify_release(folder).bytecode
