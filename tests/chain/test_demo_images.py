"""What the filters make of the demo images, against what is true of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from curation.images.models import Image, ImageAlias
from curation.imports.models import ImportRejection
from curation.near_duplicates.selectors.clusters import possible_pairs
from projects.models import Project
from tests.chain.test_whole_chain import command

pytestmark = pytest.mark.django_db(transaction=True)

BECOMES = {
    "kept": "in_screening",
    # Only people see that a plain picture implies nothing.
    "screened_out": "in_screening",
    "too_much_text": "too_much_text",
    "duplicate": "duplicate",
}


@pytest.mark.slow
@pytest.mark.usefixtures("rapidocr")
def test_every_demo_image_becomes_what_it_should(drawn: Path) -> None:
    truth = json.loads(drawn.with_suffix(".json").read_text(encoding="utf-8"))["images"]
    command("project_create", "demo", protocol="ii-bench", name="Demo")
    source = {"source": "Drawn", "licence": "CC0-1.0", "rights": "redistribute"}
    command("images_import", "demo", str(drawn), **source)
    command("curation_run", "demo", wait=True)

    rejected = set(ImportRejection.objects.values_list("path", flat=True))
    aliases = dict(ImageAlias.objects.values_list("path", "image__original_path"))
    images = {image.original_path: image for image in Image.objects.all()}
    possible = [
        {pair.left.original_path, pair.right.original_path}
        for pair in possible_pairs(Project.objects.get(slug="demo"))
    ]
    excluded = 0
    wrong: list[tuple[str, Any]] = []
    for row in truth:
        path = row["path"]
        if row["outcome"] == "rejected":
            right = path in rejected
        elif path in aliases:
            right = aliases[path] == row["duplicate_of"]
        else:
            image = images[path]
            right = image.status == BECOMES[row["outcome"]]
            if row["outcome"] == "duplicate":
                # A less certain copy stays and is listed for an organizer.
                original = image.duplicate_of
                right = (
                    original.original_path == row["duplicate_of"]
                    if original is not None
                    else {path, row["duplicate_of"]} in possible
                )
                excluded += original is not None
        if not right:
            wrong.append((path, row["outcome"]))
    assert wrong == []
    assert excluded >= 20
    assert len(truth) == len(images) + len(aliases) + len(rejected)
