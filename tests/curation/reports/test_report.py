"""The funnel report is what the records say, whatever people did in between."""

import csv
import io
import json
from collections import Counter
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from core.jobs import run_job
from core.models import Job, JobStatus, LedgerEntry
from core.services import Actor
from curation.filters.models import FilterRun
from curation.filters.services.promotion import restore_image
from curation.filters.services.requests import begin_filters
from curation.images.models import Image, ImageAlias, Source
from curation.images.selectors.images import count_images_by_state
from curation.images.services.withdrawal import withdraw_image
from curation.near_duplicates.services.clusters import keep_duplicates
from curation.reports.selectors.report import funnel_report
from curation.screening.services.votes import cast_vote, decide_screened_image
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.curation.filters.test_filters import poster
from tests.support.black_on_white import BlackOnWhite
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images

REPORT = "/api/projects/bench/funnel/report/"

pytestmark = pytest.mark.django_db


def scene(seed: int) -> bytes:
    return encoded(draw(seed, (640, 480)))


def small(seed: int) -> bytes:
    return encoded(draw(seed, (640, 480)).resize((320, 240)), "JPEG", quality=80)


FILES = {
    **{f"{n}.png": scene(n) for n in range(8)},
    "again-0.png": scene(0),
    "copy-0.jpg": small(0),
    "copy-1.jpg": small(1),
    "copy-2.jpg": small(2),
    "words.png": encoded(poster()),
    "broken.png": b"no picture",
}


def finish_jobs() -> None:
    for job in Job.objects.filter(status=JobStatus.QUEUED):
        run_job(job.pk)


def image(path: str) -> Image:
    return Image.objects.get(original_path=path)


@pytest.fixture(scope="module")
def cast(shared_cast: Cast) -> Cast:
    return shared_cast


@pytest.fixture(scope="module")
def screened(cast: Cast, import_shared: ImportFiles) -> Cast:
    """Filtered; some restored, withdrawn, swapped, voted on, undecided, waiting."""
    import_shared(FILES)
    job = begin_filters(
        project=cast.project,
        stages=["near_duplicates", "text_area"],
        actor=Actor.system(),
    )
    run_job(job.pk)
    organizer = cast.actor(cast.organizer)
    restore_image(image=image("copy-0.jpg"), reason="another edition", actor=organizer)
    keep_duplicates(image=image("copy-1.jpg"), actor=organizer)
    finish_jobs()
    first, second = cast.annotators[:2]
    for path, decision, reason in (
        ("0.png", "keep", ""),
        ("2.png", "keep", ""),
        ("3.png", "discard", "no_metaphor"),
        ("4.png", "discard", "offensive"),
        ("5.png", "unsure", ""),
    ):
        cast_vote(
            image=image(path),
            person=first if path < "3" else second,
            decision=decision,
            reason=reason,
            seconds=2.0,
            actor=cast.actor(first if path < "3" else second),
        )
    decide_screened_image(
        image=image("5.png"), decision="discard", reason="no_metaphor", actor=organizer
    )
    restore_image(image=image("4.png"), reason="not offensive at all", actor=organizer)
    for path in ("2.png", "copy-2.jpg", "6.png"):
        withdraw_image(image=image(path), reason="the owner asked", actor=organizer)
    import_shared({"late.png": scene(20)})
    return cast


def replayed(project_id: int) -> Counter[str]:
    """Where the ledger says that images are, move by move."""
    at = dict.fromkeys(
        Image.objects.filter(project=project_id).values_list("pk", flat=True),
        "imported",
    )
    moves = LedgerEntry.objects.filter(machine="image", scope_id=project_id)
    for move in moves.order_by("pk"):
        for key in move.subjects or [move.subject_id]:
            assert at[key] == move.source
            at[key] = move.target
    return Counter(at.values())


def test_the_numbers_are_those_of_the_records(screened: Cast) -> None:
    report = funnel_report(screened.project)
    where = replayed(screened.project.pk)
    duplicates, text, screening = report.stages
    assert report.raw == sum(where.values()) + ImageAlias.objects.count() == 14
    assert (report.exact_copies, report.distinct_images) == (1, 13)
    assert report.rejected == {"not_an_image": 1}
    assert duplicates.excluded == where["duplicate"] == 1
    assert text.excluded == where["too_much_text"] == 1
    assert screening.excluded == where["discarded"] == 2
    assert report.remaining == where["accepted"] == 1
    assert report.withdrawn == where["withdrawn"] == 3
    assert report.undecided_images == where["imported"] + where["in_screening"]
    assert count_images_by_state(screened.project)["raw"] == report.raw


def test_every_stage_adds_up_and_leads_to_the_next(screened: Cast) -> None:
    report = funnel_report(screened.project)
    for stage in report.stages:
        parts = (stage.excluded, stage.withdrawn, stage.waiting, stage.passed)
        assert stage.entered == sum(parts)
    assert report.stages[0].entered == report.distinct_images
    for one, following in zip(report.stages, report.stages[1:], strict=False):
        assert one.passed == following.entered
    assert report.stages[-1].passed == report.remaining + report.withdrawn_later


