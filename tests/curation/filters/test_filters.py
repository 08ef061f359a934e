"""Duplicates and text area, as jobs and as people overrule them."""

import pytest
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont, ImageOps

from core.errors import InvalidInputError
from core.jobs import JobCancelledError, run_job
from core.models import Job, JobStatus
from core.selectors import list_entries_of_object
from core.services import Actor, transition_all
from curation.filters.models import FilterRun, Measurement
from curation.filters.services.jobs import run_filters
from curation.filters.services.promotion import restore_image
from curation.filters.services.requests import begin_filters
from curation.filters.services.thresholds import apply_threshold
from curation.images.models import Image
from curation.images.selectors.images import count_images_by_state
from curation.near_duplicates.models import NearDuplicatePair
from curation.screening.services.votes import cast_vote
from curation.stages.text_area.stage import TextArea
from projects.protocol_versions.services.changes import change_protocol
from subtext_protocol.document import Protocol
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.support.cast import Cast, browser

BENCH = "/api/projects/bench/"
TEXT = TextArea()

pytestmark = pytest.mark.django_db


def poster() -> Picture.Image:
    """A picture that is mostly words."""
    picture = Picture.new("RGB", (640, 480), "white")
    canvas = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=64)
    for line in range(6):
        canvas.text((20, 8 + line * 78), "READ EVERY WORD", "black", font)
    return picture


SCENES = {
    "scene.png": encoded(draw(11, (640, 480))),
    "other.png": encoded(draw(12, (640, 480))),
    "third.png": encoded(draw(13, (640, 480))),
}
COPY = encoded(draw(11, (640, 480)).resize((320, 240)), "JPEG", quality=80)


def run(cast: Cast, *stages: str, threshold: float | None = None) -> Job:
    job = begin_filters(
        project=cast.project,
        stages=stages or ("near_duplicates", "text_area"),
        parameters={} if threshold is None else {TEXT.id: {"threshold": threshold}},
        actor=cast.actor(cast.organizer),
    )
    return run_job(job.pk)


def image(path: str) -> Image:
    return Image.objects.get(original_path=path)


def states() -> dict[str, str]:
    return dict(Image.objects.values_list("original_path", "status"))


