"""Stages for images that a person restored before every stage had measured them."""

from core.errors import ConflictError
from core.jobs import enqueue_job
from core.services import Actor
from curation.filters.selectors.runs import list_active_automatic_stages
from curation.images.domain.states import IMPORTED
from curation.images.models import Image
from curation.job_kinds import FILTER
from curation.stages.base import ImageStage
from projects.models import Project

QUEUE = "curation"
SEARCH_HELP = "curation.search_help"
"""The task in which a worker compares images for another worker's job."""


def enqueue_remaining_filters(*, project: Project, actor: Actor) -> None:
    """Queue the stages of one image for waiting images; those that pass are promoted.

    If stages are running already, the next run measures the remaining images.
    """
    if not Image.objects.filter(project=project, status=IMPORTED).exists():
        return
    stages = [
        stage.id
        for stage in list_active_automatic_stages(project)
        if isinstance(stage, ImageStage)
    ]
    try:
        enqueue_job(
            kind=FILTER,
            queue=QUEUE,
            scope_id=project.pk,
            actor=actor,
            parameters={"stages": stages, "parameters": {}},
        )
    except ConflictError:
        return
