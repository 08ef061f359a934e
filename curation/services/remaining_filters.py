"""Filters for images that a person restored before every filter had measured them."""

from curation.domain.states import IMPORTED
from curation.models.images import Image
from curation.selectors.filters import TEXT
from projects.models import Project
from workflow.errors import ConflictError
from workflow.jobs import enqueue_job
from workflow.services import Actor

KIND = "curation.filter"
QUEUE = "curation"


def enqueue_remaining_filters(*, project: Project, actor: Actor) -> None:
    """Queue the text filter for waiting images; it promotes those that pass.

    If filters are running already, the next run measures the remaining images.
    """
    if not Image.objects.filter(project=project, status=IMPORTED).exists():
        return
    parameters = {"stages": [TEXT], "radius": None, "threshold": None}
    try:
        enqueue_job(
            kind=KIND,
            queue=QUEUE,
            scope_id=project.pk,
            actor=actor,
            parameters=parameters,
        )
    except ConflictError:
        return
