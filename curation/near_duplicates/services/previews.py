"""Previews of the near-duplicates filter with other parameters."""

from django.db import transaction

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from core.jobs import enqueue_job
from core.models import Job
from core.services import Actor, require_reason
from curation.filters.models import FilterRun
from curation.filters.services.previews import preview_take
from curation.filters.services.promotion import promote_to_screening
from curation.filters.services.remaining_stages import QUEUE, enqueue_remaining_filters
from curation.job_kinds import PREVIEW
from curation.near_duplicates.domain.stage import NearDuplicates
from curation.near_duplicates.services.clusters import settle_duplicates
from projects.models import Project

_LEAST_CERTAINTY = 0.5
"""As in ``NearDuplicateRules``: below, a pair is rather not one."""


def begin_duplicate_preview(*, project: Project, certainty: float, actor: Actor) -> Job:
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
def apply_duplicate_preview(*, run: FilterRun, reason: str, actor: Actor) -> FilterRun:
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
