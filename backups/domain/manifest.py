"""The manifest of a backup: what is in it, with hashes."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from backups.domain.errors import BackupError
from backups.domain.rows import Kind

FORMAT = 1
"""Version of the layout of backups; a reader refuses a larger one."""
MANIFEST = "manifest.json"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class BackupPart(_Frozen):
    """A compressed file of JSON lines."""

    name: str
    sha256: str
    bytes: int


class BackupColumn(_Frozen):
    name: str
    kind: Kind


class BackupTable(_Frozen):
    """A table's rows; ``digest`` is that of ``RowDigest``."""

    name: str
    columns: Sequence[BackupColumn]
    rows: int
    digest: str
    last_id: int | None
    """The last number that the database gave to a row, which may be deleted since."""
    parts: Sequence[BackupPart]

    @property
    def column_types(self) -> list[Kind]:
        return [column.kind for column in self.columns]


class FileList(_Frozen):
    """The files of the storage; each line of ``parts`` is an entry of one."""

    count: int
    bytes: int
    parts: Sequence[BackupPart]


class BackupManifest(_Frozen):
    """All that a backup consists of."""

    format: int = FORMAT
    name: str
    version: str
    """Subtext's version."""
    at: datetime
    """The moment of the backup: later writes are not in it."""
    database: str
    migrations: Sequence[tuple[str, str]]
    """App and name of every migration that was applied."""
    tables: Sequence[BackupTable]
    files: FileList
    damaged: Sequence[str]
    """Files that the database names and that the storage lacked, or had otherwise."""

    @property
    def total_rows(self) -> int:
        return sum(table.rows for table in self.tables)

    @property
    def parts(self) -> list[BackupPart]:
        """The compressed files of all tables and of the list of files."""
        of_tables = [part for table in self.tables for part in table.parts]
        return [*of_tables, *self.files.parts]

    @property
    def total_bytes(self) -> int:
        """Bytes that restoring reads."""
        return self.files.bytes + sum(part.bytes for part in self.parts)


def write_manifest(manifest: BackupManifest) -> bytes:
    """Return the manifest's file, which holds the hash of its content."""
    content = manifest.model_dump(mode="json")
    document = {"sha256": _hash_of(content), "content": content}
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def read_manifest(data: bytes) -> BackupManifest:
    """Return the manifest of a file. Raises BackupError for a damaged or later one."""
    try:
        document = json.loads(data)
        content = document["content"]
        is_whole = document["sha256"] == _hash_of(content)
        layout = content["format"]
    except (ValueError, KeyError, TypeError) as error:
        raise BackupError(f"{MANIFEST} is damaged. Use another backup.") from error
    if not is_whole:
        raise BackupError(
            f"{MANIFEST} is damaged: its content has another hash than it says. "
            "Use another backup."
        )
    if layout > FORMAT:
        raise BackupError(
            f"Version {content['version']} of Subtext made this backup in a layout "
            "that this version cannot read. Install that version or a later one."
        )
    try:
        return BackupManifest.model_validate(content)
    except ValidationError as error:
        raise BackupError(f"{MANIFEST} is damaged. Use another backup.") from error


def _hash_of(content: Any) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
