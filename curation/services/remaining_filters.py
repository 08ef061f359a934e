"""Images that a person brought back before every filter had seen them."""

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
    """Queue the text filter for what waits for it; it lets through what passes.

    When filters are running already, the next run takes what this one does not.
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
