from os import urandom
from pathlib import Path

import pytest

from backups.domain.errors import BackupError
from backups.domain.manifest import BackupPart
from backups.domain.parts import MOST, PartWriter, check_part, read_lines
from backups.domain.stores.folder import FolderStore

LINE = 200_000
LINES = 3 * MOST // LINE


@pytest.fixture
def lines() -> list[bytes]:
    """More lines than two parts hold; random ones do not shrink when compressed."""
    return [urandom(LINE // 2).hex().encode() + b"\n" for _ in range(LINES)]


@pytest.fixture
def store(tmp_path: Path) -> FolderStore:
    return FolderStore(tmp_path)


@pytest.fixture
def parts(store: FolderStore, lines: list[bytes]) -> list[BackupPart]:
    with PartWriter(store, "rows/table") as writer:
        for line in lines:
            writer.add_line(line)
    return writer.parts


def test_lines_of_several_parts_are_read_as_they_were_written(
    store: FolderStore, lines: list[bytes], parts: list[BackupPart]
) -> None:
    assert [part.name for part in parts] == [
        f"rows/table-000{number}.jsonl.gz" for number in (1, 2, 3)
    ]
    for part in parts:
        check_part(store, part)
    assert list(read_lines(store, parts)) == lines


def test_a_damaged_part_is_named_and_none_of_its_lines_is_read(
    store: FolderStore, lines: list[bytes], parts: list[BackupPart], tmp_path: Path
) -> None:
    file = tmp_path / parts[1].name
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(BackupError, match=r"rows/table-0002\.jsonl\.gz is damaged"):
        list(read_lines(store, parts[1:]))
    with pytest.raises(BackupError, match=r"rows/table-0002\.jsonl\.gz is damaged"):
        check_part(store, parts[1])
