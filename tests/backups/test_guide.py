"""The guide “Back up, restore, move” is followed word by word."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.backups.installations import ROOT, manifests, one_machine, server
from tests.backups.test_move import environment_file
from tests.curation.installation import BIN, OneMachine
from tests.guides.guide import read_guide

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def test_the_guide_is_followed(place: Path, target: OneMachine, tmp_path: Path) -> None:
    target.manage("restore", str(place))
    home = tmp_path / "home"
    home.mkdir()
    (home / "passphrase").write_text("four random words\n")
    commands = read_guide("back-up-and-restore").commands
    assert any(command.startswith("python manage.py move") for command in commands)
    with server(tmp_path / "server") as other:
        environment_file(other, home / "server.env")
        script = "\n".join(["set -e -o pipefail", *commands])
        done = subprocess.run(
            ["bash", "-c", script.replace(" server.env", " ~/server.env")],
            cwd=ROOT,
            env={
                **target.environment,
                "HOME": str(home),
                "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        releases = "SELECT version, manifest_sha256 FROM releases_release ORDER BY id"
        expected = target.rows(releases)
        assert list(map(tuple, other.rows(releases))) == expected != []
    for name in ("restored", "decrypted"):
        assert one_machine(home / name).rows(releases) == expected
    assert len(manifests(home / "subtext-backups")) == 1
