from copy import deepcopy
from pathlib import Path

import pytest

from curation.images.models import Source
from tests.curation.drawn_images import png
from tests.published.published_sets import OPTIONS, published, record
from tests.support.cast import Cast
from tests.support.images import open_source


@pytest.fixture
def cast(shared_cast: Cast) -> Cast:
    """A project under II-Bench's protocol, made once a module, with its people."""
    return deepcopy(shared_cast)


@pytest.fixture
def source(cast: Cast) -> Source:
    return open_source(cast, "II-Bench", licence="Apache-2.0")


@pytest.fixture
def published_set(tmp_path: Path) -> Path:
    """Two questions on one picture, one without its key, one twice the same option."""
    repeated = [f"{option} 4" for option in OPTIONS]
    repeated[3] = repeated[0]
    records = [
        record(1),
        record(2),
        record(3, answer=None),
        record(4, options=repeated),
    ]
    records.append(record(5))
    images = {1: png(1), 2: png(1), 3: png(3), 4: png(4)}
    return published(tmp_path / "set", records, images)
