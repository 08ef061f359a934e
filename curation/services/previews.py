"""Previews of the near-duplicates filter with other parameters."""

from django.db import transaction

from curation.job_kinds import PREVIEW
from curation.models.filters import FilterRun
from curation.services.clusters import settle_duplicates
from curation.services.promotion import promote_to_screening
from curation.services.remaining_filters import QUEUE, enqueue_remaining_filters
from curation.services.stage_previews import preview_take
from curation.stages.near_duplicates.stage import NearDuplicates
from projects.models import Project
from workflow.domain.texts import _
from workflow.errors import FieldProblem, InvalidInputError
from workflow.jobs import enqueue_job
from workflow.models import Job
from workflow.services import Actor, require_reason

_LEAST_CERTAINTY = 0.5
"""As in ``NearDuplicateRules``: below, a pair is rather not one."""


def preview_begin(*, project: Project, certainty: float, actor: Actor) -> Job:
    """Queue a preview.

    Raises InvalidInputError (certainty), and ConflictError when one is running.
    """
    if not _LEAST_CERTAINTY <= certainty <= 1:
        problem = FieldProblem(
            "certainty", _("Must be from {least} to 1.", least=_LEAST_CERTAINTY)
        )
        raise InvalidInputError(
            _("The filter cannot run with these settings."), [problem]
        )
    return enqueue_job(
        kind=PREVIEW,
        queue=QUEUE,
        scope_id=project.pk,
        actor=actor,
        parameters={"parameters": {NearDuplicates.id: {"certainty": certainty}}},
    )


@transaction.atomic
def preview_apply(*, run: FilterRun, reason: str, actor: Actor) -> FilterRun:
    """Apply a preview's parameters, which every later run uses.

    Images that people have worked on in the meantime stay. Raises InvalidInputError
    (reason), and ConflictError when the preview is unfinished, applied or older than
    the last run.
    """
    require_reason(reason)
    preview_take(run, reason=reason)
    settled = settle_duplicates(run=run, actor=actor, reason=reason)
    promote_to_screening(project=run.project)
    run.counts = {
        **{key: run.counts[key] for key in ("measured", "candidates", "pairs")},
        "excluded": settled.excluded,
        "restored": settled.restored,
        "untouched": len(settled.untouched),
    }
    run.save(update_fields=["counts"])
    enqueue_remaining_filters(project=run.project, actor=actor)
    return run
