"""Near-duplicate scan: every new image compared with all others, by several workers.

The new images are divided into shares. A share counts when its transaction commits, and
it can commit only once. All workers search one index, so the pairs found do not depend on
which worker scans which share, when, or how many shares there are.
"""

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import chain
from time import monotonic, sleep

from celery import current_app
from django.db import transaction
from django.db.models import Q, QuerySet, Sum

from core.clock import database_now
from core.domain.texts import _
from core.errors import ConflictError
from core.heartbeats import DEAD_AFTER, HEARTBEAT
from core.models import JobStatus
from core.workers import count_live_processes
from curation.filters.models import DuplicateScanShare, FilterRun
from curation.filters.selectors.runs import compared_image_ids
from curation.filters.services.remaining_stages import QUEUE, SEARCH_HELP
from curation.images.domain.states import WITHDRAWN
from curation.images.models import Image
from curation.images.services.descriptions import DescriptionStore
from curation.near_duplicates.domain.match import POSSIBLE, PairMatch
from curation.near_duplicates.models import NearDuplicatePair
from curation.near_duplicates.selectors.clusters import (
    members_to_compare,
    reusable_runs,
)
from curation.near_duplicates.services.comparison import (
    Progress,
    ProposedPair,
    compare_pairs,
    propose_pairs_of_images,
)
from curation.near_duplicates.services.index import load_index, prepare_index

_MOST_SHARES, _LEAST_IMAGES = 32, 500
_CALL_SECONDS = 60.0
_NAP = 0.3
_BATCH = 500

_Beat = Callable[[], None]


class _JobLostError(Exception):
    """The scan was cancelled or finished while a helper was working on it."""


def measure_duplicates(*, run: FilterRun, progress: Progress) -> dict[str, int]:
    """Compare every new image with all others.

    Pairs and the ids of compared images are written share by share, so a killed run
    continues. Returns the numbers of images, of candidates, and of pairs that are at
    least possible near-duplicates.
    """
    plan_shares(run, beat=lambda: progress(0, 0))
    shares = DuplicateScanShare.objects.filter(run=run)
    total = sum(shares.values_list("images", flat=True))
    worker = uuid.uuid4().hex
    called = 0.0

    def beat() -> None:
        done = shares.filter(done=True).aggregate(images=Sum("images"))["images"]
        progress(done or 0, total)

    while shares.filter(done=False).exists():
        beat()
        if not called or monotonic() - called > _CALL_SECONDS:
            _call(run)
            called = monotonic()
        share = claim_share(run, worker)
        if share is None:
            sleep(_NAP)
        else:
            search_share(share, beat)
    beat()
    if total:
        _complete_families(run, beat)
    candidates = shares.aggregate(candidates=Sum("candidates"))["candidates"]
    pairs = NearDuplicatePair.objects.filter(run=run).count()
    return {"measured": total, "candidates": candidates or 0, "pairs": pairs}


def _complete_families(run: FilterRun, beat: _Beat) -> None:
    """Compare the best image of each large family with the members it was not proposed.

    Otherwise a family of more copies than an image has candidates would keep several.
    """
    to_compare = members_to_compare(run)
    if not to_compare:
        return
    index = load_index(run)
    description_of = DescriptionStore([*to_compare, *chain(*to_compare.values())], beat)
    proposed = [
        _in_order(ProposedPair(best, candidate))
        for best, members in to_compare.items()
        for candidate in index.find_candidates(
            description_of(best), exclude=best, most=len(index)
        )
        if candidate.key in members
    ]
    NearDuplicatePair.objects.bulk_create(
        _near_duplicates(run, proposed, description_of, beat),
        ignore_conflicts=True,
        batch_size=_BATCH,
    )


def help_duplicate_scan(*, run_id: int) -> None:
    """Scan free shares of another worker's run until there are none."""
    run = FilterRun.objects.get(pk=run_id)
    worker = uuid.uuid4().hex

    def beat() -> None:
        if not _is_running(run):
            raise _JobLostError

    while _is_running(run):
        share = claim_share(run, worker)
        if share is None:
            return
        try:
            search_share(share, beat)
        except _JobLostError:
            return


def _is_running(run: FilterRun) -> bool:
    return FilterRun.objects.filter(
        pk=run.pk, job__status=JobStatus.RUNNING, job__cancel_requested=False
    ).exists()


