"""Filtration of raw images (II-Bench, §3.2; CII-Bench, §3.2.2).

"Images are removed if the text-to-image ratio breaches the threshold". Neither paper
prints the threshold; the shipped protocols set 0.3.
"""

from pathlib import Path

import pytest
from PIL import Image as Picture
from PIL import ImageDraw

from core.jobs import run_job
from curation.filters.services.requests import begin_filters
from curation.images.models import Image
from curation.reports.domain.report import FunnelReport, ScreeningRecord
from curation.reports.domain.report_text import report_texts
from subtext_protocol.shipped import shipped_protocol
from tests.curation.drawn_images import draw, encoded, folder_of
from tests.support.cast import Cast
from tests.support.images import import_folder, open_source

WIDTH, HEIGHT = 640, 480
LEFT, RIGHT = 20, 620


def page(share: float) -> bytes:
    """Return an image with one line of bars; its text covers ``share`` of the image."""
    line = round(share * WIDTH * HEIGHT / (RIGHT - LEFT))
    picture = Picture.new("RGB", (WIDTH, HEIGHT), "white")
    canvas = ImageDraw.Draw(picture)
    for left in range(LEFT, RIGHT, 40):
        canvas.rectangle((left, 10, left + 19, 9 + line), fill="black")
    canvas.rectangle((RIGHT - 20, 10, RIGHT - 1, 9 + line), fill="black")
    return encoded(picture)


@pytest.mark.django_db
@pytest.mark.parametrize("protocol_id", ["ii-bench", "cii-bench"])
def test_the_threshold_of_text_is_applied(protocol_id: str, tmp_path: Path) -> None:
    cast = Cast(protocol=shipped_protocol(protocol_id))
    source = open_source(cast, "Posters")
    files = {
        "none.png": encoded(draw(1, (WIDTH, HEIGHT))),
        "below.png": page(0.29),
        "above.png": page(0.31),
    }
    import_folder(cast, source, folder_of(tmp_path / "raw", files))
    job = begin_filters(
        project=cast.project, stages=["text_area"], actor=cast.actor(cast.organizer)
    )
    run_job(job.pk)
    # The other stage has not run yet: what passed is still "imported".
    passed = {"none.png": "imported", "below.png": "imported"}
    states = dict(Image.objects.values_list("original_path", "status"))
    assert states == passed | {"above.png": "too_much_text"}
    measured = {
        image.original_path: image.stage_values["text_area"]["text_area"]
        for image in Image.objects.all()
    }
    assert measured["below.png"] == pytest.approx(0.29, abs=0.003)
    assert measured["above.png"] == pytest.approx(0.31, abs=0.003)


@pytest.mark.parametrize(
    ("raw", "left", "share"),
    [
        # II-Bench: "we have eliminated over 90% of the original images, leaving us with
        # fewer than 2,000 images", of 20,150; 1,222 are in the benchmark.
        (20_150, 1_999, "90.1%"),
        (20_150, 1_222, "93.9%"),
        # CII-Bench: "rejecting over 95% of initial images and securing under 1,000
        # high-quality ones", of 17,695; 698 are in the benchmark.
        (17_695, 698, "96.1%"),
    ],
)
def test_the_report_says_which_share_was_eliminated(
    raw: int, left: int, share: str
) -> None:
    report = FunnelReport(
        project="bench",
        name="Bench",
        protocol_version=1,
        raw=raw,
        rejected={},
        sources=6,
        exact_copies=0,
        imports=(),
        stages=(),
        inspection=ScreeningRecord(
            people=1, votes=0, votes_needed=1, by_votes=0, by_organizer=0, reasons=()
        ),
        withdrawn_later=0,
        remaining=left,
        as_of=None,
    )
    text = report_texts(report, "en")["paragraph"]
    assert text.startswith(f"We collected {raw:,} raw images from 6 sources.")
    assert f"{left:,} remain: {share} were eliminated." in text
