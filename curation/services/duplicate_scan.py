"""Near-duplicate scan: every new image compared with all others, by several workers.

The new images are divided into shares. A share counts when its transaction commits, and
it can commit only once. The pairs found do not depend on which worker scans which
share, when, or how many shares there are. Each image is compared with every image
scanned before and with the new images before it.
"""

import uuid
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from time import monotonic, sleep

from celery import current_app
from django.db import transaction
from django.db.models import Q, QuerySet, Sum

from curation.domain.confirmation import MatchResult
from curation.domain.states import WITHDRAWN
from curation.models.copies import CopyPair, SearchShare
from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image
from curation.selectors.duplicates import measured_under
from curation.services.duplicates import Near, Progress, confirmed_copies, near
from workflow.clock import database_now
from workflow.errors import ConflictError
from workflow.jobs import DEAD_AFTER, HEARTBEAT, processes_for
from workflow.models import JobStatus

QUEUE = "curation"
HELP = "curation.search_help"
"""The task that calls more workers to a scan."""
_MOST_SHARES, _LEAST_IMAGES = 32, 500
_CALL_SECONDS = 60.0
_NAP = 0.3
_BATCH = 500

_Heard = Callable[[], None]


class _JobLostError(Exception):
    """The scan was cancelled or finished while a helper was working on it."""


def measure_duplicates(*, run: FilterRun, progress: Progress) -> dict[str, int]:
    """Compare every new image with all others.

    Confirmed pairs and one measurement per image are written share by share, so a
    killed run continues. Returns the numbers of images, candidates and confirmed pairs.
    """
    plan_shares(run)
    shares = SearchShare.objects.filter(run=run)
    total = sum(shares.values_list("images", flat=True))
    worker = uuid.uuid4().hex
    called = 0.0

    def heard() -> None:
        done = shares.filter(done=True).aggregate(images=Sum("images"))["images"]
        progress(done or 0, total)

    while shares.filter(done=False).exists():
        heard()
        if not called or monotonic() - called > _CALL_SECONDS:
            _call(run)
            called = monotonic()
        share = claim_share(run, worker)
        if share is None:
            sleep(_NAP)
        else:
            search_share(share, heard)
    heard()
    found = shares.aggregate(candidates=Sum("candidates"))["candidates"]
    pairs = CopyPair.objects.filter(run=run).count()
    return {"measured": total, "candidates": found or 0, "pairs": pairs}


def search_help(*, run_id: int) -> None:
    """Scan free shares of another worker's run until there are none."""
    run = FilterRun.objects.get(pk=run_id)
    worker = uuid.uuid4().hex

    def heard() -> None:
        if not _is_wanted(run):
            raise _JobLostError

    while _is_wanted(run):
        share = claim_share(run, worker)
        if share is None:
            return
        try:
            search_share(share, heard)
        except _JobLostError:
            return


def _is_wanted(run: FilterRun) -> bool:
    return FilterRun.objects.filter(
        pk=run.pk, job__status=JobStatus.RUNNING, job__cancel_requested=False
    ).exists()


def _call(run: FilterRun) -> None:
    """Ask idle workers to help."""
    waiting = SearchShare.objects.filter(run=run, done=False, worker="").count()
    for _ in range(min(processes_for(QUEUE), waiting) - 1):
        current_app.send_task(HELP, args=[run.pk], queue=QUEUE)


# Shares -------------------------------------------------------------------------


def plan_shares(run: FilterRun, *, least: int = _LEAST_IMAGES) -> None:
    """Divide the images of a run into shares, unless this is done.

    A share has at least ``least`` images, or more if there would be too many shares.
    """
    if SearchShare.objects.filter(run=run).exists():
        return
    new, _ = _new_and_known(run)
    size = max(least, -(-len(new) // _MOST_SHARES))
    SearchShare.objects.bulk_create(
        [
            SearchShare(
                run=run, number=number, first=part[0], last=part[-1], images=len(part)
            )
            for number, start in enumerate(range(0, len(new), size))
            for part in (new[start : start + size],)
        ],
        ignore_conflicts=True,
    )


def _new_and_known(run: FilterRun) -> tuple[list[int], list[int]]:
    """Return the ids of the images to compare, and of those compared before."""
    images = Image.objects.filter(project=run.project).exclude(status=WITHDRAWN)
    before = measured_under(run).exclude(run=run).values("image_id")
    new = images.exclude(pk__in=before).order_by("pk").values_list("pk", flat=True)
    known = images.filter(pk__in=before).order_by("pk").values_list("pk", flat=True)
    return list(new), list(known)


def claim_share(run: FilterRun, worker: str) -> SearchShare | None:
    """Claim a free share for a worker; return None if there is none now."""
    while True:
        now = database_now()
        share = _free(run, now).order_by("number").first()
        if share is None:
            return None
        claimed = _free(run, now).filter(pk=share.pk)
        if claimed.update(worker=worker, beat_at=now):
            share.worker = worker
            return share


def _free(run: FilterRun, now: datetime) -> QuerySet[SearchShare]:
    left = Q(beat_at=None) | Q(beat_at__lt=now - DEAD_AFTER)
    return SearchShare.objects.filter(left, run=run, done=False)


def search_share(share: SearchShare, heard: _Heard) -> None:
    """Scan a share and write the results.

    ``heard`` is called every few seconds and may raise to stop the scan, which releases
    the share. Nothing is written if another worker has the share by then.
    """
    mine = SearchShare.objects.filter(pk=share.pk, worker=share.worker, done=False)
    said = monotonic()

    def beat() -> None:
        nonlocal said
        if monotonic() - said > HEARTBEAT.total_seconds() / 4:
            mine.update(beat_at=database_now())
            heard()
            said = monotonic()

    try:
        images, candidates, pairs = _search(share, beat)
    except BaseException:
        mine.update(worker="", beat_at=None)
        raise
    try:
        with transaction.atomic():
            if not mine.update(done=True, candidates=candidates):
                raise ConflictError("Another worker is comparing these images.")
            CopyPair.objects.bulk_create(
                pairs, ignore_conflicts=True, batch_size=_BATCH
            )
            Measurement.objects.bulk_create(
                [_measured(share.run, key) for key in images],
                ignore_conflicts=True,
                batch_size=_BATCH,
            )
    except ConflictError:
        return


def _measured(run: FilterRun, image_id: int) -> Measurement:
    return Measurement(
        run=run,
        image_id=image_id,
        threshold=run.parameters["radius"],
        excluded=False,
    )


def _search(
    share: SearchShare, beat: _Heard
) -> tuple[Sequence[int], int, Sequence[CopyPair]]:
    """Return a share's images, its number of candidates and its confirmed pairs."""
    new, known = _new_and_known(share.run)
    mine = [key for key in new if share.first <= key <= share.last]
    others = sorted([*known, *(key for key in new if key <= share.last)])
    before, candidates = frozenset(known), 0

    def each_once() -> Iterator[Near]:
        nonlocal candidates
        for one in near(mine, others, share.run.parameters["radius"], beat):
            if one.other < one.image or one.other in before:
                candidates += 1
                yield one

    pairs = [
        _pair(share.run, one, outcome)
        for one, outcome in confirmed_copies(each_once(), beat)
    ]
    return mine, candidates, pairs


def _pair(run: FilterRun, one: Near, outcome: MatchResult) -> CopyPair:
    """Return the pair as seen from the image that was imported first."""
    seen = outcome if one.image < one.other else outcome.turned()
    return CopyPair(
        run=run,
        left_id=min(one.image, one.other),
        right_id=max(one.image, one.other),
        distance=one.distance,
        confirmation=seen._asdict(),
    )
