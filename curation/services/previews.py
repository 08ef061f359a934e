"""The duplicates filter with other parameters: shown before it is applied."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from django.db import transaction

from curation.domain.states import IMPORTED
from curation.models.filters import Change, FilterChange, FilterRun
from curation.models.images import Image
from curation.selectors.duplicates import duplicates_changes, overtaken
from curation.selectors.filters import DUPLICATES
from curation.services.clusters import duplicates_settle
from curation.services.images import images_let_through
from curation.services.pending import pending_go_on
from curation.services.runs import run_of
from curation.services.searching import duplicates_measure
from projects.domain.protocol.process import DuplicateRules
from projects.models import Project
from projects.selectors import project_of
from workflow.errors import Conflict, FieldProblem, Invalid
from workflow.jobs import job_enqueue
from workflow.models import Job
from workflow.services import Actor

KIND = "curation.preview"
Progress = Callable[[int, int], None]
_CHUNK = 500


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
        scope_id=project.pk,
        actor=actor,
        parameters={"radius": radius, "similarity": similarity},
    )


def preview_run(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Do it: measure what these parameters need, and list what would change.

    No image moves. Returns the counts that the run keeps as well.
    """
    begun = monotonic()
    run = run_of(project_of(job.scope_id), job, DUPLICATES, preview=True)
    counts = duplicates_measure(run=run, progress=progress)
    with transaction.atomic():
        changes = duplicates_changes(run)
        FilterChange.objects.filter(run=run).delete()
        FilterChange.objects.bulk_create(changes, batch_size=_CHUNK)
    kinds = [one.change for one in changes]
    run.counts = {
        **counts,
        **{change.value: kinds.count(change) for change in Change},
    }
    run.seconds = round(monotonic() - begun, 3)
    run.save(update_fields=["counts", "seconds"])
    return {"run": run.pk, **run.counts}


@transaction.atomic
def preview_apply(*, run: FilterRun, reason: str, actor: Actor) -> FilterRun:
    """Put a preview's parameters in force; from then on every run uses them.

    What people have worked on in the meantime stays. Raises Invalid (reason), Conflict
    when the preview has not come to its end, was applied or the filter ran since.
    """
    if not reason.strip():
        problem = FieldProblem("reason", "Please say why.")
        raise Invalid("A reason is needed.", [problem])
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
