"""Installations on PostgreSQL as plain SQL that any connection can load."""

import lzma
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.support.services import POSTGRESQL


@contextmanager
def empty_database() -> Iterator[str]:
    """Create a database on the tests' server; yield its address, and delete it."""
    name = f"subtext_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield urlsplit(POSTGRESQL)._replace(path=f"/{name}").geturl()
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def dump_database(url: str, file: Path) -> None:
    """Write tables and rows as compressed SQL without the words that only psql knows."""
    options = ["--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=100"]
    dumped = subprocess.run(
        ["pg_dump", *options, url], stdout=subprocess.PIPE, check=True
    )
    lines = dumped.stdout.splitlines(keepends=True)
    sql = b"".join(line for line in lines if not line.startswith(b"\\"))
    file.write_bytes(lzma.compress(sql, preset=9 | lzma.PRESET_EXTREME))


def load_database(file: Path, url: str) -> None:
    """Load what ``dump_database`` wrote into an empty database."""
    with psycopg.connect(url) as connection:
        connection.execute(lzma.decompress(file.read_bytes()))
