"""Text judged by other parameters: seen first, then applied with a reason, or dropped."""

from collections.abc import Sequence

import pytest
from PIL import Image as Picture

from core.jobs import run_job
from core.models import Job, JobStatus
from curation.filters.models import FilterRun, Measurement
from curation.filters.selectors.runs import current_parameters
from curation.filters.selectors.thresholds import stage_preview_latest
from curation.filters.services.requests import begin_filters
from curation.images.models import Image
from curation.screening.services.votes import cast_vote
from curation.stages.text_area import measure as text_measurement
from curation.stages.text_area.area import TextRegion
from curation.stages.text_area.stage import TextArea
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.support.cast import Cast, browser

BENCH = "/api/projects/bench/"

pytestmark = pytest.mark.django_db


class Scripted:
    """An engine that reads a picture's width: 300 wide, 0.60 sure, half of it text."""

    name = "scripted"
    version = "1"
    models: Sequence[str] = ()
    parameters: dict[str, str | int | float | bool] = {}
    threads = 2

    def __init__(self) -> None:
        self.read_widths: list[int] = []

    def read(self, image: Picture.Image) -> Sequence[TextRegion]:
        self.read_widths.append(image.width)
        sure = image.width / 500
        top = TextRegion(((0, 0), (1, 0), (1, 0.1), (0, 0.1)), "certain", 1.0)
        # Narrow enough not to count as giant letters.
        doubtful = [
            TextRegion(
                ((0, low), (1, low), (1, low + 0.1), (0, low + 0.1)), "doubtful", sure
            )
            for low in (0.2, 0.4, 0.6, 0.8)
        ]
        return [top, *doubtful]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    engine = Scripted()
    monkeypatch.setattr(text_measurement, "_engine", lambda *_: engine)
    return engine


WIDTHS = {"sixty.png": 300, "seventy.png": 350, "ninety.png": 450}


@pytest.fixture
def project(cast: Cast, import_files: ImportFiles, engine: Scripted) -> Cast:
    """Three pictures, measured: with 80 % confidence only the widest is mostly text."""
    import_files(
        {name: encoded(draw(width, (width, 260))) for name, width in WIDTHS.items()}
    )
    run(cast)
    return cast


def run(cast: Cast) -> Job:
    job = begin_filters(
        project=cast.project,
        stages=("near_duplicates", "text_area"),
        actor=cast.actor(cast.organizer),
    )
    return run_job(job.pk)


def previewed(cast: Cast, confidence: float, characters: int = 2) -> int:
    """The id of a finished preview."""
    parameters = {"confidence": confidence, "minimum_characters": characters}
    begun = browser(cast.organizer).post(
        BENCH + "stages/text_area/previews/", {"parameters": parameters}, format="json"
    )
    assert begun.status_code == 202
    job = run_job(begun.data["id"])
    assert job.status == JobStatus.FINISHED, job.error
    number: int = job.result["run"]
    return number


def states() -> dict[str, str]:
    return dict(Image.objects.values_list("original_path", "status"))


def values() -> dict[str, float]:
    return {
        image.original_path: image.stage_values["text_area"]["text_area"]
        for image in Image.objects.filter(stage_values__has_key="text_area")
    }


BEFORE = {
    "sixty.png": "in_screening",
    "seventy.png": "in_screening",
    "ninety.png": "too_much_text",
}


def test_a_preview_shows_what_would_change_and_moves_nothing(
    project: Cast, engine: Scripted
) -> None:
    assert states() == BEFORE
    areas = values()
    read = list(engine.read_widths)
    number = previewed(project, 0.65)
    assert engine.read_widths == read, "what was read is judged again, not read again"
    client = browser(project.organizer)
    in_force = client.get(BENCH + "stages/text_area/effects/?threshold=0.3").data
    assert (in_force["back"], in_force["go"]) == (0, 0)
    address = f"{BENCH}stages/text_area/effects/?threshold=0.3&preview={number}"
    shown = client.get(address).data
    assert (shown["back"], shown["go"]) == (0, 1)
    above = {one["original_path"]: one for one in shown["excluded"]}
    assert set(above) == {"seventy.png", "ninety.png"}
    assert above["seventy.png"]["value"] == pytest.approx(0.5)
    assert len(above["seventy.png"]["regions"]) == 5
    histogram = client.get(f"{BENCH}stages/text_area/histogram/?preview={number}").data
    assert histogram["bins"][5]["count"] == 1
    assert histogram["parameters"]["confidence"] == 0.8
    assert histogram["preview"]["id"] == number
    assert histogram["preview"]["parameters"]["confidence"] == 0.65
    assert states() == BEFORE
    assert areas == values()
    run(project)
    assert states() == BEFORE


