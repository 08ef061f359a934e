"""The demo's jobs: images drawn, imported and filtered; a project finished by a crew.

Imports, filters and releases are jobs of their own, in view on the pages where a project
has them. Each job may be run again at any time and goes on where it was.
"""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from config.demo.project import begin_finished_project, join
from curation.selectors.filters import STAGES
from curation.services.filtering import begin_filters
from curation.services.imports import KIND as IMPORT
from curation.services.imports import import_begin
from curation.services.remaining_filters import KIND as FILTER
from curation.services.sources import source_named
from demo import draw_all
from demo.truth import TrueFate
from projects.models import Project, Role
from projects.selectors import project_of
from releases.models import Release
from workflow.errors import ConflictError, SubtextError
from workflow.jobs import job_see_through
from workflow.models import Job, JobStatus
from workflow.services import Actor

SOURCE = "Drawn by Subtext"
LICENCE = "CC0-1.0"
VERSION = "1.0.0"
_FILES = 20
"""Raw files that are imported and filtered in one go: people can begin after the first."""

Progress = Callable[[int, int | None], None]


def make_images(*, job: Job, progress: Progress) -> dict[str, int]:
    """Draw the images of a project, import and filter them, some at a time.

    ``progress`` counts the raw files that are through.
    """
    project = project_of(job.scope_id)
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
        begin_finished_project()
    return {"files": total}


def finish_project(*, job: Job, progress: Progress) -> dict[str, str]:
    """Have a simulated crew take the same images all the way to a release.

    ``progress`` counts steps: images, the crew's work, the release.
    """
    project = project_of(job.scope_id)
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
        call_command("release_cut", project.slug, VERSION, wait=True, verbosity=0)
    # Only now: questions would wait for annotators who are there and never come.
    join(project, Role.ANNOTATOR)
    progress(3, 3)
    return {"release": VERSION}


def _draw() -> Path:
    return draw_all(settings.DATA_DIR / "demo-images")


def _groups(rows: Sequence[TrueFate]) -> list[list[TrueFate]]:
    """The raw files in groups; copies stay with what they are copies of."""
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
    """A list of some of the drawn files, which an import reads."""
    file = truth.with_suffix("") / f"{name}.csv"
    with file.open("w", encoding="utf-8", newline="") as target:
        csv.writer(target).writerows([["path"], *([row["path"]] for row in rows)])
    return file


def _import(project: Project, manifest: Path) -> None:
    imports = Job.objects.filter(kind=IMPORT, scope_id=project.pk)
    path = str(manifest.absolute())
    if imports.filter(parameters__path=path, status=JobStatus.FINISHED).exists():
        return
    actor = Actor.system()
    source = source_named(
        project=project, name=SOURCE, licence=LICENCE, rights=None, actor=actor
    )
    _see_through(
        project,
        IMPORT,
        lambda: import_begin(project=project, source=source, path=path, actor=actor),
    )


def _filter(project: Project) -> None:
    _see_through(
        project,
        FILTER,
        lambda: begin_filters(project=project, stages=STAGES, actor=Actor.system()),
    )


def _see_through(project: Project, kind: str, begin: Callable[[], Job]) -> None:
    """Begin a job and do it here; one that somebody else has begun comes first."""
    while True:
        try:
            job = job_see_through(begin())
        except ConflictError:
            live = Job.objects.filter(
                kind=kind,
                scope_id=project.pk,
                status__in=(JobStatus.QUEUED, JobStatus.RUNNING),
            )
            for other in live:
                job_see_through(other)
            continue
        if job.status != JobStatus.FINISHED:
            raise SubtextError(f"{kind}: {job.status}. {job.error}".strip())
        return
