"""A database of a version before 0.2.0 is refused; its releases stay usable."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.model_server import model_server
from tests.support.services import free_port
from tests.upgrades.installation import ROOT, Installation, oracle
from tests.upgrades.keep import RELEASED
from tests.upgrades.kept import BEFORE_0_2, DATABASES, Kept, unpacked

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
REFUSED = (
    "This database is of a version before 0.2.0. Upgrade it with version 0.2.0 first, "
    "and then with this version."
)
STARTS = {
    "SQLite": (["migrate"], ["upgrade", "--without-backup"], ["doctor"], ["run"]),
    "PostgreSQL": (
        ["migrate"],
        ["upgrade", "--without-backup"],
        ["installation_prepare"],
    ),
}
"""The commands that upgrade a database or look at it, by what starts with them."""


@pytest.fixture(
    scope="module",
    params=[(name, database) for name in BEFORE_0_2 for database in DATABASES],
    ids="-".join,
)
def installation(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installation]:
    with unpacked(*request.param, tmp_path_factory.mktemp("kept")) as kept:
        yield kept.installation


@pytest.fixture(scope="module", params=BEFORE_0_2)
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Kept]:
    with unpacked(request.param, "SQLite", tmp_path_factory.mktemp("kept")) as kept:
        yield kept


def contents(installation: Installation) -> dict[str, list[Any]]:
    """Return the rows of each table, as text, in one order."""
    return {
        table: sorted(
            map(repr, installation.rows(f'SELECT * FROM "{table}"'))  # noqa: S608 - a table
        )
        for table in installation.table_names()
    }


def test_each_start_refuses_it_and_changes_nothing(installation: Installation) -> None:
    before = contents(installation)
    assert before["projects_project"]

    for command in STARTS["PostgreSQL" if installation.database else "SQLite"]:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={**installation.whole_environment, "SUBTEXT_PORT": str(free_port())},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1, command
        assert REFUSED in done.stdout + done.stderr, command
        assert "Traceback" not in done.stderr, command

    assert contents(installation) == before


@pytest.mark.parametrize("slug", RELEASED)
def test_its_releases_verify(kept: Kept, slug: str, tmp_path: Path) -> None:
    new = Installation(tmp_path)
    new.manage("release_verify", str(kept.folder / "exports" / slug))


@pytest.mark.parametrize("slug", RELEASED)
def test_a_run_on_its_releases_reaches_the_same_scores(
    kept: Kept, slug: str, tmp_path: Path
) -> None:
    """The model's answer hangs on every letter of the prompt."""
    folder = kept.folder / "exports" / slug
    earlier = json.loads((kept.folder / "runs.json").read_text())[slug]
    manifest = (folder / "manifest.json").read_bytes()

    with model_server(oracle) as server:
        for run in earlier:
            out = tmp_path / run["setting"]
            spec = tmp_path / f"{run['setting']}.json"
            release = {
                "uri": str(folder),
                "sha256": hashlib.sha256(manifest).hexdigest(),
            }
            model = {
                "name": run["model"],
                "backend": "openai",
                "base_url": server.base_url,
            }
            spec.write_text(
                json.dumps(
                    {
                        "run": "again",
                        "release": release,
                        "model": model,
                        "setting": run["setting"],
                        "splits": ["test"],
                    }
                )
            )
            subprocess.run(
                [sys.executable, "-m", "subtext_runner", "run", spec, "--out", out],
                cwd=ROOT,
                env={**os.environ, "SUBTEXT_DATA_DIR": str(tmp_path)},
                check=True,
            )
            scores = json.loads((out / "result.json").read_text())["scores"]
            names = ("overall", "published", "reasons", "slices", "formats")
            assert {name: scores[name] for name in names} == {
                name: run[name] for name in names
            }
    assert server.asked
