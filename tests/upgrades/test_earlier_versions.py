"""An installation of an earlier version is upgraded and goes on in this one.

On both databases it loses no row. Its releases verify, are exported again byte for byte,
do not differ from a new release of the same records, are evaluated again to the same
scores, and its open project is worked to a release: on one database for each version, as
both would take twice as long.
"""

import json
import re
from collections.abc import Iterator
from itertools import chain, cycle
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.model_server import model_server
from tests.upgrades.dump import empty_database
from tests.upgrades.installation import Installation, oracle
from tests.upgrades.keep import OPEN, PEOPLE, RELEASED, VERSION
from tests.upgrades.kept import DATABASES, NAMES, applied_migrations, unpacked

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
UNCHANGED = {
    "ii-bench": "## 1.0.1\n\n0 items added, 0 removed, 0 changed.",
    "cmmmu": "## 1.0.1\n\n新增 0 个条目，移除 0 个，修改 0 个。",
}
"""What the change log of a release says that changes nothing."""
LEDGER = "SELECT * FROM workflow_ledgerentry ORDER BY id"
RELEASES = (
    "SELECT id, version, status, manifest_sha256 FROM releases_release ORDER BY id"
)
OF_THE_VERSION = {"django_migrations", "django_content_type", "auth_permission"}
"""Tables whose rows are about the version and not about work."""
ADDED_TO = {"workflow_job", "projects_securityevent"}
"""The upgrade adds jobs, and an event where the installation's settings differ."""
UNNAMED = re.compile(r"(?<=INDEX) \S+(?= ON)|::(character varying|text)(\[\])?|[()]")
"""What is not compared of a rule in SQL."""
MOVED = {
    "0.2.0-2026-11-25": {
        # Comparisons without a counterpart are in their shares since.
        "curation_measurement",
        "curation_duplicatescanshare",
        # Unread ones that the outcome of a discussion replaces are deleted.
        "review_notification",
    },
}
"""Tables of which migrations move or delete rows, by version."""

GOES_ON = pytest.mark.parametrize(
    "kept",
    list(zip(NAMES, cycle(DATABASES), strict=False)),
    indirect=True,
    ids="-".join,
    scope="module",
)
"""For tests of the work in a version, on either database in turn."""


class Upgraded(NamedTuple):
    """A kept installation after its upgrade, and what it held before."""

    name: str
    folder: Path
    installation: Installation
    counts: dict[str, int]
    ledger: list[tuple[Any, ...]]
    releases: list[tuple[Any, ...]]


@pytest.fixture(
    scope="module",
    params=[(name, database) for name in NAMES for database in DATABASES],
    ids="-".join,
)
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Upgraded]:
    """The unpacked archive, its database migrated by this version."""
    with unpacked(*request.param, tmp_path_factory.mktemp("kept")) as (folder, there):
        before = count_rows(there), there.rows(LEDGER), there.rows(RELEASES)
        # One after the other; what it prints of a failure names the migration.
        there.manage("upgrade", "--without-backup")
        yield Upgraded(request.param[0], folder, there, *before)


@pytest.fixture
def installation(kept: Upgraded) -> Installation:
    return kept.installation


def count_rows(installation: Installation) -> dict[str, int]:
    """Return the number of rows of each table."""
    names = installation.table_names()
    counted = " UNION ALL ".join(
        f"SELECT '{name}', COUNT(*) FROM \"{name}\""  # noqa: S608 - a table
        for name in names
    )
    return dict(installation.rows(counted))


def test_its_database_is_migrated_whole(installation: Installation) -> None:
    installation.manage("migrate", "--check")
    if not installation.database:
        assert installation.rows("PRAGMA foreign_key_check") == []


def test_workers_fold_the_search_texts_of_each_project_again(
    kept: Upgraded, installation: Installation
) -> None:
    if ("review", "0018_renew_search") in applied_migrations(kept.name):
        pytest.skip("its search texts are already those of this version")
    projects = installation.rows("SELECT id FROM projects_project ORDER BY id")
    jobs = installation.rows(
        "SELECT scope_id FROM workflow_job WHERE kind = 'review.search' "
        "AND status = 'queued' ORDER BY scope_id"
    )
    assert jobs == projects != []


def test_no_row_is_lost(kept: Upgraded, installation: Installation) -> None:
    after = count_rows(installation)
    moved = {*ADDED_TO, *OF_THE_VERSION, *MOVED.get(kept.name, ())}
    tables = kept.counts.keys() & after.keys() - moved
    assert {table: after[table] for table in tables} == {
        table: kept.counts[table] for table in tables
    }
    assert all(after[table] >= kept.counts.get(table, 0) for table in ADDED_TO)
    # Later versions have more columns.
    ledger = installation.rows(LEDGER)
    assert [row[: len(kept.ledger[0])] for row in ledger] == kept.ledger != []
    assert installation.rows(RELEASES) == kept.releases != []


