"""Installations that are backed up and restored, each with data of its own."""

import json
import subprocess
import sys
import tarfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import boto3
import httpx
import psycopg
from moto.server import ThreadedMotoServer

from tests.curation.installation import (
    ROOT,
    Installation,
    ManyMachines,
    OneMachine,
)
from tests.support.services import POSTGRESQL, free_port, require_service

KEPT = ROOT / "tests" / "upgrades" / "kept" / "0.2.0-2026-11-25.tar.xz"
"""An installation with two releases and an open project, which could not back up yet."""
OLDER = (
    "from backups.services.backup import make_backup;"
    "from backups.services.stores import backup_store;"
    "make_backup(backup_store({destination!r}), named=lambda read: ())"
)
"""A backup as a version with these migrations would have made it."""


def unpack_kept(folder: Path) -> None:
    with tarfile.open(KEPT) as packed:
        packed.extractall(folder, filter="data")


def run(
    installation: Installation, *arguments: str, stdin: bytes | None = None
) -> subprocess.CompletedProcess[bytes]:
    """A command with what it printed, whether it succeeded or not."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=installation.environment,
        input=stdin,
        capture_output=True,
        check=False,
    )


def refusal(installation: Installation, *arguments: str) -> str:
    """The one sentence with which a command fails."""
    done = run(installation, *arguments)
    printed = done.stderr.decode()
    assert done.returncode == 1, printed
    assert printed.startswith("CommandError: "), printed
    return printed.removeprefix("CommandError: ").strip()


def manifests(place: Path) -> list[dict[str, Any]]:
    """The contents of the manifests in a folder of backups, the oldest first."""
    files = sorted(place.glob("backups/*/manifest.json"))
    return [json.loads(file.read_text())["content"] for file in files]


def rows_of(manifest: Mapping[str, Any]) -> dict[str, tuple[int, str, int | None]]:
    """Number, digest and last number of the rows of each table.

    Without the record of backups, which each backup adds to.
    """
    return {
        table["name"]: (table["rows"], table["digest"], table["last_id"])
        for table in manifest["tables"]
        if table["name"] != "backups_backup"
    }


def is_empty(installation: Installation) -> bool:
    """Whether nothing is left of a restore: no row, no file, no second database."""
    database = installation.folder / "subtext.sqlite3"
    left = [file.name for file in installation.folder.glob("*.restoring*")]
    files = [
        file for file in (installation.folder / "media").rglob("*") if file.is_file()
    ]
    people = (
        installation.rows("SELECT id FROM projects_user") if database.exists() else []
    )
    return not (left or files or people)


@contextmanager
def server(folder: Path) -> Iterator[ManyMachines]:
    """An empty database of PostgreSQL, and an empty bucket."""
    require_service(POSTGRESQL, "PostgreSQL")
    name = f"subtext_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as database:
        database.execute(f"CREATE DATABASE {name}")
        storage = ThreadedMotoServer(ip_address="127.0.0.1", port=free_port())
        storage.start()
        host, port = storage.get_host_and_port()
        endpoint = f"http://{host}:{port}"
        # All servers of a process have the same buckets.
        httpx.post(f"{endpoint}/moto-api/reset").raise_for_status()
        folder.mkdir()
        installation = ManyMachines(folder, name, endpoint)
        try:
            yield installation
        finally:
            installation.stop()
            storage.stop()
            database.execute(f"DROP DATABASE {name} WITH (FORCE)")


def one_machine(folder: Path) -> OneMachine:
    """An installation in a folder where nothing is yet."""
    folder.mkdir(exist_ok=True)
    return OneMachine(folder)


def bucket_names(endpoint: str, bucket: str) -> set[str]:
    """The names of all objects in a bucket."""
    client = boto3.resource(
        "s3",
        endpoint_url=endpoint,
        aws_access_key_id="test",
        aws_secret_access_key="test",
        region_name="us-east-1",
    )
    return {stored.key for stored in client.Bucket(bucket).objects.all()}
