"""The funnel report, counted from imports, stage runs, transitions and votes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, QuerySet, Sum

from core.models import LedgerEntry
from curation.filters.models import FilterRun, Measurement
from curation.filters.selectors.runs import (
    comparisons_by_stage,
    filter_runs,
    list_active_automatic_stages,
    list_active_stages,
)
from curation.images.domain.states import (
    ACCEPTED,
    DISCARDED,
    EXCLUDED,
    IMAGE,
    IMPORTED,
    IN_SCREENING,
    WITHDRAWN,
)
from curation.images.models import Image, ImageAlias, Source
from curation.imports.models import ImportRejection
from curation.imports.selectors import list_import_jobs
from curation.reports.domain.report import (
    FunnelReport,
    ImportRecord,
    ReasonCount,
    RunRecord,
    ScreeningRecord,
    StageRecord,
)
from curation.screening.domain.stage import screening_rules
from curation.screening.models import ScreeningVote
from curation.screening.selectors import votes_needed
from curation.stages.base import Stage
from curation.stages.registry import INSTALLED, people_stage
from projects.models import Project
from subtext_protocol.text import LocalText


class ImageArrivals(NamedTuple):
    """Images that reached their current state in the same way."""

    state: str
    source: str
    run: int | None
    """The filter run that moved them, if any."""
    decided_by: str
    """In screening: votes or an organizer."""
    reason: str
    images: int


class ReinstatedImages(NamedTuple):
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
    arrivals = _arrivals(project)
    runs = list(filter_runs(project).filter(preview=False).order_by("pk"))
    listed = _shown_stages(project, by_state, runs)
    withdrawn = _withdrawn_at(project, arrivals, images)
    waiting = _waiting_at(project, images.filter(status=IMPORTED))
    waiting[people_stage().id] = by_state[IN_SCREENING]
    exact = ImageAlias.objects.filter(image__project=project).count()
    accepted, later = by_state[ACCEPTED], withdrawn[ACCEPTED]
    returned = _returned(project)
    stages: list[StageRecord] = []
    passed = accepted + later
    for stage in reversed(listed):
        stages.append(
            _stage(
                project,
                stage,
                excluded=by_state[stage.state],
                withdrawn=withdrawn[stage.id],
                waiting=waiting[stage.id],
                passed=passed,
                runs=[run for run in runs if run.stage == stage.id],
                arrivals=[
                    arrival for arrival in arrivals if arrival.state == stage.state
                ],
                returned=[row for row in returned if row.state == stage.state],
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


def _shown_stages(
    project: Project, by_state: Counter[str], runs: Sequence[FilterRun]
) -> list[Stage[Any]]:
    """Return the stages that the protocol uses, or that have excluded images."""
    used = list_active_stages(project)
    ran = {run.stage for run in runs}
    return [
        stage
        for stage in INSTALLED
        if stage in used or by_state[stage.state] or stage.id in ran
    ]


def _arrivals(project: Project) -> list[ImageArrivals]:
    """Count how images came to be excluded, accepted or withdrawn.

    An image's version is that of its last transition, so one ledger entry is enough.
    """
    entries = _moves(project).filter(
        _image_now(state_version=OuterRef("version")),
        target__in=(*EXCLUDED, ACCEPTED, WITHDRAWN),
    )
    counted = entries.values_list(
        "target", "source", "data__run", "data__decided_by", "reason"
    ).annotate(Count("pk"))
    return [
        ImageArrivals(state, source, run, decided_by or "", reason, number)
        for state, source, run, decided_by, reason, number in counted
    ]


def _returned(project: Project) -> list[ReinstatedImages]:
    entries = _moves(project).filter(
        ~_image_now(status=OuterRef("source")),
        action__in=("restore", "refilter"),
        source__in=EXCLUDED,
    )
    counted = entries.values_list("source", "action").annotate(
        Count("subject_id", distinct=True)
    )
    return [ReinstatedImages(*row) for row in counted]


def _moves(project: Project) -> QuerySet[LedgerEntry]:
    """Return every transition of an image."""
    return LedgerEntry.objects.filter(scope_id=project.pk, machine=IMAGE.name)


def _image_now(**conditions: OuterRef) -> Exists:
    """Return a condition on the current state of a ledger entry's image."""
    return Exists(Image.objects.filter(pk=OuterRef("subject_id"), **conditions))


