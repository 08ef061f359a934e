"""Small, blurred and blank images are told from others."""

import pytest
from PIL import Image as Picture
from PIL import ImageFilter

from core.jobs import run_job
from core.models import Job, JobStatus
from core.services import Actor
from curation.filters.services.requests import begin_filters
from curation.images.models import Image
from curation.stages.image_quality.stage import ImageQualityRules
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

FILES = {
    "scene.png": encoded(draw(1, (640, 480))),
    "small.png": encoded(draw(2, (640, 480)).resize((150, 112))),
    "blurred.png": encoded(
        draw(3, (640, 480)).filter(ImageFilter.GaussianBlur(radius=14))
    ),
    "blank.png": encoded(Picture.new("RGB", (640, 480), (90, 120, 150))),
}
WHY = {
    "small.png": "smallest_side",
    "blurred.png": "sharpness",
    "blank.png": "sharpness",
}


@pytest.fixture
def cast() -> Cast:
    document = shipped_protocol("ii-bench").model_dump(mode="json")
    document["curation"]["image_quality"] = {}
    return Cast(protocol=Protocol.model_validate(document))


def test_each_is_removed_for_its_reason(cast: Cast, import_files: ImportFiles) -> None:
    import_files(FILES)
    run_job(begin_filters(project=cast.project, actor=Actor.system()).pk)
    client = browser(cast.organizer)
    rows = client.get("/api/projects/bench/exclusions/?stage=image_quality").data
    found = {row["original_path"]: row["exclusion"]["rule"] for row in rows["results"]}
    assert found == WHY
    assert Image.objects.get(status="in_screening").original_path == "scene.png"


def test_a_blank_image_has_no_contrast(cast: Cast, import_files: ImportFiles) -> None:
    import_files({"blank.png": FILES["blank.png"], "scene.png": FILES["scene.png"]})
    run_job(begin_filters(project=cast.project, actor=Actor.system()).pk)
    values = {
        image.original_path: image.stage_values["image_quality"]["contrast"]
        for image in Image.objects.all()
    }
    least = ImageQualityRules().minimum_contrast
    assert values["blank.png"] < least < values["scene.png"]


def test_an_image_that_a_threshold_restores_passes_the_later_stages(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files({"small.png": FILES["small.png"], "scene.png": FILES["scene.png"]})
    run_job(begin_filters(project=cast.project, actor=Actor.system()).pk)
    client = browser(cast.organizer)
    applied = client.post(
        "/api/projects/bench/stages/image_quality/apply/",
        {"measure": "smallest_side", "threshold": 50, "reason": "Small ones do."},
    )
    assert applied.data["counts"]["restored"] == 1
    run_job(Job.objects.get(status=JobStatus.QUEUED).pk)
    assert {image.status for image in Image.objects.all()} == {"in_screening"}
