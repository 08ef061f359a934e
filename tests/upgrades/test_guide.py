"""The guide “Upgrade and go back” is followed on one machine."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.curation.installation import BIN
from tests.guides.guide import read_guide
from tests.upgrades.installation import ROOT, Installation
from tests.upgrades.kept import NAMES, unpacked

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
EARLIER = "python manage.py migrate review 0021"
"""In place of the earlier version, which made the backup."""
RELEASES = "SELECT version, manifest_sha256 FROM releases_release ORDER BY id"


def test_the_guide_is_followed_on_one_machine(tmp_path: Path) -> None:
    commands = [
        line
        for line in read_guide("upgrade-and-go-back").commands
        if line.startswith(("python manage.py", "export"))
    ]
    backup, *others = commands
    assert backup.startswith("python manage.py backup")
    assert others[0] == "python manage.py upgrade --check"
    with unpacked(NAMES[-1], "SQLite", tmp_path / "kept") as (_folder, installation):
        installation.manage("migrate", "--verbosity=0")
        releases = installation.rows(RELEASES)
        script = "\n".join(["set -e", backup, EARLIER, *others])
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=ROOT,
            env={
                **installation.whole_environment,
                "HOME": str(tmp_path),
                "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "The version before can serve" in done.stdout
        installation.manage("migrate", "--check")
    assert Installation(tmp_path / "before").rows(RELEASES) == releases != []
