"""Measurements that are kept for the next audit.

An audit of the same images measures nothing again, and one that was stopped continues
with what it had measured.
"""

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

MOST_BYTES = 2 * 1024**3
"""Size of the folder, above which the measurements that were used longest ago go."""


class MeasurementCache:
    """Measurements by everything they depend on, a file each; without a folder none.

    ``version`` names the code and the packages that measure: what another version
    measured counts as absent. So does a damaged file, and one that cannot be written.
    """

    def __init__(self, folder: Path | None = None, version: str = "") -> None:
        self._folder = folder
        self._version = version

    def find_measurement(self, *key: object) -> bytes | None:
        """Return what was measured, or None.

        ``key`` is the kind of measurement and all that it depends on, as JSON.
        """
        file = self._file_of(key)
        if file is None:
            return None
        try:
            content = file.read_bytes()
            os.utime(file)
        except OSError:
            return None
        digest, measured = content[:32], content[32:]
        return measured if hashlib.sha256(measured).digest() == digest else None

    def store_measurement(self, measured: bytes, *key: object) -> None:
        """Keep a measurement; another process may keep the same one."""
        file = self._file_of(key)
        if file is None:
            return
        # Another reader never sees half a file.
        partial = file.with_name(f"{file.name}.{uuid4()}")
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(hashlib.sha256(measured).digest() + measured)
            partial.replace(file)

    def get_or_measure(self, measure: Callable[[], bytes], *key: object) -> bytes:
        """Return what was measured; measure and keep it if it is absent."""
        measured = self.find_measurement(*key)
        if measured is None:
            measured = measure()
            self.store_measurement(measured, *key)
        return measured

    def delete_oldest(self, most_bytes: int = MOST_BYTES) -> None:
        """Delete the measurements that were used longest ago, down to a size."""
        if self._folder is None:
            return
        files = []
        for file in self._folder.glob("*/*"):
            with suppress(OSError):
                status = file.stat()
                files.append((status.st_mtime, status.st_size, file))
        left = sum(size for _, size, _ in files)
        for _, size, file in sorted(files):
            if left <= most_bytes:
                break
            with suppress(OSError):
                file.unlink(missing_ok=True)
                left -= size

    def _file_of(self, key: tuple[object, ...]) -> Path | None:
        if self._folder is None:
            return None
        text = json.dumps([self._version, *key])
        name = hashlib.sha256(text.encode()).hexdigest()
        return self._folder / name[:2] / name
