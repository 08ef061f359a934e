"""What curation's tests share."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest
from pytest_django import Settings

from core.models import Job
from curation.images.models import Source
from tests.curation.drawn_images import folder_of
from tests.support.cast import Cast
from tests.support.images import import_folder, open_source
from tests.support.site import Site, serve_site


def drawings_source(cast: Cast) -> Source:
    return open_source(cast, "Open drawings")


@pytest.fixture
def source(cast: Cast) -> Source:
    return drawings_source(cast)


@pytest.fixture
def site(settings: Settings) -> Iterator[Site]:
    """A site that may be fetched from."""
    settings.FETCH_NETWORKS = ["127.0.0.0/8"]
    settings.FETCH_DELAY = 0
    settings.FETCH_AGENT = "Tester/1"
    with serve_site() as fetched_site:
        yield fetched_site


ImportFiles = Callable[[Mapping[str, bytes]], Job]


@pytest.fixture
def import_files(cast: Cast, source: Source, tmp_path: Path) -> ImportFiles:
    """Import files, given by path and content, as a finished job."""
    return partial(import_into, cast, source, tmp_path / "raw")


@pytest.fixture(scope="module")
def import_shared(
    shared_cast: Cast, tmp_path_factory: pytest.TempPathFactory
) -> ImportFiles:
    """Import files into the project that the tests of a module share."""
    folder = tmp_path_factory.mktemp("raw")
    return partial(import_into, shared_cast, drawings_source(shared_cast), folder)


def import_into(
    cast: Cast, source: Source, folder: Path, files: Mapping[str, bytes]
) -> Job:
    return import_folder(cast, source, folder_of(folder, files))
