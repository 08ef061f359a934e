"""Nothing is excluded silently, whichever way it went out."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from core.jobs import run_job
from core.models import Job, JobStatus
from core.services import Actor
from curation.filters.services.requests import begin_filters
from curation.filters.services.thresholds import apply_threshold
from curation.images.models import Image
from curation.near_duplicates.services.clusters import keep_duplicates
from curation.near_duplicates.services.previews import (
    apply_duplicate_preview,
    begin_duplicate_preview,
)
from curation.screening.services.votes import cast_vote, decide_screened_image
from curation.stages.text_area.stage import TextArea
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.curation.filters.test_filters import poster
from tests.support.cast import Cast, browser

EXCLUSIONS = "/api/projects/bench/exclusions/"

pytestmark = pytest.mark.django_db


def scene(seed: int) -> bytes:
    return encoded(draw(seed, (640, 480)))


FILES = {
    **{f"{n}.png": scene(n) for n in range(3)},
    "copy.jpg": encoded(draw(0, (640, 480)).resize((320, 240)), "JPEG", quality=80),
    "words.png": encoded(poster()),
}


def image(path: str) -> Image:
    return Image.objects.get(original_path=path)


@pytest.fixture(scope="module")
def cast(shared_cast: Cast) -> Cast:
    return shared_cast


@pytest.fixture(scope="module")
def client(cast: Cast, import_shared: ImportFiles) -> APIClient:
    import_shared(FILES)
    job = begin_filters(
        project=cast.project,
        stages=["near_duplicates", "text_area"],
        actor=Actor.system(),
    )
    run_job(job.pk)
    return browser(cast.organizer)


def by_the_filters(cast: Cast) -> tuple[str, str, str]:
    return "copy.jpg", "near_duplicates", "match"


def by_a_choice(cast: Cast) -> tuple[str, str, str]:
    keep_duplicates(image=image("copy.jpg"), actor=cast.actor(cast.organizer))
    return "0.png", "near_duplicates", "match"


def by_parameters(cast: Cast) -> tuple[str, str, str]:
    organizer = cast.actor(cast.organizer)
    for certainty in (1, 0.8):
        job = begin_duplicate_preview(
            project=cast.project, certainty=certainty, actor=organizer
        )
        run_job(job.pk)
        run = cast.project.filterrun_set.get(job=job)
        apply_duplicate_preview(run=run, reason="to see", actor=organizer)
        for queued in Job.objects.filter(status=JobStatus.QUEUED):
            run_job(queued.pk)
    return "copy.jpg", "near_duplicates", "match"


def by_text(cast: Cast) -> tuple[str, str, str]:
    return "words.png", "text_area", "text_area"


def by_a_threshold(cast: Cast) -> tuple[str, str, str]:
    organizer = cast.actor(cast.organizer)
    text = TextArea()
    for threshold in (0.99, 0.2):
        apply_threshold(
            project=cast.project,
            stage=text,
            measure=text.measures[0],
            threshold=threshold,
            reason="to see",
            actor=organizer,
        )
    return "words.png", "text_area", "text_area"


def by_votes(cast: Cast) -> tuple[str, str, str]:
    ann = cast.annotators[0]
    cast_vote(
        image=image("1.png"),
        person=ann,
        decision="discard",
        reason="no_metaphor",
        actor=cast.actor(ann),
    )
    return "1.png", "screening", "votes"


def by_an_organizer(cast: Cast) -> tuple[str, str, str]:
    ann = cast.annotators[0]
    cast_vote(
        image=image("2.png"), person=ann, decision="unsure", actor=cast.actor(ann)
    )
    decide_screened_image(
        image=image("2.png"),
        decision="discard",
        reason="poor_quality",
        actor=cast.actor(cast.organizer),
    )
    return "2.png", "screening", "organizer"


@pytest.mark.parametrize(
    "way",
    [
        by_the_filters,
        by_a_choice,
        by_parameters,
        by_text,
        by_a_threshold,
        by_votes,
        by_an_organizer,
    ],
)
def test_it_is_listed_with_what_it_rested_on_and_comes_back(
    cast: Cast, client: APIClient, way: Callable[[Cast], tuple[str, str, str]]
) -> None:
    path, stage, rule = way(cast)
    rows = client.get(f"{EXCLUSIONS}?stage={stage}").data["results"]
    (row,) = [one for one in rows if one["original_path"] == path]
    why = row["exclusion"]
    assert (why["stage"], why["rule"]) == (stage, rule)
    assert why["at"]
    if stage == "screening":
        assert (why["run"], why["tools"]) == (None, {})
        assert why["reason"] in ("no_metaphor", "poor_quality")
    else:
        assert why["run"] in cast.project.filterrun_set.values_list("pk", flat=True)
        assert why["tools"]
    if rule == "match":
        assert 1 >= why["value"] >= why["threshold"]
    elif rule != "organizer":
        assert why["value"] > why["threshold"]
    restored = client.post(
        f"/api/projects/bench/images/{row['id']}/restore/", {"reason": "on reflection"}
    )
    assert restored.status_code == 200
    left = client.get(EXCLUSIONS).data["results"]
    assert row["id"] not in [one["id"] for one in left]


def test_the_list_holds_every_excluded_image_and_no_other(
    cast: Cast, client: APIClient
) -> None:
    by_votes(cast)
    by_an_organizer(cast)
    rows = client.get(EXCLUSIONS).data["results"]
    excluded = Image.objects.filter(
        status__in=("duplicate", "too_much_text", "discarded")
    )
    assert {one["id"] for one in rows} == set(excluded.values_list("pk", flat=True))
    assert len(rows) == 4
    assert client.get(f"{EXCLUSIONS}?stage=colour").status_code == 400


def test_an_image_with_a_banner_below_is_excluded_by_its_certainty(
    cast: Cast, client: APIClient, import_shared: ImportFiles
) -> None:
    bannered = draw(1, (640, 540))
    bannered.paste(draw(1, (640, 480)), (0, 0))
    bannered.paste("black", (0, 480, 640, 540))
    import_shared({"bannered.png": encoded(bannered)})
    job = begin_filters(
        project=cast.project, stages=["near_duplicates"], actor=Actor.system()
    )
    run_job(job.pk)
    rows = client.get(f"{EXCLUSIONS}?stage=near_duplicates").data["results"]
    out = {one["original_path"]: one["exclusion"] for one in rows}
    (found,) = [out[path] for path in ("1.png", "bannered.png") if path in out]
    assert found["value"] >= found["threshold"] == 0.9
