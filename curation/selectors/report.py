"""The funnel report, counted from the records of imports, runs, moves and votes."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Count, Exists, Max, OuterRef, QuerySet, Sum

from curation.domain.report import (
    FunnelReport,
    ImportRecord,
    Inspection,
    ReasonCount,
    RunRecord,
    Stage,
)
from curation.domain.states import (
    ACCEPTED,
    DISCARDED,
    DUPLICATE,
    IMAGE,
    IMPORTED,
    IN_SCREENING,
    TOO_MUCH_TEXT,
    WITHDRAWN,
)
from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image, ImageAlias, Source
from curation.models.imports import ImportRejection
from curation.models.screening import ScreeningVote
from curation.selectors import import_list
from curation.selectors.filters import DUPLICATES, TEXT, filter_runs
from curation.selectors.screening import votes_needed
from projects.domain.protocol.text import LocalText
from projects.models import Project
from workflow.models import LedgerEntry
from workflow.selectors import last_reached

SCREENING = "screening"
_CHUNK = 500
_EXCLUDES = {DUPLICATES: DUPLICATE, TEXT: TOO_MUCH_TEXT, SCREENING: DISCARDED}


def funnel_report(project: Project) -> FunnelReport:
    """Every number of the funnel.

    Images are counted where they are now. A withdrawn one counts at the stage where it
    stood; a restored one has passed, and is counted beside it.
    """
    images = Image.objects.filter(project=project)
    by_state = Counter(dict(images.values_list("status").annotate(Count("pk"))))
    compared = Exists(
        Measurement.objects.filter(
            image=OuterRef("pk"), run__stage=DUPLICATES, run__preview=False
        )
    )
    fresh = images.filter(~compared)
    waits_first = sum(
        DUPLICATES not in cleared
        for cleared in fresh.filter(status=IMPORTED).values_list("cleared", flat=True)
    )
    gone = _withdrawn_at(project, fresh)
    exact = ImageAlias.objects.filter(image__project=project).count()

    accepted, later = by_state[ACCEPTED], gone[ACCEPTED]
    waits = {
        DUPLICATES: waits_first,
        TEXT: by_state[IMPORTED] - waits_first,
        SCREENING: by_state[IN_SCREENING],
    }
    stages: list[Stage] = []
    passed = accepted + later
    for name in (SCREENING, TEXT, DUPLICATES):
        excluded = by_state[_EXCLUDES[name]]
        stages.append(_stage(project, name, excluded, gone[name], waits[name], passed))
        passed = stages[-1].entered
    version = project.current_protocol
    return FunnelReport(
        project=project.slug,
        name=project.name,
        protocol_version=version.number if version else None,
        raw=sum(by_state.values()) + exact,
        rejected=dict(
            ImportRejection.objects.filter(project=project)
            .values_list("code")
            .annotate(Count("path", distinct=True))
            .order_by("code")
        ),
        sources=Source.objects.filter(images__project=project).distinct().count(),
        exact_copies=exact,
        imports=tuple(_imports(project)),
        stages=tuple(reversed(stages)),
        inspection=_inspection(project),
        withdrawn_later=later,
        remaining=accepted,
        as_of=_as_of(project),
    )


def _withdrawn_at(project: Project, fresh: QuerySet[Image]) -> Counter[str]:
    """Withdrawn images by the stage where they stood; accepted ones by that state."""
    keys = list(
        Image.objects.filter(project=project, status=WITHDRAWN).values_list(
            "pk", flat=True
        )
    )
    never_compared = set(fresh.filter(status=WITHDRAWN).values_list("pk", flat=True))
    stages = {
        DUPLICATE: DUPLICATES,
        TOO_MUCH_TEXT: TEXT,
        IN_SCREENING: SCREENING,
        DISCARDED: SCREENING,
        ACCEPTED: ACCEPTED,
    }
    gone: Counter[str] = Counter()
    for entry in _reached(WITHDRAWN, keys):
        first = DUPLICATES if entry.subject_id in never_compared else TEXT
        gone[stages.get(entry.source, first)] += 1
    return gone


def _reached(state: str, keys: list[int]) -> Iterable[LedgerEntry]:
    """The entries that brought these images to the state in which they are."""
    for start in range(0, len(keys), _CHUNK):
        chunk = keys[start : start + _CHUNK]
        yield from last_reached(IMAGE.name, state, chunk).values()


def _stage(
    project: Project, name: str, excluded: int, gone: int, waiting: int, passed: int
) -> Stage:
    state = _EXCLUDES[name]
    runs = tuple(_runs(project, name, state))
    seconds = sum(run.seconds or 0 for run in runs)
    if name == SCREENING:
        votes = ScreeningVote.objects.filter(image__project=project)
        seconds = votes.aggregate(Sum("seconds"))["seconds__sum"] or 0
    back = LedgerEntry.objects.filter(
        scope_id=project.pk, machine=IMAGE.name, source=state
    ).exclude(
        subject_id__in=Image.objects.filter(project=project, status=state).values("pk")
    )
    counted = dict(
        back.filter(action__in=("restore", "refilter"))
        .values_list("action")
        .annotate(Count("subject_id", distinct=True))
    )
    return Stage(
        name=name,
        entered=excluded + gone + waiting + passed,
        excluded=excluded,
        withdrawn=gone,
        waiting=waiting,
        passed=passed,
        restored=counted.get("restore", 0),
        let_back=counted.get("refilter", 0),
        seconds=round(seconds, 1),
        runs=runs,
    )


def _runs(project: Project, stage: str, state: str) -> Iterable[RunRecord]:
    if stage == SCREENING:
        return
    keys = list(
        Image.objects.filter(project=project, status=state).values_list("pk", flat=True)
    )
    excludes = Counter(entry.data.get("run") for entry in _reached(state, keys))
    runs = filter_runs(project).filter(stage=stage, preview=False)
    for run in runs.order_by("pk"):
        yield _run(run, excludes[run.pk])


def _run(run: FilterRun, excludes: int) -> RunRecord:
    return RunRecord(
        id=run.pk,
        parameters=run.parameters,
        tools=run.tools,
        counts=run.counts,
        reason=run.reason,
        seconds=run.seconds,
        at=run.created_at.isoformat(),
        excludes=excludes,
    )


def _imports(project: Project) -> Iterable[ImportRecord]:
    names = dict(Source.objects.filter(project=project).values_list("pk", "name"))
    for job in import_list(project).exclude(result={}).order_by("pk"):
        counts = job.result
        yield ImportRecord(
            id=job.pk,
            source_name=names.get(counts.get("source"), ""),
            files=counts["files"],
            imported=counts["imported"],
            already_present=counts["already_present"],
            rejected=counts["rejected"],
            seconds=counts["seconds"],
            at=job.created_at.isoformat(),
        )


def _inspection(project: Project) -> Inspection:
    votes = ScreeningVote.objects.filter(image__project=project)
    discarded = Image.objects.filter(project=project, status=DISCARDED)
    accepted = Image.objects.filter(project=project, status=ACCEPTED)
    reasons: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    for state, images in ((DISCARDED, discarded), (ACCEPTED, accepted)):
        for entry in _reached(state, list(images.values_list("pk", flat=True))):
            decided[entry.data.get("decided_by", "")] += 1
            if state == DISCARDED:
                reasons.update(part for part in entry.reason.split(", ") if part)
    known = project.protocol.curation.screening.reasons
    titles = {one.id: _plain(one.title) for one in known}
    return Inspection(
        people=votes.values("person").distinct().count(),
        votes=votes.count(),
        votes_needed=votes_needed(project),
        by_votes=decided["votes"],
        by_organizer=decided["organizer"],
        reasons=tuple(
            ReasonCount(
                id=name, title=titles.get(name, {"en": name, "zh": name}), count=count
            )
            for name, count in sorted(
                reasons.items(), key=lambda one: (-one[1], one[0])
            )
        ),
    )


def _plain(text: LocalText) -> dict[str, str]:
    return {str(language): words for language, words in text.items()}


def _as_of(project: Project) -> str | None:
    times = [
        LedgerEntry.objects.filter(scope_id=project.pk, machine=IMAGE.name).aggregate(
            at=Max("at")
        )["at"],
        Image.objects.filter(project=project).aggregate(at=Max("created_at"))["at"],
        filter_runs(project)
        .filter(preview=False)
        .aggregate(at=Max("created_at"))["at"],
    ]
    known = [at for at in times if at is not None]
    return max(known).isoformat() if known else None