def test_an_applied_preview_stays_in_force(project: Cast, engine: Scripted) -> None:
    number = previewed(project, 0.65)
    client = browser(project.organizer)
    address = f"{BENCH}stages/text_area/previews/{number}/apply/"
    assert client.post(address, {"threshold": 0.3, "reason": " "}).status_code == 400
    assert states() == BEFORE
    applied = client.post(address, {"threshold": 0.3, "reason": "faint print counts"})
    assert applied.status_code == 200
    assert applied.data["counts"]["excluded"] == 1
    assert states() == BEFORE | {"seventy.png": "too_much_text"}
    gone = Measurement.objects.get(
        image__original_path="seventy.png", run=number, excluded=True
    )
    assert gone.value == pytest.approx(0.5)
    assert gone.threshold == 0.3
    parameters = current_parameters(project.project, TextArea())
    assert (parameters["threshold"], parameters["confidence"]) == (0.3, 0.65)
    read = list(engine.read_widths)
    assert run(project).result["text_area"]["measured"] == 0
    assert engine.read_widths == read
    assert states() == BEFORE | {"seventy.png": "too_much_text"}
    assert client.post(address, {"threshold": 0.3, "reason": "x"}).status_code == 404


def test_stricter_parameters_bring_images_back(project: Cast) -> None:
    number = previewed(project, 0.95)
    client = browser(project.organizer)
    address = f"{BENCH}stages/text_area/effects/?threshold=0.3&preview={number}"
    assert client.get(address).data["back"] == 1
    client.post(
        f"{BENCH}stages/text_area/previews/{number}/apply/",
        {"threshold": 0.3, "reason": "only what is certain"},
    )
    assert states()["ninety.png"] == "in_screening"


def test_new_images_are_read_in_a_preview_too(
    project: Cast, engine: Scripted, import_files: ImportFiles
) -> None:
    import_files({"new.png": encoded(draw(9, (400, 260)))})
    engine.read_widths.clear()
    number = previewed(project, 0.65)
    assert engine.read_widths == [400]
    assert FilterRun.objects.get(pk=number).counts == {"measured": 4, "read": 1}
    assert "new.png" not in values()
    run(project)
    assert engine.read_widths == [400], "the next run takes what the preview has read"


def test_a_preview_can_be_dropped_and_another_takes_its_place(project: Cast) -> None:
    first = previewed(project, 0.65)
    second = previewed(project, 0.7)
    assert not FilterRun.objects.filter(pk=first).exists()
    client = browser(project.organizer)
    address = f"{BENCH}stages/text_area/previews/{second}/"
    assert client.delete(address).status_code == 204
    assert client.delete(address).status_code == 404
    assert stage_preview_latest(project.project, TextArea()) is None
    assert (
        client.get(f"{BENCH}stages/text_area/histogram/?preview={second}").status_code
        == 404
    )


def test_a_preview_that_was_overtaken_cannot_be_applied(project: Cast) -> None:
    number = previewed(project, 0.65)
    run(project)
    assert stage_preview_latest(project.project, TextArea()) is None
    refused = browser(project.organizer).post(
        f"{BENCH}stages/text_area/previews/{number}/apply/",
        {"threshold": 0.3, "reason": "too late"},
    )
    assert refused.status_code == 409
    assert states() == BEFORE


def test_images_that_people_worked_on_stay(project: Cast) -> None:
    ann = project.annotators[0]
    seventy = Image.objects.get(original_path="seventy.png")
    cast_vote(image=seventy, person=ann, decision="keep", actor=project.actor(ann))
    number = previewed(project, 0.65)
    client = browser(project.organizer)
    applied = client.post(
        f"{BENCH}stages/text_area/previews/{number}/apply/",
        {"threshold": 0.3, "reason": "faint print counts"},
    )
    assert applied.data["counts"]["excluded"] == 0
    assert states()["seventy.png"] == "accepted"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"confidence": 1.2, "minimum_characters": 2}, "confidence"),
        ({"confidence": 0.8, "minimum_characters": 0}, "minimum_characters"),
        ({"threshold": 0.8}, "threshold"),
    ],
)
def test_what_cannot_be_asked(cast: Cast, body: dict[str, float], field: str) -> None:
    client = browser(cast.organizer)
    address = BENCH + "stages/text_area/previews/"
    refused = client.post(address, {"parameters": body}, format="json")
    assert refused.status_code == 400
    assert [error["field"] for error in refused.data["errors"]] == [
        f"parameters.{field}"
    ]
    assert (
        client.get(BENCH + "stages/text_area/histogram/?preview=some").status_code
        == 400
    )
    annotator = browser(cast.annotators[0])
    assert annotator.post(address, {"parameters": {}}, format="json").status_code == 403
