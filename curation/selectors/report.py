"""The funnel report, counted from imports, filter runs, transitions and votes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

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

SCREENING = "screening"
_EXCLUDES = {DUPLICATES: DUPLICATE, TEXT: TOO_MUCH_TEXT, SCREENING: DISCARDED}
_STOOD_AT = {
    DUPLICATE: DUPLICATES,
    TOO_MUCH_TEXT: TEXT,
    IMPORTED: TEXT,
    IN_SCREENING: SCREENING,
    DISCARDED: SCREENING,
    ACCEPTED: ACCEPTED,
}
"""The stage of an image in each state; accepted images have passed all stages."""


class Arrivals(NamedTuple):
    """Images that reached their current state in the same way."""

    state: str
    source: str
    run: int | None
    """The filter run that moved them, if any."""
    decided_by: str
    """In screening: votes or an organizer."""
    reason: str
    images: int


class Returned(NamedTuple):
    """Images that one stage excluded earlier and no longer excludes."""

    state: str
    action: str
    images: int


def funnel_report(project: Project) -> FunnelReport:
    """Count every number of the funnel.

    Images count at their current stage. A withdrawn image counts at the stage that it
    had reached. A restored image counts as passed, and also as restored.
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
        number
        for cleared, number in fresh.filter(status=IMPORTED)
        .values_list("cleared")
        .annotate(Count("pk"))
        if DUPLICATES not in cleared
    )
    arrivals = _arrivals(project)
    gone = _withdrawn_at(arrivals, fresh)
    exact = ImageAlias.objects.filter(image__project=project).count()

    accepted, later = by_state[ACCEPTED], gone[ACCEPTED]
    waits = {
        DUPLICATES: waits_first,
        TEXT: by_state[IMPORTED] - waits_first,
        SCREENING: by_state[IN_SCREENING],
    }
    runs = list(filter_runs(project).filter(preview=False).order_by("pk"))
    returned = _returned(project)
    stages: list[Stage] = []
    passed = accepted + later
    for name in (SCREENING, TEXT, DUPLICATES):
        stages.append(
            _stage(
                project,
                name,
                excluded=by_state[_EXCLUDES[name]],
                withdrawn=gone[name],
                waiting=waits[name],
                passed=passed,
                runs=[run for run in runs if run.stage == name],
                arrivals=[one for one in arrivals if one.state == _EXCLUDES[name]],
                returned=[one for one in returned if one.state == _EXCLUDES[name]],
            )
        )
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
        inspection=_inspection(project, arrivals),
        withdrawn_later=later,
        remaining=accepted,
        as_of=_as_of(project),
    )


def _arrivals(project: Project) -> list[Arrivals]:
    """Count how images came to be excluded, accepted or withdrawn.

    An image's version is that of its last transition, so one ledger entry is enough.
    """
    entries = _moves(project).filter(
        _image_now(state_version=OuterRef("version")),
        target__in=(*_EXCLUDES.values(), ACCEPTED, WITHDRAWN),
    )
    counted = entries.values_list(
        "target", "source", "data__run", "data__decided_by", "reason"
    ).annotate(Count("pk"))
    return [
        Arrivals(state, source, run, decided_by or "", reason, number)
        for state, source, run, decided_by, reason, number in counted
    ]


def _returned(project: Project) -> list[Returned]:
    entries = _moves(project).filter(
        ~_image_now(status=OuterRef("source")),
        action__in=("restore", "refilter"),
        source__in=_EXCLUDES.values(),
    )
    counted = entries.values_list("source", "action").annotate(
        Count("subject_id", distinct=True)
    )
    return [Returned(*found) for found in counted]


def _moves(project: Project) -> QuerySet[LedgerEntry]:
    """Return every transition of an image."""
    return LedgerEntry.objects.filter(scope_id=project.pk, machine=IMAGE.name)


def _image_now(**conditions: OuterRef) -> Exists:
    """Return a condition on the current state of a ledger entry's image."""
    return Exists(Image.objects.filter(pk=OuterRef("subject_id"), **conditions))


def _withdrawn_at(arrivals: Iterable[Arrivals], fresh: QuerySet[Image]) -> Counter[str]:
    """Count withdrawn images by the stage they had reached, or as accepted."""
    gone: Counter[str] = Counter()
    for arrival in arrivals:
        if arrival.state == WITHDRAWN:
            gone[_STOOD_AT[arrival.source]] += arrival.images
    never_compared = fresh.filter(
        Exists(
            LedgerEntry.objects.filter(
                machine=IMAGE.name,
                subject_id=OuterRef("pk"),
                version=OuterRef("state_version"),
                source=IMPORTED,
            )
        ),
        status=WITHDRAWN,
    ).count()
    gone[TEXT] -= never_compared
    gone[DUPLICATES] += never_compared
    return gone


def _stage(
    project: Project,
    name: str,
    *,
    excluded: int,
    withdrawn: int,
    waiting: int,
    passed: int,
    runs: Iterable[FilterRun],
    arrivals: Iterable[Arrivals],
    returned: Iterable[Returned],
) -> Stage:
    by_run: Counter[int | None] = Counter()
    for arrival in arrivals:
        by_run[arrival.run] += arrival.images
    records = tuple(_run(run, by_run[run.pk]) for run in runs)
    seconds = sum(run.seconds or 0 for run in records)
    if name == SCREENING:
        votes = ScreeningVote.objects.filter(image__project=project)
        seconds = votes.aggregate(Sum("seconds"))["seconds__sum"] or 0
    back = {one.action: one.images for one in returned}
    return Stage(
        name=name,
        entered=excluded + withdrawn + waiting + passed,
        excluded=excluded,
        withdrawn=withdrawn,
        waiting=waiting,
        passed=passed,
        restored=back.get("restore", 0),
        let_back=back.get("refilter", 0),
        seconds=round(seconds, 1),
        runs=records,
    )


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


def _inspection(project: Project, arrivals: Sequence[Arrivals]) -> Inspection:
    votes = ScreeningVote.objects.filter(image__project=project)
    reasons: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    for arrival in arrivals:
        if arrival.state in (DISCARDED, ACCEPTED):
            decided[arrival.decided_by] += arrival.images
        if arrival.state == DISCARDED:
            for reason in filter(None, arrival.reason.split(", ")):
                reasons[reason] += arrival.images
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
        _moves(project).aggregate(at=Max("at"))["at"],
        Image.objects.filter(project=project).aggregate(at=Max("created_at"))["at"],
        filter_runs(project)
        .filter(preview=False)
        .aggregate(at=Max("created_at"))["at"],
    ]
    known = [at for at in times if at is not None]
    return max(known).isoformat() if known else None
