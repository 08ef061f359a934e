"""An image with more copies than the search proposes for one image is kept once."""

import random

import pytest
from PIL import Image as Picture
from PIL import ImageEnhance, ImageOps

from core.jobs import run_job
from core.services import Actor
from curation.filters.services.requests import begin_filters
from curation.near_duplicates.selectors.clusters import list_kept_cluster_images
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.support.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def copies(original: Picture.Image, count: int) -> list[Picture.Image]:
    """Return copies of which no two are the same."""
    chance = random.Random(8)  # noqa: S311
    made = []
    for number in range(count):
        width = chance.randrange(180, 310)
        copy = original.resize((width, round(width * chance.uniform(0.72, 0.78))))
        edit = number % 5
        if edit == 1:
            copy = ImageEnhance.Brightness(copy).enhance(chance.uniform(0.8, 1.2))
        elif edit == 2:
            copy = copy.convert("L").convert("RGB")
        elif edit == 3:
            copy = copy.crop((4, 3, copy.width - chance.randrange(2, 8), copy.height))
        elif edit == 4:
            copy = ImageOps.expand(copy, chance.randrange(4, 9), "black")
        made.append(copy)
    return made


def search_duplicates(cast: Cast) -> None:
    job = begin_filters(
        project=cast.project, stages=["near_duplicates"], actor=Actor.system()
    )
    run_job(job.pk)


def test_fifty_copies_of_an_image_form_one_cluster(
    cast: Cast, import_files: ImportFiles
) -> None:
    original = draw(1)
    files = {f"copy-{at}.jpg": copy for at, copy in enumerate(copies(original, 50))}
    others = {f"other-{seed}.png": draw(seed) for seed in range(20, 26)}
    images = {"original.png": original, **files, **others}
    import_files({name: encoded(picture) for name, picture in images.items()})
    search_duplicates(cast)
    (kept,) = list_kept_cluster_images(cast.project)
    assert kept.original_path == "original.png"
    excluded = {image.original_path for image in kept.duplicates.all()}
    assert excluded == set(files)


def test_copies_imported_later_join_the_cluster(
    cast: Cast, import_files: ImportFiles
) -> None:
    original = draw(2)
    made = [encoded(copy) for copy in copies(original, 24)]
    import_files({f"copy-{at}.jpg": copy for at, copy in enumerate(made[:12])})
    search_duplicates(cast)
    import_files({f"later-{at}.jpg": copy for at, copy in enumerate(made[12:])})
    import_files({"original.png": encoded(original)})
    search_duplicates(cast)
    (kept,) = list_kept_cluster_images(cast.project)
    assert kept.original_path == "original.png"
    assert kept.duplicates.count() == 24