@pytest.mark.usefixtures("rapidocr")
def test_copies_and_text_go_and_the_rest_enters_screening(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files(SCENES | {"copy.jpg": COPY, "words.png": encoded(poster())})
    job = run(cast)
    assert job.status == JobStatus.FINISHED
    assert states() == {
        "scene.png": "in_screening",
        "other.png": "in_screening",
        "third.png": "in_screening",
        "copy.jpg": "duplicate",
        "words.png": "too_much_text",
    }
    assert image("copy.jpg").duplicate_of == image("scene.png")
    copy = Measurement.objects.get(image=image("copy.jpg"), excluded=True)
    assert copy.value is not None
    assert copy.value >= copy.threshold == 0.9
    assert copy.details["copy_of"] == image("scene.png").pk
    words = Measurement.objects.get(image=image("words.png"), excluded=True)
    assert words.value is not None
    assert words.value > words.threshold == 0.3
    assert words.run.tools["engine"] == "rapidocr"
    assert any("READ" in r["text"] for r in words.details["confirmed"])
    entry = list_entries_of_object(image("words.png")).get(target="too_much_text")
    assert (
        entry.data["value"] == image("words.png").stage_values["text_area"]["text_area"]
    )


def test_a_comparison_that_found_nothing_is_no_row_but_in_the_history(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files(SCENES)
    run(cast, "near_duplicates")
    assert not Measurement.objects.exists()
    page = browser(cast.organizer).get(f"{BENCH}images/{image('scene.png').pk}/").data
    (found,) = page["measurements"]
    assert found["run"]["stage"] == "near_duplicates"
    assert (found["value"], found["threshold"], found["excluded"]) == (None, 0.9, False)


def test_nothing_is_measured_twice(cast: Cast, import_files: ImportFiles) -> None:
    import_files(SCENES)
    for images in (3, 0):
        done = run(cast)
        assert done.result["near_duplicates"]["measured"] == images
        assert done.result["text_area"]["measured"] == images
        assert done.result["entered"] == images


def test_a_new_import_is_compared_with_everything_there(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files(SCENES)
    run(cast)
    import_files({"late.jpg": COPY})
    job = run(cast)
    assert job.result["near_duplicates"]["measured"] == 1
    assert image("late.jpg").duplicate_of == image("scene.png")


def test_a_mirrored_copy_says_that_it_is(cast: Cast, import_files: ImportFiles) -> None:
    flipped = encoded(ImageOps.mirror(draw(11, (640, 480))), "JPEG", quality=80)
    import_files(SCENES | {"turned.jpg": flipped})
    run(cast)
    assert image("turned.jpg").duplicate_of == image("scene.png")
    pair = NearDuplicatePair.objects.get()
    assert pair.confirmation["kinds"] == ["mirrored"]
    (cluster,) = browser(cast.organizer).get(BENCH + "duplicates/").data["results"]
    assert cluster["copies"][0]["differences"] == ["mirrored"]


def test_a_copy_of_what_people_have_voted_on_goes_but_never_the_other(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files({"small.jpg": COPY})
    run(cast)
    small = image("small.jpg")
    ann = cast.annotators[0]
    cast_vote(image=small, person=ann, decision="keep", actor=cast.actor(ann))
    import_files(SCENES)
    run(cast)
    assert states()["small.jpg"] == "accepted"
    assert image("scene.png").duplicate_of == small


def test_two_screened_copies_are_listed_and_left_alone(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files(SCENES | {"copy.jpg": COPY})
    screened = [image("scene.png"), image("copy.jpg")]
    transition_all(screened, "pass_filters", actor=Actor.system())
    ann = cast.annotators[0]
    for one in screened:
        cast_vote(image=one, person=ann, decision="keep", actor=cast.actor(ann))
    job = run(cast, "near_duplicates")
    assert job.result["near_duplicates"]["untouched"] == [
        {"image": image("copy.jpg").pk, "copy_of": image("scene.png").pk}
    ]
    assert states()["copy.jpg"] == "accepted"
    left = browser(cast.organizer).get(BENCH + "duplicates/left-alone/").data["results"]
    assert [
        (one["change"], one["image"]["original_path"], one["kept"]["original_path"])
        for one in left
    ] == [("stays", "copy.jpg", "scene.png")]


def test_a_restored_copy_is_not_taken_again(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files(SCENES | {"copy.jpg": COPY})
    run(cast)
    actor = cast.actor(cast.organizer)
    with pytest.raises(InvalidInputError):
        restore_image(image=image("copy.jpg"), reason=" ", actor=actor)
    restore_image(image=image("copy.jpg"), reason="another drawing", actor=actor)
    run_job(Job.objects.get(status=JobStatus.QUEUED).pk)
    run(cast)
    assert states()["copy.jpg"] == "in_screening"
    assert states()["scene.png"] == "in_screening"
    assert image("copy.jpg").overridden_stages == ["near_duplicates"]


def test_keeping_another_changes_places(cast: Cast, import_files: ImportFiles) -> None:
    import_files(SCENES | {"copy.jpg": COPY})
    run(cast)
    client = browser(cast.organizer)
    shown = client.get(BENCH + "duplicates/").data["results"]
    assert [one["original_path"] for one in shown] == ["scene.png"]
    (copy,) = shown[0]["copies"]
    assert copy["original_path"] == "copy.jpg"
    assert copy["certainty"] > 0.9
    assert shown[0]["kept_because"] == ["larger"]
    kept = client.post(f"{BENCH}duplicates/{copy['id']}/keep/")
    assert kept.status_code == 200
    run_job(Job.objects.get(status=JobStatus.QUEUED).pk)  # reads what nobody read yet
    assert states()["copy.jpg"] == "in_screening"
    assert states()["scene.png"] == "duplicate"
    assert image("scene.png").duplicate_of == image("copy.jpg")
    (chosen,) = client.get(BENCH + "duplicates/").data["results"]
    assert (chosen["original_path"], chosen["kept_because"]) == ("copy.jpg", ["chosen"])
    run(cast)
    assert states()["scene.png"] == "duplicate"
    back = client.post(f"{BENCH}duplicates/{image('scene.png').pk}/keep/")
    assert back.status_code == 200
    assert states()["copy.jpg"] == "duplicate"
    assert states()["scene.png"] == "in_screening"


def test_splitting_brings_a_cluster_back_for_good(
    cast: Cast, import_files: ImportFiles
) -> None:
    second = encoded(draw(11, (640, 480)), "JPEG", quality=60)
    import_files(SCENES | {"copy.jpg": COPY, "copy2.jpg": second})
    run(cast)
    assert list(states().values()).count("duplicate") == 2
    client = browser(cast.organizer)
    (cluster,) = client.get(BENCH + "duplicates/").data["results"]
    address = f"{BENCH}duplicates/{cluster['id']}/split/"
    assert client.post(address, {"reason": ""}).status_code == 400
    assert client.post(address, {"reason": "a series"}).status_code == 200
    run_job(Job.objects.get(status=JobStatus.QUEUED).pk)
    run(cast)
    assert set(states().values()) == {"in_screening"}
    assert client.get(BENCH + "duplicates/").data["results"] == []


def test_a_withdrawn_image_lets_its_copies_back(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files(SCENES | {"copy.jpg": COPY})
    run(cast)
    pairs = NearDuplicatePair.objects.count()
    withdrawn = image("scene.png")
    browser(cast.organizer).post(
        f"{BENCH}images/{withdrawn.pk}/withdraw/", {"reason": "licence"}
    )
    job = run(cast)
    assert job.result["near_duplicates"]["restored"] == 1
    assert states()["copy.jpg"] == "in_screening"
    assert NearDuplicatePair.objects.count() == pairs


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_a_killed_run_continues(
    cast: Cast, import_files: ImportFiles, steps: int
) -> None:
    import_files(SCENES | {"copy.jpg": COPY, "words.png": encoded(poster())})
    job = Job.objects.create(
        kind="curation.filter",
        scope_id=cast.project.pk,
        parameters={
            "stages": ["near_duplicates", "text_area"],
            "parameters": {},
        },
    )
    left = steps

    def die(done: int, total: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise JobCancelledError

    with pytest.raises(JobCancelledError):
        run_filters(job=job, progress=die)
    done = run_job(job.pk)
    assert done.status == JobStatus.FINISHED
    assert FilterRun.objects.count() == 2
    counts = count_images_by_state(cast.project)
    assert (counts["in_screening"], counts["duplicate"], counts["too_much_text"]) == (
        3,
        1,
        1,
    )


def test_a_threshold_is_tried_before_it_is_applied(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files(SCENES | {"words.png": encoded(poster())})
    run(cast)
    client = browser(cast.organizer)
    histogram = client.get(BENCH + "stages/text_area/histogram/").data
    assert histogram["threshold"] == 0.3
    counts = [one["count"] for one in histogram["bins"]]
    assert sum(counts) == histogram["measured"] == 4
    preview = client.get(BENCH + "stages/text_area/effects/?threshold=0.99").data
    assert (preview["back"], preview["go"]) == (1, 0)
    assert preview["passing"][0]["regions"]
    assert states()["words.png"] == "too_much_text"
    body = {"threshold": 0.99, "reason": ""}
    assert client.post(BENCH + "stages/text_area/apply/", body).status_code == 400
    body["reason"] = "posters are welcome"
    applied = client.post(BENCH + "stages/text_area/apply/", body).data
    assert applied["counts"]["restored"] == 1
    assert states()["words.png"] == "in_screening"
    assert client.get(BENCH + "stages/text_area/histogram/").data["threshold"] == 0.99
    run(cast)
    assert states()["words.png"] == "in_screening"


def test_applying_a_threshold_leaves_screened_images(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files({"words.png": encoded(poster()), **SCENES})
    actor = cast.actor(cast.organizer)
    run(cast, threshold=0.99)
    ann = cast.annotators[0]
    words = image("words.png")
    cast_vote(image=words, person=ann, decision="keep", actor=cast.actor(ann))
    applied = apply_threshold(
        project=cast.project,
        stage=TEXT,
        measure=TEXT.measures[0],
        threshold=0.2,
        reason="stricter",
        actor=actor,
    )
    assert applied.counts["untouched"] == 1
    assert states()["words.png"] == "accepted"
    assert run(cast).result["text_area"]["untouched"] == [words.pk]


def test_restored_text_stays(cast: Cast, import_files: ImportFiles) -> None:
    import_files({"words.png": encoded(poster())})
    run(cast)
    restore_image(
        image=image("words.png"),
        reason="the words are the point",
        actor=cast.actor(cast.organizer),
    )
    assert states()["words.png"] == "in_screening"
    run(cast)
    assert states()["words.png"] == "in_screening"


def test_a_new_protocol_sets_the_threshold_anew(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files({"words.png": encoded(poster())})
    run(cast)
    actor = cast.actor(cast.organizer)
    apply_threshold(
        project=cast.project,
        stage=TEXT,
        measure=TEXT.measures[0],
        threshold=0.99,
        reason="all in",
        actor=actor,
    )
    document = cast.project.protocol.model_dump(mode="json")
    document["curation"]["text_area"]["threshold"] = 0.25
    change_protocol(
        project=cast.project,
        protocol=Protocol.model_validate(document),
        actor=cast.actor(cast.maintainer),
        note="",
    )
    run(cast)
    assert states()["words.png"] == "too_much_text"


def test_what_cannot_be_asked(cast: Cast) -> None:
    client = browser(cast.organizer)
    for wrong, field in (
        ({"stages": ["colour"]}, "stages"),
        (
            {"parameters": {"text_area": {"threshold": 99}}},
            "parameters.text_area.threshold",
        ),
    ):
        refused = client.post(BENCH + "filter-runs/", wrong, format="json")
        assert refused.status_code == 400
        assert [error["field"] for error in refused.data["errors"]] == [field]
    assert (
        browser(cast.annotators[0])
        .post(BENCH + "filter-runs/", {"stages": ["text_area"]})
        .status_code
        == 403
    )
    begun = client.post(BENCH + "filter-runs/", {"stages": ["near_duplicates"]})
    assert begun.status_code == 202
    busy = client.post(BENCH + "filter-runs/", {"stages": ["text_area"]})
    assert busy.status_code == 409
