"""The search for copies in shares: whoever searches which, the same is found."""

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone
from PIL import Image as Picture
from PIL import ImageOps

from core.heartbeats import DEAD_AFTER
from core.models import Job, JobStatus
from curation.filters.models import DuplicateScanShare, FilterRun
from curation.filters.selectors.runs import compared_image_ids
from curation.images.domain.description import ImageDescription
from curation.images.models import Image
from curation.images.services import descriptions
from curation.images.services.descriptions import description_name
from curation.near_duplicates.models import NearDuplicatePair
from curation.near_duplicates.services import scan as duplicate_scan
from curation.near_duplicates.services.index import load_index
from curation.near_duplicates.services.scan import (
    claim_share,
    help_duplicate_scan,
    plan_shares,
    search_share,
)
from curation.tasks import help_with_search
from tests.curation.conftest import ImportFiles, drawings_source, import_into
from tests.curation.drawn_images import draw, encoded
from tests.support.cast import Cast

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
        stage="near_duplicates",
        signature="s",
        parameters={"certainty": 0.9},
    )


def pairs(run: FilterRun) -> Found:
    return {
        (one.left_id, one.right_id, one.distance, str(one.confirmation))
        for one in NearDuplicatePair.objects.filter(run=run)
    }


def forget(run: FilterRun) -> None:
    Job.objects.filter(pk=run.job_id).update(status=JobStatus.FINISHED)
    FilterRun.objects.filter(pk=run.pk).update(signature="forgotten")


def nothing(*_: object) -> None:
    """Hears and says nothing."""


@pytest.fixture(scope="module")
def cast(shared_cast: Cast) -> Cast:
    return shared_cast


@pytest.fixture(scope="module")
def whole(cast: Cast, import_shared: ImportFiles) -> Found:
    """What one worker finds in one share."""
    import_shared(crawl())
    run = new_run(cast)
    counts = duplicate_scan.measure_duplicates(run=run, progress=nothing)
    assert DuplicateScanShare.objects.filter(run=run).count() == 1
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
    assert DuplicateScanShare.objects.filter(run=run).count() > 1
    claimed = []
    while share := claim_share(run, f"worker {len(claimed)}"):
        claimed.append(share)
    Random(least).shuffle(claimed)  # noqa: S311 - workers come to an end in any order
    for share in claimed:
        search_share(share, nothing)
    assert pairs(run) == whole
    runs = FilterRun.objects.filter(pk=run.pk)
    assert compared_image_ids(runs) == set(Image.objects.values_list("pk", flat=True))


def test_no_thumbnail_is_read_while_descriptions_are_stored(
    cast: Cast, whole: Found, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(image: Picture.Image) -> ImageDescription:
        raise AssertionError("described again")

    monkeypatch.setattr(descriptions, "describe_image", refuse)
    run = new_run(cast)
    duplicate_scan.measure_duplicates(run=run, progress=nothing)
    assert pairs(run) == whole


def test_descriptions_that_are_missing_or_broken_are_made_from_thumbnails(
    cast: Cast, whole: Found
) -> None:
    images = list(Image.objects.order_by("pk"))
    stored = {}
    for number, image in enumerate(images):
        name = description_name(image.sha256)
        with default_storage.open(name) as file:
            stored[name] = file.read()
        default_storage.delete(name)
        if number % 2:
            default_storage.save(name, ContentFile(b"a part of"))
    run = new_run(cast)
    duplicate_scan.measure_duplicates(run=run, progress=nothing)
    names = {(left, right) for left, right, *_ in whole}
    assert {(left, right) for left, right, *_ in pairs(run)} == names
    assert all(default_storage.size(name) > 1000 for name in stored)
    # Other tests share the files, which no transaction takes back.
    for name, content in stored.items():
        default_storage.delete(name)
        default_storage.save(name, ContentFile(content))


def test_an_index_is_continued_and_old_ones_are_deleted(
    shared_cast: Cast, tmp_path: Path
) -> None:
    cast = Cast("other")
    source = drawings_source(cast)
    files = list(crawl().items())
    for number, part in enumerate((files[:12], files[12:14], files[14:], [])):
        new = {f"new-{number}.png": encoded(draw(70 + number))}
        import_into(cast, source, tmp_path, dict(part) | new)
        run = new_run(cast)
        duplicate_scan.measure_duplicates(run=run, progress=nothing)
        Job.objects.filter(pk=run.job_id).update(status=JobStatus.FINISHED)
    names = [
        run.parameters["index"]
        for run in FilterRun.objects.filter(
            project=cast.project, parameters__has_key="index"
        )
    ]
    assert len(names) == 2
    assert all(default_storage.exists(name) for name in names)
    images = Image.objects.filter(project=cast.project)
    assert load_index(run).keys == set(images.values_list("pk", flat=True))


def test_of_its_own_mirror_image_an_image_is_a_plain_copy(
    shared_cast: Cast, tmp_path: Path
) -> None:
    cast = Cast("other")
    page = draw(1)
    half = page.crop((0, 0, page.width // 2, page.height))
    page.paste(ImageOps.mirror(half), (page.width - half.width, 0))
    small = encoded(page.resize((240, 180)), "JPEG")
    files = {"one.png": encoded(page), "small.jpg": small}
    import_into(cast, drawings_source(cast), tmp_path, files)
    run = new_run(cast)
    duplicate_scan.measure_duplicates(run=run, progress=nothing)
    pair = NearDuplicatePair.objects.get(run=run)
    assert "mirrored" not in pair.confirmation["kinds"]


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
    DuplicateScanShare.objects.filter(run=run, done=False).delete()
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
    DuplicateScanShare.objects.filter(pk=dead.pk).update(beat_at=silent)
    duplicate_scan.measure_duplicates(run=run, progress=nothing)
    assert pairs(run) == whole
    assert DuplicateScanShare.objects.get(pk=dead.pk).worker != "dead"
    NearDuplicatePair.objects.filter(run=run).delete()
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
    assert 0 < DuplicateScanShare.objects.filter(run=run, done=True).count() < 3
    assert not DuplicateScanShare.objects.filter(
        run=run, done=False, worker__gt=""
    ).exists()
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
    assert DuplicateScanShare.objects.filter(run=run, done=False).get() == mine
    search_share(mine, nothing)
    assert pairs(run) == whole
    forget(run)
    over = new_run(cast)
    plan_shares(over, least=6)
    Job.objects.filter(pk=over.job_id).update(cancel_requested=True)
    help_duplicate_scan(run_id=over.pk)
    assert not DuplicateScanShare.objects.filter(run=over, done=True).exists()
