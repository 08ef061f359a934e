"""A backup comes back whole on either database and storage, or not at all."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.backups.installations import (
    bucket_names,
    is_empty,
    manifests,
    one_machine,
    refusal,
    rows_of,
    run,
    server,
    unpack_kept,
)
from tests.curation.installation import OneMachine

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def test_it_comes_back_on_postgresql_and_s3_and_again_on_one_machine(
    shared_place: Path, tmp_path: Path
) -> None:
    """Every row, number to come, file and release is the same."""
    [before] = manifests(shared_place)
    with server(tmp_path / "server") as other:
        other.manage("restore", str(shared_place))
        other.manage("backup", str(tmp_path / "place"))
        for slug in ("ii-bench", "cmmmu"):
            exported = str(tmp_path / slug)
            other.manage("release_export", slug, "1.0.0", exported)
            other.manage("release_verify", exported)
    back = one_machine(tmp_path / "back")
    back.manage("restore", str(tmp_path / "place"))
    back.manage("backup", str(tmp_path / "place"))

    for after in manifests(tmp_path / "place"):
        assert rows_of(after) == rows_of(before)
        assert after["migrations"] == before["migrations"]
        assert (after["files"]["count"], after["files"]["bytes"]) == (
            before["files"]["count"],
            before["files"]["bytes"],
        )
        assert after["damaged"] == []
    # One content is stored once, whichever backup names it.
    contents = {file.name for file in (tmp_path / "place" / "files").rglob("*")}
    assert contents == {file.name for file in (shared_place / "files").rglob("*")}


def test_a_backup_of_an_earlier_version_is_migrated_on_postgresql(
    older_place: Path, restored: OneMachine, tmp_path: Path
) -> None:
    [older] = manifests(older_place)
    with server(tmp_path / "server") as other:
        other.manage("restore", str(older_place))
        other.manage("migrate", "--check")
        people = "SELECT id, username FROM projects_user ORDER BY id"
        assert list(map(tuple, other.rows(people))) == list(restored.rows(people))
        ledger = "SELECT COUNT(*) FROM workflow_ledgerentry"
        assert other.rows(ledger)[0][0] == rows_of(older)["workflow_ledgerentry"][0]
        for slug in ("ii-bench", "cmmmu"):
            other.manage("release_export", slug, "1.0.0", str(tmp_path / slug))
            other.manage("release_verify", str(tmp_path / slug))


def test_standard_output_and_input_hold_a_backup(
    restored: OneMachine, target: OneMachine, place: Path
) -> None:
    archive = run(restored, "backup", "-")
    assert archive.returncode == 0, archive.stderr.decode()
    # Nobody has used it yet.
    target.manage("installation_prepare")
    done = run(target, "restore", "-", stdin=archive.stdout)
    assert done.returncode == 0, done.stderr.decode()
    target.manage("backup", str(place))

    before, after = manifests(place)
    assert rows_of(after) == rows_of(before)


def test_a_bucket_holds_backups(
    restored: OneMachine, target: OneMachine, tmp_path: Path
) -> None:
    with server(tmp_path / "server") as other:
        endpoint = other.environment["SUBTEXT_S3_ENDPOINT"]
        for installation in (restored, target):
            installation.environment |= {
                "SUBTEXT_BACKUP_S3_ENDPOINT": endpoint,
                "SUBTEXT_BACKUP_S3_KEY": "test",
                "SUBTEXT_BACKUP_S3_SECRET": "test",
                "SUBTEXT_BACKUP_S3_REGION": "us-east-1",
            }
        restored.manage("backup", "s3://subtext/a/b")
        first = bucket_names(endpoint, "subtext")
        restored.manage("backup", "s3://subtext/a/b")
        second = bucket_names(endpoint, "subtext")
        target.manage("restore", "s3://subtext/a/b")
        missing = refusal(target, "backup", "s3://nowhere")

    assert all(name.startswith("a/b/") for name in second)
    assert {name for name in second - first if name.startswith("a/b/files")} == set()
    assert len(target.rows("SELECT id FROM releases_release")) == 2
    assert missing == "s3://nowhere: the storage answers NoSuchBucket"


def test_an_installation_that_is_not_empty_refuses(
    restored: OneMachine, place: Path, target: OneMachine
) -> None:
    before = restored.rows("SELECT COUNT(*) FROM workflow_ledgerentry")
    said = refusal(restored, "restore", str(place))
    assert said.startswith("This installation is not empty: its table ")
    assert restored.rows("SELECT COUNT(*) FROM workflow_ledgerentry") == before

    file = target.folder / "media" / "files" / "a.png"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"mine")
    said = refusal(target, "restore", str(place))
    assert said.startswith(
        "This installation is not empty: its storage has the file files/a.png."
    )
    assert file.read_bytes() == b"mine"


def test_a_damaged_content_is_named_and_nothing_is_left(
    place: Path, target: OneMachine
) -> None:
    content = sorted(file for file in (place / "files").rglob("*") if file.is_file())[7]
    data = bytearray(content.read_bytes())
    data[-1] ^= 1
    content.write_bytes(data)

    said = refusal(target, "restore", str(place))

    assert said.startswith(f"files/{content.parent.name}/{content.name} is damaged")
    assert is_empty(target)


def test_a_check_finds_a_damaged_content_and_copies_it_again(
    restored: OneMachine, place: Path
) -> None:
    content = sorted(file for file in (place / "files").rglob("*") if file.is_file())[7]
    whole = content.read_bytes()
    content.write_bytes(whole[:-1] + b"?")
    restored.manage("backup", str(place))
    assert content.read_bytes() != whole
    restored.manage("backup", str(place), "--check")
    assert content.read_bytes() == whole


@pytest.mark.parametrize("name", ["manifest.json", "tables/workflow_job-0001.jsonl.gz"])
def test_a_damaged_or_missing_part_is_named(
    place: Path, target: OneMachine, name: str
) -> None:
    [file] = place.glob(f"backups/*/{name}")
    file.write_bytes(file.read_bytes().replace(b"1", b"2"))
    assert f"{file.name} is damaged" in refusal(target, "restore", str(place))
    file.unlink()
    assert "is missing" in (
        said := refusal(target, "restore", str(place))
    ) or said.startswith("There is no complete backup")
    assert is_empty(target)


def test_a_later_version_is_refused(place: Path, target: OneMachine) -> None:
    """Its migrations are unknown here."""
    [file] = place.glob("backups/*/manifest.json")
    from backups.domain.manifest import read_manifest, write_manifest  # noqa: PLC0415

    manifest = read_manifest(file.read_bytes())
    later = [*manifest.migrations, ("workflow", "9999_later")]
    changed = manifest.model_copy(update={"migrations": later, "version": "9.0.0"})
    file.write_bytes(write_manifest(changed))

    said = refusal(target, "restore", str(place))

    assert said == (
        "Version 9.0.0 of Subtext made this backup. Its database has migrations that "
        "this version lacks, such as workflow 9999_later. Install version 9.0.0 or a "
        "later one, and restore again."
    )
    assert is_empty(target)


def test_a_database_that_is_in_use_refuses(place: Path, tmp_path: Path) -> None:
    with server(tmp_path / "server") as other:
        with psycopg.connect(other.environment["SUBTEXT_DATABASE_URL"]):
            said = refusal(other, "restore", str(place))
        endpoint = other.environment["SUBTEXT_S3_ENDPOINT"]
        assert said.startswith("Other processes use this database.")
        assert bucket_names(endpoint, "subtext") == set()


def test_an_earlier_database_is_backed_up_by_its_own_version(tmp_path: Path) -> None:
    unpack_kept(tmp_path)
    said = refusal(one_machine(tmp_path / "data"), "backup", str(tmp_path / "place"))
    assert said.startswith("The database is of an earlier version.")
    assert not (tmp_path / "place").exists()


def test_what_was_lost_before_is_named_and_everything_else_is_backed_up(
    place: Path, target: OneMachine
) -> None:
    target.manage("restore", str(place))
    with closing(sqlite3.connect(target.folder / "subtext.sqlite3")) as database:
        [[lost]] = database.execute("SELECT preview FROM curation_image LIMIT 1")
    (target.folder / "media" / lost).unlink()

    done = run(target, "backup", str(place), "--json")

    assert done.returncode == 0
    assert json.loads(done.stdout)["damaged"] == [lost]
    assert lost in done.stderr.decode()