def _call(run: FilterRun) -> None:
    """Ask idle workers to help."""
    waiting = DuplicateScanShare.objects.filter(run=run, done=False, worker="").count()
    for _helper in range(min(count_live_processes(QUEUE), waiting) - 1):
        current_app.send_task(SEARCH_HELP, args=[run.pk], queue=QUEUE)


# Shares -------------------------------------------------------------------------


def plan_shares(
    run: FilterRun, *, least: int = _LEAST_IMAGES, beat: _Beat = lambda: None
) -> None:
    """Write the index and divide the images of a run into shares, unless this is done.

    A share has at least ``least`` images, or more if there would be too many shares.
    """
    new, known = _new_and_known(run)
    if new:
        prepare_index(run, sorted([*new, *known]), beat)
    if DuplicateScanShare.objects.filter(run=run).exists():
        return
    size = max(least, -(-len(new) // _MOST_SHARES))
    DuplicateScanShare.objects.bulk_create(
        [
            DuplicateScanShare(
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
    keys = list(images.order_by("pk").values_list("pk", flat=True))
    before = compared_image_ids(reusable_runs(run))
    new = [key for key in keys if key not in before]
    return new, [key for key in keys if key in before]


def claim_share(run: FilterRun, worker: str) -> DuplicateScanShare | None:
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


def _free(run: FilterRun, now: datetime) -> QuerySet[DuplicateScanShare]:
    left = Q(beat_at=None) | Q(beat_at__lt=now - DEAD_AFTER)
    return DuplicateScanShare.objects.filter(left, run=run, done=False)


def search_share(share: DuplicateScanShare, notify: _Beat) -> None:
    """Scan a share and write the results.

    ``notify`` is called every few seconds and may raise to stop the scan, which releases
    the share. Nothing is written if another worker has the share by then.
    """
    claimed = DuplicateScanShare.objects.filter(
        pk=share.pk, worker=share.worker, done=False
    )
    last_beat = monotonic()

    def beat() -> None:
        nonlocal last_beat
        if monotonic() - last_beat > HEARTBEAT.total_seconds() / 4:
            claimed.update(beat_at=database_now())
            notify()
            last_beat = monotonic()

    try:
        images, candidates, pairs = _search(share, beat)
    except BaseException:
        claimed.update(worker="", beat_at=None)
        raise
    try:
        with transaction.atomic():
            if not claimed.update(done=True, candidates=candidates, compared=images):
                raise ConflictError(_("Another worker is comparing these images."))
            NearDuplicatePair.objects.bulk_create(
                pairs, ignore_conflicts=True, batch_size=_BATCH
            )
    except ConflictError:
        return


def _search(
    share: DuplicateScanShare, beat: _Beat
) -> tuple[Sequence[int], int, Sequence[NearDuplicatePair]]:
    """Return a share's images, its number of candidates and its pairs."""
    run = share.run
    new, known = _new_and_known(run)
    image_ids = [key for key in new if share.first <= key <= share.last]
    description_of = DescriptionStore([*new, *known], beat)
    proposed = [
        _in_order(pair)
        for pair in propose_pairs_of_images(image_ids, load_index(run), description_of)
    ]
    # The likelier of the two directions, should both images be in this share.
    proposed.sort(key=lambda pair: pair.candidate.votes)
    distinct = {(pair.image, pair.candidate.key): pair for pair in proposed}
    ordered = [distinct[key] for key in sorted(distinct)]
    pairs = _near_duplicates(run, ordered, description_of, beat)
    return image_ids, len(distinct), pairs


def _near_duplicates(
    run: FilterRun,
    proposed: Sequence[ProposedPair],
    description_of: DescriptionStore,
    beat: _Beat,
) -> Sequence[NearDuplicatePair]:
    """Return unsaved rows of the pairs that are at least possible near-duplicates."""
    return [
        _pair(run, pair, match)
        for pair, match in compare_pairs(proposed, description_of, beat)
        if match.certainty >= POSSIBLE
    ]


def _in_order(pair: ProposedPair) -> ProposedPair:
    """Return the pair with the image that was imported first in front."""
    first, second = sorted((pair.image, pair.candidate.key))
    return ProposedPair(first, pair.candidate._replace(key=second))


def _pair(run: FilterRun, pair: ProposedPair, match: PairMatch) -> NearDuplicatePair:
    return NearDuplicatePair(
        run=run,
        left_id=pair.image,
        right_id=pair.candidate.key,
        distance=pair.candidate.distance,
        certainty=match.certainty,
        confirmation=match._asdict(),
    )
