"""The kept installations of earlier versions, unpacked on either database."""

import lzma
import re
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support.services import POSTGRESQL, REDIS, require_service
from tests.upgrades.dump import empty_database, load_database
from tests.upgrades.installation import Installation

FOLDER = Path(__file__).parent / "kept"
BEFORE_0_2 = ["0.1.0"]
"""Versions whose databases this one refuses."""
NAMES = [
    name
    for file in sorted(FOLDER.glob("*.tar.xz"))
    if (name := file.name.removesuffix(".tar.xz")) not in BEFORE_0_2
]
"""Versions whose databases are upgraded, with the day of an unreleased commit."""
DATABASES = ("SQLite", "PostgreSQL")
_APPLIED = re.compile(rb"\((\d+), '(\w+)', '(\w+)', '[\d :.+-]+'\)")


class Kept(NamedTuple):
    """An unpacked archive, its data as an installation."""

    folder: Path
    installation: Installation


@contextmanager
def unpacked(name: str, database: str, folder: Path) -> Iterator[Kept]:
    """Unpack a kept installation into ``folder``, which is deleted at the end."""
    with ExitStack() as stack:
        url = ""
        if database == "PostgreSQL":
            require_service(POSTGRESQL, "PostgreSQL")
            require_service(REDIS, "Redis")
            url = stack.enter_context(empty_database())
            load_database(FOLDER / f"{name}.sql.xz", url)
        stack.callback(shutil.rmtree, folder)
        with tarfile.open(FOLDER / f"{name}.tar.xz") as packed:
            packed.extractall(folder, filter="data")
        yield Kept(folder, Installation(folder / "data", url))


def applied_migrations(name: str) -> list[tuple[str, str]]:
    """Return app and name of the migrations that a kept database has."""
    sql = lzma.decompress((FOLDER / f"{name}.sql.xz").read_bytes())
    begin = sql.index(b"INSERT INTO public.django_migrations VALUES")
    rows = sql[begin : sql.index(b"\n\n\n", begin)]
    return [(match[2].decode(), match[3].decode()) for match in _APPLIED.finditer(rows)]
