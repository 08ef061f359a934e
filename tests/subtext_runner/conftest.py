from pathlib import Path
from typing import NamedTuple

import pytest

from subtext_runner.benchmark import Benchmark, read_benchmark
from tests.support.tiny_release import write_release


class TinyRelease(NamedTuple):
    folder: Path
    sha256: str

    @property
    def uri(self) -> str:
        return self.folder.as_uri()

    def read(self) -> Benchmark:
        return read_benchmark(self.uri, sha256=self.sha256)


@pytest.fixture
def release(tmp_path: Path) -> TinyRelease:
    folder = tmp_path / "tiny-1.0.0"
    return TinyRelease(folder=folder, sha256=write_release(folder))


@pytest.fixture
def benchmark(release: TinyRelease) -> Benchmark:
    return release.read()
