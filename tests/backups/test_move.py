"""An installation moves between databases and storages, and every number is equal."""

from pathlib import Path

import pytest

from tests.backups.installations import (
    bucket_names,
    is_empty,
    manifests,
    one_machine,
    refusal,
    rows_of,
    server,
)
from tests.curation.installation import Installation, OneMachine

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]
FIGURES = (
    "SELECT model, setting, status, answered FROM evaluation_run ORDER BY id",
    "SELECT machine, subject_id, version, action FROM workflow_ledgerentry ORDER BY id",
    "SELECT version, manifest_sha256 FROM releases_release ORDER BY id",
)


def environment_file(installation: Installation, file: Path) -> str:
    names = [name for name in installation.environment if name.startswith("SUBTEXT_")]
    lines = [f'{name}="{installation.environment[name]}"\n' for name in names]
    file.write_text("# The other installation\n\n" + "".join(lines))
    return str(file)


def test_from_one_machine_to_a_server_and_back(
    place: Path, target: OneMachine, tmp_path: Path
) -> None:
    target.manage("restore", str(place))
    with server(tmp_path / "server") as other:
        there = environment_file(other, tmp_path / "server.env")
        said = target.manage("move", there)
        assert "Every table and file of the other installation is equal." in said
        tables = other.manage("evaluation_tables", "ii-bench", "1.0.0", "--json")
        back = one_machine(tmp_path / "back")
        other.manage("move", environment_file(back, tmp_path / "back.env"))
        endpoint = other.environment["SUBTEXT_S3_ENDPOINT"]
        names = bucket_names(endpoint, "subtext")

    assert names == {
        file.relative_to(back.folder / "media").as_posix()
        for file in (back.folder / "media").rglob("*")
        if file.is_file()
    }
    for query in FIGURES:
        assert back.rows(query) == target.rows(query) != []
    assert target.manage("evaluation_tables", "ii-bench", "1.0.0", "--json") == tables
    assert back.manage("evaluation_tables", "ii-bench", "1.0.0", "--json") == tables
    back.manage("backup", str(place))
    before, after = manifests(place)
    assert rows_of(after) == rows_of(before)


def test_a_target_with_data_stays_as_it_is(
    place: Path, target: OneMachine, restored: OneMachine, tmp_path: Path
) -> None:
    there = environment_file(restored, tmp_path / "there.env")
    target.manage("restore", str(place))
    said = refusal(target, "move", there)
    assert said.startswith("The other installation: This installation is not empty")
    (tmp_path / "wrong.env").write_text("SUBTEXT_DATA_DIR=/nowhere\nSUBTEXT\n")
    said = refusal(target, "move", str(tmp_path / "wrong.env"))
    assert said == f"{tmp_path / 'wrong.env'}: line 2 is not NAME=VALUE."
    assert not is_empty(target)
