"""The search for copies in shares: whoever searches which, the same is found."""

from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import ImageOps

from curation.domain.hashing import Fingerprint
from curation.domain.image_features import ImageFeatures, prepare
from curation.models.copies import CopyPair, SearchShare
from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image, ImageFingerprint
from curation.services import duplicate_scan, duplicates
from curation.services.duplicate_scan import (
    claim_share,
    plan_shares,
    search_help,
    search_share,
)
from curation.tasks import help_with_search
from tests.curation.conftest import ImportFiles
from tests.curation.pictures import draw, encoded
from tests.support.cast import Cast
from workflow.jobs import DEAD_AFTER
from workflow.models import Job, JobStatus

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

Found = set[tuple[int, int, int, str]]


def crawl() -> dict[str, bytes]:
    """Eight scenes, most of them more than once, one mirrored."""
    files = {}
    for seed in range(8):
        scene = draw(seed)
        files[f"{seed}.png"] = encoded(scene)
        if seed % 3:
            files[f"{seed}-small.jpg"] = encoded(scene.resize((240, 180)), "JPEG")
        if seed % 2:
            files[f"{seed}-grey.png"] = encoded(scene.convert("L"))
    files["0-turned.png"] = encoded(ImageOps.mirror(draw(0)))
    return files


def new_run(cast: Cast) -> FilterRun:
    """A run under way that has found nothing yet."""
    job = Job.objects.create(
        kind="curation.filter", scope_id=cast.project.pk, status=JobStatus.RUNNING
    )
    return FilterRun.objects.create(
        project=cast.project,
        job=job,
        stage="duplicates",
        signature="s",
        parameters={"radius": 10, "similarity": 0.7},
    )


def pairs(run: FilterRun) -> Found:
    return {
        (one.left_id, one.right_id, one.distance, str(one.confirmation))
        for one in CopyPair.objects.filter(run=run)
    }


def forget(run: FilterRun) -> None:
    Job.objects.filter(pk=run.job_id).update(status=JobStatus.FINISHED)
    Measurement.objects.filter(run=run).delete()
    FilterRun.objects.filter(pk=run.pk).update(signature="forgotten")


def nothing(*_: object) -> None:
    """Hears and says nothing."""


@pytest.fixture
def whole(cast: Cast, import_files: ImportFiles) -> Found:
    """What one worker finds in one share."""
    import_files(crawl())
    run = new_run(cast)
    counts = duplicate_scan.measure_duplicates(run=run, progress=nothing)
    assert SearchShare.objects.filter(run=run).count() == 1
    assert counts["measured"] == Image.objects.count()
    found = pairs(run)
    assert counts["pairs"] == len(found) >= 10
    forget(run)
    return found


@pytest.mark.parametrize("least", [1, 3, 7])
def test_shares_find_what_one_search_finds(
    cast: Cast, whole: Found, least: int
) -> None:
    run = new_run(cast)
    plan_shares(run, least=least)
    assert SearchShare.objects.filter(run=run).count() > 1
    claimed = []
    while share := claim_share(run, f"worker {len(claimed)}"):
        claimed.append(share)
    Random(least).shuffle(claimed)  # noqa: S311 - workers come to an end in any order
    for share in claimed:
        search_share(share, nothing)
    assert pairs(run) == whole
    assert Measurement.objects.filter(run=run).count() == Image.objects.count()


