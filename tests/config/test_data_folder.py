"""A data folder belongs to one running installation."""

from pathlib import Path

import pytest

from config.data_folder import FolderInUseError, lock_data_folder


def test_a_second_start_learns_where_the_first_serves(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    with lock_data_folder(folder, "http://127.0.0.1:8000"):
        with (
            pytest.raises(FolderInUseError, match=r"^http://127\.0\.0\.1:8000$"),
            lock_data_folder(folder, "http://127.0.0.1:8001"),
        ):
            pass
        # The refused start has not written its own address over the first's.
        with (
            pytest.raises(FolderInUseError, match=r"^http://127\.0\.0\.1:8000$"),
            lock_data_folder(folder, "http://127.0.0.1:8002"),
        ):
            pass


def test_the_folder_is_free_again_afterwards(tmp_path: Path) -> None:
    with lock_data_folder(tmp_path, "http://127.0.0.1:8000"):
        pass
    with (
        lock_data_folder(tmp_path, "http://127.0.0.1:8001"),
        pytest.raises(FolderInUseError, match="8001"),
        lock_data_folder(tmp_path, "http://127.0.0.1:8002"),
    ):
        pass