def _waiting_at(project: Project, waiting: QuerySet[Image]) -> Counter[str]:
    """Count images by the first stage that has not measured them yet.

    Stages that a person overrode for an image count as passed. An image that every
    stage has measured waits at the last one.
    """
    stages = [stage.id for stage in list_active_automatic_stages(project)]
    measured = {
        f"measured_{place}": Exists(
            Measurement.objects.filter(
                image=OuterRef("pk"), run__stage=stage, run__preview=False
            )
        )
        for place, stage in enumerate(stages)
    }
    rows = waiting.annotate(**measured).values_list(
        "pk", "overridden_stages", *measured
    )
    compared = comparisons_by_stage(project) if rows else {}
    images_by_stage: Counter[str] = Counter()
    for key, overridden, *passed in rows:
        open_stages = [
            stage
            for stage, done in zip(stages, passed, strict=True)
            if not done
            and stage not in overridden
            and key not in compared.get(stage, ())
        ]
        if stages:
            images_by_stage[open_stages[0] if open_stages else stages[-1]] += 1
    return images_by_stage


def _withdrawn_at(
    project: Project, arrivals: Iterable[ImageArrivals], images: QuerySet[Image]
) -> Counter[str]:
    """Count withdrawn images by the stage they had reached, or as accepted."""
    stood_at = {
        **{stage.state: stage.id for stage in INSTALLED},
        IN_SCREENING: people_stage().id,
        ACCEPTED: ACCEPTED,
    }
    withdrawn: Counter[str] = Counter()
    for arrival in arrivals:
        if arrival.state == WITHDRAWN and arrival.source != IMPORTED:
            withdrawn[stood_at[arrival.source]] += arrival.images
    from_waiting = images.filter(
        Exists(
            LedgerEntry.objects.filter(
                machine=IMAGE.name,
                subject_id=OuterRef("pk"),
                version=OuterRef("state_version"),
                source=IMPORTED,
            )
        ),
        status=WITHDRAWN,
    )
    return withdrawn + _waiting_at(project, from_waiting)


def _stage(
    project: Project,
    stage: Stage[Any],
    *,
    excluded: int,
    withdrawn: int,
    waiting: int,
    passed: int,
    runs: Iterable[FilterRun],
    arrivals: Iterable[ImageArrivals],
    returned: Iterable[ReinstatedImages],
) -> StageRecord:
    by_run: Counter[int | None] = Counter()
    for arrival in arrivals:
        by_run[arrival.run] += arrival.images
    records = tuple(_run(run, by_run[run.pk]) for run in runs)
    seconds = sum(run.seconds or 0 for run in records)
    if stage is people_stage():
        votes = ScreeningVote.objects.filter(image__project=project)
        seconds = votes.aggregate(Sum("seconds"))["seconds__sum"] or 0
    back = {row.action: row.images for row in returned}
    return StageRecord(
        name=stage.id,
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
    for job in list_import_jobs(project).exclude(result={}).order_by("pk"):
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


def _inspection(project: Project, arrivals: Sequence[ImageArrivals]) -> ScreeningRecord:
    votes = ScreeningVote.objects.filter(image__project=project)
    reasons: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    for arrival in arrivals:
        if arrival.state in (DISCARDED, ACCEPTED):
            decided[arrival.decided_by] += arrival.images
        if arrival.state == DISCARDED:
            for reason in filter(None, arrival.reason.split(", ")):
                reasons[reason] += arrival.images
    known = screening_rules(project.protocol).reasons
    titles = {reason.id: _plain(reason.title) for reason in known}
    return ScreeningRecord(
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
                reasons.items(), key=lambda entry: (-entry[1], entry[0])
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