def test_its_tables_are_those_of_a_new_installation(
    installation: Installation, tmp_path: Path
) -> None:
    """A new one is created by squashed migrations, this one by what they replace."""
    if not installation.database:
        new = Installation(tmp_path)
        new.manage("migrate", "--verbosity", "0")
        assert sqlite_tables(installation) == sqlite_tables(new)
        return
    with empty_database() as url:
        new = Installation(installation.folder, url)
        new.manage("migrate", "--verbosity", "0")
        assert postgresql_tables(installation) == postgresql_tables(new)


def sqlite_tables(installation: Installation) -> dict[str, tuple[set[Any], set[Any]]]:
    """Columns (type, not null, default, key) and indexes of each table."""
    return {
        table: (
            {
                column[1:]
                for column in installation.rows(f'PRAGMA table_info("{table}")')
            },
            {
                (
                    *kind,
                    *(
                        column
                        for _, _, column in installation.rows(
                            f'PRAGMA index_info("{index}")'
                        )
                    ),
                )
                for _, index, *kind in installation.rows(
                    f'PRAGMA index_list("{table}")'
                )
            },
        )
        for table in installation.table_names()
    }


def postgresql_tables(installation: Installation) -> dict[str, set[Any]]:
    """Columns, constraints and indexes by table, without the names of the latter.

    PostgreSQL writes the casts of a loaded dump in another way, so they are left out.
    """
    columns = installation.rows(
        "SELECT table_name, column_name, data_type, character_maximum_length, "
        "is_nullable, column_default FROM information_schema.columns "
        "WHERE table_schema = 'public'"
    )
    rules = installation.rows(
        "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint "
        "WHERE connamespace = 'public'::regnamespace UNION ALL "
        "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    )
    tables: dict[str, set[Any]] = {}
    for table, *column in columns:
        tables.setdefault(table, set()).add(tuple(column))
    for table, rule in rules:
        tables.setdefault(table, set()).add(UNNAMED.sub("", rule))
    return tables


@GOES_ON
@pytest.mark.parametrize("slug", RELEASED)
def test_its_releases_verify(
    kept: Upgraded, installation: Installation, slug: str
) -> None:
    installation.manage("release_verify", str(kept.folder / "exports" / slug))


@GOES_ON
@pytest.mark.parametrize("slug", RELEASED)
def test_its_releases_are_exported_again_byte_for_byte(
    kept: Upgraded, installation: Installation, slug: str, tmp_path: Path
) -> None:
    installation.manage("release_export", slug, VERSION, str(tmp_path / slug))

    assert _files(tmp_path / slug) == _files(kept.folder / "exports" / slug)


@GOES_ON
@pytest.mark.parametrize("slug", RELEASED)
def test_its_tables_have_the_same_figures_of_models(
    kept: Upgraded, installation: Installation, slug: str
) -> None:
    """Titles, groups, the rows of people and further tables came; a run's scores stay."""
    tables = installation.ask("evaluation_tables", slug, VERSION)
    kept_tables = json.loads((kept.folder / "tables" / f"{slug}.json").read_text())

    figures, earlier = _figures(tables["tables"]), _figures(kept_tables["tables"])
    # Questions with one correct option and with several share a column since (CMMMU).
    earlier.pop("formats", None)
    assert earlier
    assert {name: figures.get(name) for name in earlier} == earlier


@GOES_ON
@pytest.mark.parametrize("slug", RELEASED)
def test_a_run_is_repeated_to_the_same_scores(
    kept: Upgraded, installation: Installation, slug: str
) -> None:
    """The model's answer hangs on every letter of the prompt."""
    earlier = json.loads((kept.folder / "runs.json").read_text())[slug]

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


@GOES_ON
@pytest.mark.parametrize("slug", RELEASED)
def test_a_new_release_of_the_same_records_changes_no_item(
    kept: Upgraded, installation: Installation, slug: str, tmp_path: Path
) -> None:
    installation.manage(
        *["release_cut", slug, "1.0.1", "--wait"],
        *["--override", "simulated=A crew did the work of people."],
        *["--override", "released_before=The same images under two protocols."],
    )
    installation.manage("release_export", slug, "1.0.1", str(tmp_path / slug))

    assert _items(tmp_path / slug) == _items(kept.folder / "exports" / slug)
    changes = (tmp_path / slug / "CHANGELOG.md").read_text()
    assert UNCHANGED[slug] in changes


@GOES_ON
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
