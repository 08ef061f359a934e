"""Files of the images that a published benchmark names."""

from pathlib import Path

import pytest

from published.reading.image_finder import ImageFinder


def find(folder: Path, path: str, *, data: str, files: tuple[str, ...]) -> Path | None:
    """Find a path named in ``data`` in a folder that has only these files."""
    for file in (data, *files):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("")
    return ImageFinder(folder).find_image(path, named_in=folder / data)


@pytest.mark.parametrize(
    ("data", "path", "file"),
    [
        ("all.json", "test/2.png", "dev/2.png"),
        ("test/all.json", "2.png", "dev/2.png"),
        ("data/test.json", "2.png", "images/dev/2.png"),
        ("data/test.json", "images/2.png", "thumbnails/2.png"),
    ],
)
def test_an_image_of_another_folder_never_replaces_a_missing_one(
    tmp_path: Path, data: str, path: str, file: str
) -> None:
    assert find(tmp_path, path, data=data, files=(file, "dev/dev.json")) is None


@pytest.mark.parametrize(
    ("data", "path", "file"),
    [
        ("data/test.json", "2.png", "images/2.png"),
        # Written on Windows, and packed on a Mac.
        ("data/test.json", "images\\test\\2.png", "images/test/2.png"),
        ("data/test.json", "images/\u00e9.png", "images/e\u0301.png"),
        ("data/test.json", "images/e\u0301.png", "pictures/images/\u00e9.png"),
        ("data/test.json", "images/test/2.png", "pictures/test/2.png"),
        ("test.json", "/home/author/set/2.png", "2.png"),
    ],
)
def test_a_moved_image_is_found_if_no_other_file_is_possible(
    tmp_path: Path, data: str, path: str, file: str
) -> None:
    found = find(tmp_path, path, data=data, files=(file,))
    assert found == (tmp_path / file).resolve()
