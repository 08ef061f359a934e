"""Writing files into a release folder and hashing them."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from releases.content.domain.frozen import canonical_json

MANIFEST = "manifest.json"
SUMS = "SHA256SUMS"

SCHEMA = "subtext-release/1"
SYNTHETIC_SCHEMA = "subtext-synthetic/1"
"""Schemas of manifests: of a release, and of a synthetic set."""


class BuildError(ValueError):
    """A release cannot be written; the message names the file."""


class WrittenFile(NamedTuple):
    sha256: str
    bytes: int


class ReleaseFolder:
    """A folder that records the hash and size of every file written to it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.written: dict[str, WrittenFile] = {}

    def prepare_path(self, path: str) -> Path:
        """Return the path of a file and create its parent folder."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def write(self, path: str, content: bytes) -> None:
        self.prepare_path(path).write_bytes(content)
        self.written[path] = WrittenFile(
            hashlib.sha256(content).hexdigest(), len(content)
        )

    def write_text(self, path: str, content: str) -> None:
        self.write(path, content.encode())

    def write_json(self, path: str, data: Any) -> None:
        with self.open_text(path) as file:
            json.dump(data, file, ensure_ascii=False, sort_keys=True, indent=2)
            file.write("\n")

    def write_json_lines(self, path: str, rows: Iterable[Any]) -> None:
        """Write one JSON object per line."""
        with self.open_text(path) as file:
            file.writelines(canonical_json(row) + "\n" for row in rows)

    def record_file(self, path: str) -> None:
        """Record a file that other code has written into the folder."""
        file = self.root / path
        with file.open("rb") as opened:
            sha256 = hashlib.file_digest(opened, "sha256").hexdigest()
        self.written[path] = WrittenFile(sha256, file.stat().st_size)

    @contextmanager
    def open_text(self, path: str) -> Iterator[IO[str]]:
        """Open a text file for writing in pieces, for files too large for memory."""
        with self.prepare_path(path).open("w", encoding="utf-8", newline="") as file:
            yield file
        self.record_file(path)

    def write_manifest_and_checksums(self, head: Mapping[str, Any]) -> str:
        """Write ``head``, the manifest, all files, and checksums; return its hash."""
        files = [
            {"path": path, "sha256": file.sha256, "bytes": file.bytes}
            for path, file in sorted(self.written.items())
        ]
        self.write_json(MANIFEST, {**head, "files": files})
        sums = sorted(self.written.items())
        self.write_text(
            SUMS, "".join(f"{file.sha256}  {path}\n" for path, file in sums)
        )
        return self.written[MANIFEST].sha256

    def read(self, path: str) -> bytes:
        """Return the content of a file that was written before."""
        return (self.root / path).read_bytes()
