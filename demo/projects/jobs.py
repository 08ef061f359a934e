"""The demo's jobs: draw, import and filter images; have a crew work in two projects.

Imports, filters and releases are jobs of their own, visible on the project's pages.
Each job may be run again at any time and continues where it stopped.
"""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from core.errors import ConflictError, SubtextError
from core.job_kinds import Progress
from core.jobs import run_or_await_job
from core.models import Job, JobStatus
from core.services import Actor
from curation.filters.services.requests import begin_filters
from curation.images.models import Rights
from curation.imports.services.requests import begin_import
from curation.imports.services.sources import find_or_create_source
from curation.job_kinds import FILTER, IMPORT
from curation.stages.registry import people_stage
from demo.drawing.raw_files import draw_all
from demo.drawing.truth import TrueFate
from demo.projects.begin import (
    begin_finished_project,
    begin_started_project,
    join_demo_people,
)
from projects.access.selectors import get_project_by_id
from projects.models import Project
from projects.roles import Role
from releases.records.models import Release
from review.rounds.models.rounds import Round
from review.rounds.services.rounds import open_round

SOURCE = "Drawn by Subtext"
LICENCE = "CC0-1.0"
VERSION = "1.0.0"
_SIMULATED = "This is the demo: a simulated crew did the work of people."
_LAST_STAGES = ("adjudication", "annotation", people_stage().id)
"""Where the crew stops with each group of images; it does not touch further ones."""
_FILES = 20
"""Raw files imported and filtered at a time; people can start after the first group."""


def make_images(*, job: Job, progress: Progress) -> dict[str, int]:
    """Draw the images of a project, then import and filter them in groups.

    ``progress`` counts the raw files that are done.
    """
    project = get_project_by_id(job.scope_id)
    truth = _draw()
    groups = _groups(json.loads(truth.read_text("utf-8"))["images"])
    total = sum(len(group) for group in groups)
    done = 0
    for number, group in enumerate(groups, start=1):
        progress(done, total)
        _import(project, _manifest(truth, f"part-{number}", group))
        _filter(project)
        done += len(group)
    progress(done, total)
    if settings.DEMO_FINISHED:
        begin_started_project()
        begin_finished_project()
    return {"files": total}


def start_project(*, job: Job, progress: Progress) -> dict[str, int]:
    """Have a crew leave work for every role in a project.

    Each group of images comes less far than the one before: to questions to validate,
    items to adjudicate, items to annotate, images to screen. ``progress`` counts groups.
    """
    project = get_project_by_id(job.scope_id)
    truth = _draw()
    groups = _groups(json.loads(truth.read_text("utf-8"))["images"])
    manifests = [
        _manifest(truth, f"part-{number}", group)
        for number, group in enumerate(groups, start=1)
    ]
    for number, manifest in enumerate(manifests):
        progress(number, len(groups))
        if any(_is_imported(project, later) for later in manifests[number + 1 :]):
            continue  # an earlier run of this job has done it
        _import(project, manifest)
        _filter(project)
        if number >= len(_LAST_STAGES):
            continue
        options = {"people": 4, "accuracy": 0.9, "truth": truth, "json": True}
        until = _LAST_STAGES[number]
        call_command("crew_simulate", project.slug, until=until, **options)
        if not Round.objects.filter(project=project).exists():
            open_round(project=project, actor=Actor.system(), automatic=True)
    join_demo_people(project, Role.ANNOTATOR)
    progress(len(groups), len(groups))
    return {"groups": len(groups)}


def finish_project(*, job: Job, progress: Progress) -> dict[str, str]:
    """Have a simulated crew work on the same images up to a release.

    ``progress`` counts steps: images, the crew's work, the release.
    """
    project = get_project_by_id(job.scope_id)
    progress(0, 3)
    truth = _draw()
    _import(
        project, _manifest(truth, "all", json.loads(truth.read_text("utf-8"))["images"])
    )
    _filter(project)
    progress(1, 3)
    options = {"people": 10, "accuracy": 0.9, "truth": truth, "json": True}
    call_command("crew_simulate", project.slug, **options)
    progress(2, 3)
    if not Release.objects.filter(project=project, version=VERSION).exists():
        override = [f"simulated={_SIMULATED}"]
        call_command(
            "release_cut",
            project.slug,
            VERSION,
            override=override,
            wait=True,
            verbosity=0,
        )
    # Only now, or questions would be assigned to annotators who never answer.
    join_demo_people(project, Role.ANNOTATOR)
    progress(3, 3)
    return {"release": VERSION}


def _draw() -> Path:
    return draw_all(settings.DATA_DIR / "demo-images")


def _groups(rows: Sequence[TrueFate]) -> list[list[TrueFate]]:
    """Return the raw files in groups; copies are in the group of their original."""
    families: dict[str, list[TrueFate]] = {}
    for row in rows:
        families.setdefault(row["duplicate_of"] or row["path"], []).append(row)
    groups: list[list[TrueFate]] = [[]]
    for family in families.values():
        if len(groups[-1]) + len(family) > _FILES:
            groups.append([])
        groups[-1] += family
    return groups


def _manifest(truth: Path, name: str, rows: Sequence[TrueFate]) -> Path:
    """Write a list of some of the drawn files for an import, and return its path."""
    file = truth.with_suffix("") / f"{name}.csv"
    with file.open("w", encoding="utf-8", newline="") as target:
        csv.writer(target).writerows([["path"], *([row["path"]] for row in rows)])
    return file


def _is_imported(project: Project, manifest: Path) -> bool:
    return Job.objects.filter(
        kind=IMPORT,
        scope_id=project.pk,
        parameters__path=str(manifest.absolute()),
        status=JobStatus.FINISHED,
    ).exists()


def _import(project: Project, manifest: Path) -> None:
    if _is_imported(project, manifest):
        return
    path = str(manifest.absolute())
    actor = Actor.system()
    source = find_or_create_source(
        project=project,
        name=SOURCE,
        licence=LICENCE,
        rights=Rights.REDISTRIBUTE,
        actor=actor,
    )
    _run_job(
        project,
        IMPORT,
        lambda: begin_import(project=project, source=source, path=path, actor=actor),
    )


def _filter(project: Project) -> None:
    _run_job(
        project,
        FILTER,
        lambda: begin_filters(project=project, actor=Actor.system()),
    )


def _run_job(project: Project, kind: str, begin: Callable[[], Job]) -> None:
    """Start a job and run it here; active jobs of its kind are run first."""
    while True:
        try:
            job = run_or_await_job(begin())
        except ConflictError:
            live = Job.objects.filter(
                kind=kind,
                scope_id=project.pk,
                status__in=(JobStatus.QUEUED, JobStatus.RUNNING),
            )
            for live_job in live:
                run_or_await_job(live_job)
            continue
        if job.status != JobStatus.FINISHED:
            raise SubtextError(f"{kind}: {job.status}. {job.error}".strip())
        return
