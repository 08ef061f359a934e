"""An installation of an earlier version is upgraded and goes on in this one.

Its releases verify, are exported again byte for byte, do not differ from a new release
of the same records, are evaluated again to the same scores, and its open project is
worked to a release.
"""

import json
import re
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.support.model_server import model_server
from tests.upgrades.installation import Installation, oracle
from tests.upgrades.keep import OPEN, PEOPLE, RELEASED, VERSION

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
UNCHANGED = {
    "ii-bench": "## 1.0.1\n\n0 items added, 0 removed, 0 changed.",
    "cmmmu": "## 1.0.1\n\n新增 0 个条目，移除 0 个，修改 0 个。",
}
"""What the change log of a release says that changes nothing."""
KEPT = sorted((Path(__file__).parent / "kept").glob("*.tar.xz"))


@pytest.fixture(scope="module", params=KEPT, ids=lambda path: path.name)
def kept(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Path]:
    """The unpacked archive, its database migrated by this version."""
    folder: Path = tmp_path_factory.mktemp("kept")
    with tarfile.open(request.param) as packed:
        packed.extractall(folder, filter="data")
    Installation(folder / "data").manage("migrate", "--verbosity", "0")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def installation(kept: Path) -> Installation:
    return Installation(kept / "data")


def test_its_database_is_migrated_whole(kept: Path, installation: Installation) -> None:
    installation.manage("migrate", "--check")
    with sqlite3.connect(kept / "data" / "subtext.sqlite3") as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def tables(folder: Path) -> dict[str, tuple[set[Any], set[Any]]]:
    """Columns (type, not null, default, key) and indexes of each table."""
    with sqlite3.connect(folder / "subtext.sqlite3") as database:

        def rows(pragma: str, name: str) -> list[tuple[Any, ...]]:
            return database.execute(f'PRAGMA {pragma}("{name}")').fetchall()

        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            table: (
                {column[1:] for column in rows("table_info", table)},
                {
                    (*kind, *(column for _, _, column in rows("index_info", index)))
                    for _, index, *kind in rows("index_list", table)
                },
            )
            for (table,) in names.fetchall()
        }


def test_its_tables_are_those_of_a_new_installation(kept: Path, tmp_path: Path) -> None:
    """A new one is created by squashed migrations, this one went through all others."""
    Installation(tmp_path).manage("migrate", "--verbosity", "0")
    assert tables(kept / "data") == tables(tmp_path)


@pytest.mark.parametrize("slug", RELEASED)
def test_its_releases_verify(kept: Path, installation: Installation, slug: str) -> None:
    installation.manage("release_verify", str(kept / "exports" / slug))


@pytest.mark.parametrize("slug", RELEASED)
def test_its_releases_are_exported_again_byte_for_byte(
    kept: Path, installation: Installation, slug: str, tmp_path: Path
) -> None:
    installation.manage("release_export", slug, VERSION, str(tmp_path / slug))

    assert _files(tmp_path / slug) == _files(kept / "exports" / slug)


@pytest.mark.parametrize("slug", RELEASED)
def test_its_tables_have_the_same_figures_of_models(
    kept: Path, installation: Installation, slug: str
) -> None:
    """Titles, groups, the rows of people and further tables came; a run's scores stay."""
    tables = installation.ask("evaluation_tables", slug, VERSION)
    kept_tables = json.loads((kept / "tables" / f"{slug}.json").read_text())

    figures, earlier = _figures(tables["tables"]), _figures(kept_tables["tables"])
    # Questions with one correct option and with several share a column since (CMMMU).
    earlier.pop("formats", None)
    assert earlier
    assert {name: figures.get(name) for name in earlier} == earlier


@pytest.mark.parametrize("slug", RELEASED)
def test_a_run_is_repeated_to_the_same_scores(
    kept: Path, installation: Installation, slug: str
) -> None:
    """The model's answer hangs on every letter of the prompt."""
    earlier = json.loads((kept / "runs.json").read_text())[slug]

    with model_server(oracle) as server:
        repeated = [
            installation.ask(
                *["evaluation_run", slug, VERSION, "--model", "oracle", "--wait"],
                # Nothing is taken over from the earlier run: every question is asked.
                *["--revision", "asked again", "--base-url", server.base_url],
                *["--setting", setting],
            )
            for setting in RELEASED[slug]
        ]

    assert server.asked
    assert [_scores(run) for run in repeated] == [_scores(run) for run in earlier]


@pytest.mark.parametrize("slug", RELEASED)
def test_a_new_release_of_the_same_records_changes_no_item(
    kept: Path, installation: Installation, slug: str, tmp_path: Path
) -> None:
    installation.manage(
        *["release_cut", slug, "1.0.1", "--wait"],
        *["--override", "simulated=A crew did the work of people."],
        *["--override", "released_before=The same images under two protocols."],
    )
    installation.manage("release_export", slug, "1.0.1", str(tmp_path / slug))

    assert _items(tmp_path / slug) == _items(kept / "exports" / slug)
    changes = (tmp_path / slug / "CHANGELOG.md").read_text()
    assert UNCHANGED[slug] in changes


def test_its_open_project_is_worked_to_a_release(installation: Installation) -> None:
    installation.manage("crew_simulate", OPEN, "--people", str(PEOPLE))
    installation.manage(
        *["release_cut", OPEN, VERSION, "--wait"],
        *["--override", "simulated=A crew did the work of people."],
        *["--override", "released_before=The same images under two protocols."],
    )


def _scores(run: dict[str, Any]) -> dict[str, Any]:
    """All that a run says of its answers; its number is its own."""
    return {name: value for name, value in run.items() if name != "run"}


def _items(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The items by split, in the benchmark's own layout, without the version's canary."""
    splits = {
        path.stem: json.loads(path.read_text())
        for path in sorted((folder / "nested").iterdir())
    }
    for item in chain.from_iterable(splits.values()):
        assert item.pop("canary")
    return splits


def _figures(tables: dict[str, str]) -> dict[str, list[str]]:
    """The rows of the model in each Markdown table, without bold and underline."""
    plain = {name: re.sub(r"[*]|</?u>", "", text) for name, text in tables.items()}
    return {
        name: [line for line in text.splitlines() if line.startswith("| oracle")]
        for name, text in plain.items()
    }


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