@pytest.mark.both_databases
def test_it_asks_no_more_of_more_images(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    accepted_images(cast.project, 10)
    with CaptureQueriesContext(connection) as few:
        before = funnel_report(cast.project).remaining
    accepted_images(cast.project, 1100)
    with django_assert_max_num_queries(len(few)):
        report = funnel_report(cast.project)
    assert report.remaining == before + 1100


def test_restored_and_withdrawn_images_are_counted_where_they_stood(
    screened: Cast,
) -> None:
    report = funnel_report(screened.project)
    duplicates, text, screening = report.stages
    assert (duplicates.restored, text.restored, screening.restored) == (1, 0, 1)
    assert duplicates.let_back == 1  # chosen in place of another one
    assert (duplicates.withdrawn, text.withdrawn, screening.withdrawn) == (1, 0, 1)
    assert report.withdrawn_later == 1
    assert duplicates.waiting == 1  # imported after the run
    # A discarded image keeps its reason, a restored one has none.
    reasons = {one.id: one.count for one in report.inspection.reasons}
    assert reasons == {"no_metaphor": 2}
    assert (report.inspection.by_votes, report.inspection.by_organizer) == (2, 1)
    assert (report.inspection.people, screening.seconds) == (2, 8.0)


def test_each_run_is_named_with_its_parameters_tools_and_time(screened: Cast) -> None:
    duplicates, text, _ = funnel_report(screened.project).stages
    (run,) = duplicates.runs
    assert run.parameters["certainty"] == 0.9
    assert "opencv-python-headless" in run.tools
    assert run.excludes == 1
    assert text.runs[0].tools["engine"] == BlackOnWhite.name
    assert text.runs[0].excludes == 1
    seconds = FilterRun.objects.filter(stage="text_area").values_list(
        "seconds", flat=True
    )
    assert text.seconds == pytest.approx(sum(filter(None, seconds)), abs=0.1)


def test_recomputed_it_is_the_same(screened: Cast) -> None:
    client = browser(screened.organizer)
    first = client.get(REPORT)
    # Looking, previewing and running again without news change nothing in it.
    client.get("/api/projects/bench/duplicates/")
    assert client.get(REPORT).content == first.content
    printed = json.loads(command("bench", "--json"))
    shown = json.loads(first.content)
    assert printed["stages"] == shown["stages"]
    assert printed["raw"] == shown["raw"] == 14


def command(*args: str) -> str:
    out = io.StringIO()
    call_command("curation_report", *args, stdout=out)
    return out.getvalue()


def test_the_paragraph_of_a_paper(screened: Cast) -> None:
    english = command("bench", "--format=paragraph")
    assert english.startswith("We collected 14 raw images from 1 source.")
    assert "1 of them was an exact duplicate." in english
    assert "1 of 13 images was removed as near-duplicates" in english
    assert "recognised text over more than 30% of the image, black-on-white" in english
    assert "No metaphor or suggestion 2" in english
    assert "2 images that a filter had removed were restored" in english
    assert "3 images were withdrawn." in english
    assert "From 14 raw images, 1 remains:" in english
    chinese = command("bench", "--format=paragraph", "--language=zh")
    assert "从 13 张中排除 1 张近重复图像" in chinese
    assert "从 14 张原始图像中最终保留 1 张" in chinese


def test_the_tables_of_a_paper(screened: Cast) -> None:
    rows = list(csv.DictReader(io.StringIO(command("bench", "--format=csv"))))
    by_stage = {row["Stage"]: row for row in rows}
    assert by_stage["Raw images"]["Remaining"] == "14"
    assert by_stage["1. Deduplication"]["Removed"] == "1"
    assert by_stage["1. Deduplication"]["Withdrawn"] == "1"
    assert by_stage["Remaining"]["Remaining"] == "1"
    for row in rows[1:-1]:
        taken = sum(int(row[name]) for name in ("Removed", "Withdrawn", "Undecided"))
        assert int(row["Images in"]) - taken == int(row["Remaining"])
    latex = command("bench", "--format=latex")
    assert r"\toprule" in latex
    assert r"100.0\% \\" in latex
    markdown = command("bench", "--format=markdown", "--language=zh")
    assert markdown.splitlines()[0].startswith("| 阶段 | 进入 | 排除 |")
    assert len({line.count("|") for line in markdown.splitlines()}) == 1


def test_a_project_without_images(shared_cast: Cast) -> None:
    other = Cast("other")
    address = REPORT.replace("bench", "other")
    report: dict[str, Any] = browser(other.organizer).get(address).data
    assert (report["raw"], report["remaining"], report["as_of"]) == (0, 0, None)
    assert not Source.objects.filter(project=other.project).exists()
    refused = browser(other.organizer).get(f"{address}?language=fr")
    assert refused.status_code == 400
    assert browser(other.annotators[0]).get(address).status_code == 403