@pytest.mark.parametrize("block", [1, 3, 7])
def test_blocks_find_what_one_search_finds(
    cast: Cast, whole: Found, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others come in blocks, of which few pictures are kept ready."""
    monkeypatch.setattr(duplicates, "_BLOCK", block)
    monkeypatch.setattr(duplicates, "_COMPARED", block + 1)
    monkeypatch.setattr(duplicates, "KEPT_READY", block + 2)
    run = new_run(cast)
    counts = duplicate_scan.measure_duplicates(run=run, progress=nothing)
    assert pairs(run) == whole
    assert counts["candidates"] >= len(whole)


def test_no_picture_is_read_again_for_every_pair(
    cast: Cast, whole: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = 0

    def counted(fingerprint: Fingerprint) -> ImageFeatures:
        nonlocal made
        made += 1
        return prepare(fingerprint)

    monkeypatch.setattr(duplicates, "prepare", counted)
    run = new_run(cast)
    with CaptureQueriesContext(connection) as asked:
        counts = duplicate_scan.measure_duplicates(run=run, progress=nothing)
    assert counts["candidates"] >= len(whole)
    table = ImageFingerprint._meta.db_table
    read = [one for one in asked.captured_queries if f'FROM "{table}"' in one["sql"]]
    # The hashes of the new images, of all, and the pictures themselves.
    assert len(read) == 3
    forget(run)
    made = 0
    monkeypatch.setattr(duplicates, "_COMPARED", 1)
    again = duplicate_scan.measure_duplicates(run=new_run(cast), progress=nothing)
    assert made <= Image.objects.count() < 2 * again["candidates"]


def test_a_search_that_finds_nothing_gives_signs_of_life(
    cast: Cast, whole: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duplicates, "_BLOCK", 5)
    keys = list(Image.objects.order_by("pk").values_list("pk", flat=True))
    beats: list[str] = []
    assert list(duplicates.near([], keys, 10, lambda: beats.append("alive"))) == []
    assert len(beats) == -(-len(keys) // 5)


def test_of_its_own_mirror_image_a_picture_is_a_plain_copy(
    cast: Cast, import_files: ImportFiles
) -> None:
    """Both comparisons agree; the first counts, and once."""
    page = draw(1)
    half = page.crop((0, 0, page.width // 2, page.height))
    page.paste(ImageOps.mirror(half), (page.width - half.width, 0))
    small = encoded(page.resize((240, 180)), "JPEG")
    import_files({"one.png": encoded(page), "small.jpg": small})
    one, other = Image.objects.order_by("pk").values_list("pk", flat=True)
    pairs = [duplicates.Near(other, one, mirrored) for mirrored in (False, True)]
    for some in (pairs[:1], pairs[1:]):
        assert len(list(duplicates.confirmed_copies(some))) == 1
    found = [near for near, _ in duplicates.confirmed_copies(pairs)]
    assert found == pairs[:1]


def test_later_images_in_shares_find_what_one_search_finds(
    cast: Cast, whole: Found
) -> None:
    """Some images were compared by an earlier run."""
    run = new_run(cast)
    plan_shares(run, least=5)
    earlier = claim_share(run, "one")
    assert earlier is not None
    search_share(earlier, nothing)
    Job.objects.filter(pk=run.job_id).update(status=JobStatus.FINISHED)
    SearchShare.objects.filter(run=run, done=False).delete()
    later = new_run(cast)
    plan_shares(later, least=4)
    duplicate_scan.measure_duplicates(run=later, progress=nothing)
    assert pairs(run) | pairs(later) == whole
    assert pairs(run).isdisjoint(pairs(later))


def test_a_dead_workers_share_is_taken_up_and_counts_once(
    cast: Cast, whole: Found
) -> None:
    run = new_run(cast)
    plan_shares(run, least=6)
    dead = claim_share(run, "dead")
    assert dead is not None
    silent = timezone.now() - DEAD_AFTER - timedelta(seconds=1)
    SearchShare.objects.filter(pk=dead.pk).update(beat_at=silent)
    duplicate_scan.measure_duplicates(run=run, progress=nothing)
    assert pairs(run) == whole
    assert SearchShare.objects.get(pk=dead.pk).worker != "dead"
    CopyPair.objects.filter(run=run).delete()
    search_share(dead, nothing)
    assert pairs(run) == set()


def test_who_stops_leaves_the_share_to_others(cast: Cast, whole: Found) -> None:
    class StopError(Exception):
        pass

    run = new_run(cast)
    plan_shares(run, least=6)
    left = 3

    def stop(done: int, total: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise StopError

    with pytest.raises(StopError):
        duplicate_scan.measure_duplicates(run=run, progress=stop)
    assert 0 < SearchShare.objects.filter(run=run, done=True).count() < 3
    assert not SearchShare.objects.filter(run=run, done=False, worker__gt="").exists()
    counts = duplicate_scan.measure_duplicates(run=run, progress=nothing)
    assert pairs(run) == whole
    assert counts["measured"] == Image.objects.count()


def test_helpers_search_what_is_left_and_only_while_it_is_wanted(
    cast: Cast, whole: Found
) -> None:
    run = new_run(cast)
    plan_shares(run, least=6)
    mine = claim_share(run, "the one who sees it through")
    assert mine is not None
    help_with_search(run.pk)
    assert SearchShare.objects.filter(run=run, done=False).get() == mine
    search_share(mine, nothing)
    assert pairs(run) == whole
    forget(run)
    over = new_run(cast)
    plan_shares(over, least=6)
    Job.objects.filter(pk=over.job_id).update(cancel_requested=True)
    search_help(run_id=over.pk)
    assert not SearchShare.objects.filter(run=over, done=True).exists()
