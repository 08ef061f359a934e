"""An import that is watched. Needs Django set up."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import perf_counter, process_time
from typing import NamedTuple

from django.core.management import call_command

from curation.models.images import Image, Source
from curation.services.imports import import_begin
from projects.domain.shipped import shipped_protocol
from projects.models import Role
from projects.services import project_create
from workflow.jobs import job_run
from workflow.models import Job
from workflow.services import Actor

_SIGNS = 10
_NAP = 0.5


class Sign(NamedTuple):
    """How far it is, how fast since the last sign, and what the process holds."""

    images: int
    rate: float
    """Images a second by the clock."""
    processor_rate: float
    """Images a second of processor time."""
    mebibytes: float


def measured_import(material: Path) -> Iterator[Sign]:
    """Import into a new project; a sign at every tenth and at the end."""
    call_command("migrate", verbosity=0)
    project = project_create(
        slug="scale",
        name="Scale",
        protocol=shipped_protocol("ii-bench"),
        maintainer=None,
    )
    source = Source.objects.create(project=project, name="Drawn", licence="CC0-1.0")
    job = import_begin(
        project=project,
        source=source,
        path=material,
        actor=Actor(None, Role.MAINTAINER),
    )
    worker = Thread(target=job_run, args=[job.pk])
    before = Sign(0, 0, 0, 0)
    clock, processor = perf_counter(), process_time()
    worker.start()
    while worker.is_alive():
        worker.join(_NAP)
        total = Job.objects.get(pk=job.pk).total or 0
        images = Image.objects.count()
        if worker.is_alive() and not total:
            continue
        if worker.is_alive() and images - before.images < total / _SIGNS:
            continue
        now, used = perf_counter(), process_time()
        new = images - before.images
        before = Sign(
            images, new / (now - clock), new / (used - processor), _held() / 2**20
        )
        clock, processor = now, used
        yield before


def _held() -> int:
    """Bytes of memory that the process holds."""
    fields = Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * 4096
