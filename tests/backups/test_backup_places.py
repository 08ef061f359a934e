"""One sentence says why a place cannot take a backup, or has none."""

import subprocess
import sys
import tarfile
from pathlib import Path
from shlex import quote

import pytest

from tests.backups.installations import ROOT, one_machine, refusal
from tests.curation.installation import OneMachine
from tests.support.container import can_contain

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def test_a_folder_of_the_installation_is_no_place(restored: OneMachine) -> None:
    media = restored.folder / "media"
    said = refusal(restored, "backup", str(media / "backups"))
    assert said.startswith(f"{media / 'backups'} is in {media}, whose files are")
    assert not (media / "backups").exists()


def test_a_bucket_without_a_key(
    restored: OneMachine, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where AWS keeps keys, there is none.
    monkeypatch.setitem(restored.environment, "AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setitem(restored.environment, "HOME", "/nowhere")
    assert refusal(restored, "backup", "s3://bucket") == (
        "s3://bucket: no key is set. Set SUBTEXT_BACKUP_S3_KEY and "
        "SUBTEXT_BACKUP_S3_SECRET"
    )


def test_a_reader_that_ends_too_early(restored: OneMachine) -> None:
    done = subprocess.run(
        [
            "bash",
            "-c",
            '"$0" manage.py backup - | true; exit ${PIPESTATUS[0]}',
            sys.executable,
        ],
        cwd=ROOT,
        env=restored.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    said = done.stderr.splitlines()[-1]
    assert (
        said
        == "CommandError: What reads the archive ended too early: there is no backup."
    )


def on_full_disk(
    installation: OneMachine, folder: Path, kilobytes: int, *arguments: str
) -> subprocess.CompletedProcess[str]:
    """A command for which a folder has so much space; it ends with the folder's files."""
    if not can_contain():
        pytest.skip("a disk of its own needs root and unshare")
    folder.mkdir(exist_ok=True)
    disk = f"mount -t tmpfs -o size={kilobytes}k disk {quote(str(folder))}"
    script = f'{disk} && {{ "$@"; status=$?; ls {quote(str(folder))}; exit $status; }}'
    return subprocess.run(
        [
            *("unshare", "--mount", "sh", "-c", script, "-"),
            *(sys.executable, "manage.py", *arguments),
        ],
        cwd=ROOT,
        env=installation.environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_temporary_folder_without_space(
    restored: OneMachine,
    target: OneMachine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full, place = tmp_path / "full", str(tmp_path / "place")
    for installation in (restored, target):
        monkeypatch.setitem(installation.environment, "TMPDIR", str(full))
    done = on_full_disk(restored, full, 8, "backup", place)
    assert done.returncode == 1
    assert done.stderr.startswith(
        f"CommandError: {place}: the temporary folder {full}: "
    )
    assert done.stderr.count("\n") == 1

    archive = tmp_path / "archive.tar"
    with tarfile.open(archive, "w") as packed:
        packed.add(Path(sys.executable).resolve(), "python")
    done = on_full_disk(target, full, 8, "restore", str(archive))
    assert done.returncode == 1
    said = f"CommandError: {archive} cannot be unpacked in {full}"
    assert done.stderr.startswith(said)
    assert ": the disk is full. TMPDIR sets another folder." in done.stderr


def test_a_full_disk_leaves_no_empty_secret(tmp_path: Path) -> None:
    """An empty one would be taken for the secret by the next start."""
    installation = one_machine(tmp_path / "new")
    done = on_full_disk(installation, installation.folder, 4, "doctor")
    assert done.returncode == 1
    assert "the disk is full" in done.stderr
    assert "worker-secret" not in done.stdout.split()


def test_a_file_that_is_no_archive(target: OneMachine, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("no archive")
    assert refusal(target, "restore", str(file)) == (
        f"{file} is damaged, or is no tar archive."
    )
