"""The duplicates filter with other parameters: shown before it is applied."""

from django.db import transaction

from curation.domain.states import IMPORTED
from curation.models.filters import FilterRun
from curation.models.images import Image
from curation.selectors.duplicates import overtaken
from curation.services.clusters import duplicates_settle
from curation.services.images import images_let_through
from curation.services.pending import QUEUE, pending_go_on
from projects.domain.protocol.process import DuplicateRules
from projects.models import Project
from workflow.errors import Conflict, FieldProblem, Invalid
from workflow.jobs import job_enqueue
from workflow.models import Job
from workflow.services import Actor, require_reason

KIND = "curation.preview"


def preview_begin(
    *, project: Project, radius: int, similarity: float, actor: Actor
) -> Job:
    """Queue a preview. Raises Invalid (radius, similarity), Conflict when one runs."""
    problems = []
    if not 0 <= radius <= 32:
        problems.append(FieldProblem("radius", "From 0 to 32 bits."))
    least = DuplicateRules().similarity
    if not least <= similarity <= 1:
        problems.append(FieldProblem("similarity", f"From {least} to 1."))
    if problems:
        raise Invalid("The filter cannot run so.", problems)
    return job_enqueue(
        kind=KIND,
        queue=QUEUE,
        scope_id=project.pk,
        actor=actor,
        parameters={"radius": radius, "similarity": similarity},
    )


@transaction.atomic
def preview_apply(*, run: FilterRun, reason: str, actor: Actor) -> FilterRun:
    """Put a preview's parameters in force; from then on every run uses them.

    What people have worked on in the meantime stays. Raises Invalid (reason), Conflict
    when the preview has not come to its end, was applied or the filter ran since.
    """
    require_reason(reason)
    if run.seconds is None:
        raise Conflict("This preview has not come to its end.")
    if overtaken(run):
        raise Conflict("The filter has run since: preview once more.")
    if not FilterRun.objects.filter(pk=run.pk, preview=True).update(
        preview=False, reason=reason
    ):
        raise Conflict("This preview has been applied already.")
    run.refresh_from_db()
    settled = duplicates_settle(run=run, actor=actor, reason=reason)
    waiting = Image.objects.filter(project=run.project, status=IMPORTED)
    images_let_through(images=list(waiting), actor=Actor.system())
    run.counts = {
        **{key: run.counts[key] for key in ("measured", "candidates", "pairs")},
        "excluded": settled.excluded,
        "restored": settled.restored,
        "untouched": len(settled.untouched),
    }
    run.save(update_fields=["counts"])
    pending_go_on(project=run.project, actor=actor)
    return run
