"""What every reader of a layout provides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from curation.material.domain.base import is_system_file
from published.reading.benchmark import Benchmark
from published.reading.layout_errors import LayoutProblem
from published.reading.readers.columns import ColumnMapping


class UnreadableBenchmarkError(ValueError):
    """No question can be read; the message says why and what to do."""


@dataclass(frozen=True)
class BenchmarkLocation:
    """Location of a benchmark, and a folder where its readers may write."""

    path: Path
    scratch: Path
    """A folder for images that are stored inside tables."""
    columns: ColumnMapping | None = None
    """Mapping of columns that a person gave."""
    title: str = ""
    """Its name for people, where that of the path says nothing."""
    rejected: Sequence[LayoutProblem] = ()
    """Files that were sent with it but cannot be here, such as ones too large."""

    @property
    def name(self) -> str:
        """Return the name of the benchmark in reports."""
        return self.title or self.path.resolve().name

    @property
    def image_root(self) -> Path:
        """Return the folder in which images are looked for."""
        return self.path if self.path.is_dir() else self.path.parent


class LayoutReader(Protocol):
    """Reads one layout."""

    layout: str

    def find_files(self, place: BenchmarkLocation) -> Sequence[Path]:
        """Return the files in this layout; none if the place has another layout."""

    def read(self, place: BenchmarkLocation, files: Sequence[Path]) -> Benchmark:
        """Read the files.

        Raises:
            UnreadableBenchmarkError: they hold no question.
        """


def add_image(
    images: dict[str, Path | None], name: str, file: Path | None, mark: str
) -> str:
    """Add an image; return its name, with ``mark`` where another image has the name."""
    while images.get(name, file) != file:
        name = f"{mark}/{name}"
    images[name] = file
    return name


_DOCUMENTS = ("README*", "LICEN[CS]E*", "COPYING*", "CITATION*", "DATASHEET*", "*.md")
_MOST_CHARACTERS = 200_000


def read_documents(root: Path) -> Mapping[str, str]:
    """Return the texts that describe a benchmark, by file name."""
    files = {
        file
        for pattern in _DOCUMENTS
        for file in root.glob(pattern)
        if file.is_file()
        and not is_system_file(file.name)
        and file.suffix.lower() in ("", ".md", ".txt", ".cff", ".rst")
    }
    return {
        file.name: file.read_text("utf-8", errors="replace")[:_MOST_CHARACTERS]
        for file in sorted(files)
    }
