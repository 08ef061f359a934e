"""Running the models of the previous release again on a new one."""

from collections.abc import Collection

from django.db import transaction

from core.chunks import split_into_chunks
from core.errors import FieldProblem, InvalidInputError
from core.services import Actor
from evaluation.dispatch.selectors.repeats import RepeatableRun, repeatable_runs
from evaluation.dispatch.services.runs import create_run
from evaluation.runs.models.runs import Response, Run
from evaluation.runs.selectors.runs import answered_count
from releases.records.models import Release

_CHUNK = 500


@transaction.atomic
def repeat_runs(*, release: Release, runs: Collection[int], actor: Actor) -> list[Run]:
    """Run models of the previous release again; only changed questions are asked.

    The responses to unchanged questions are copied and marked as reused. Raises
    InvalidInputError (runs) for a run that cannot be repeated.
    """
    offered = {repeatable.run.pk: repeatable for repeatable in repeatable_runs(release)}
    if unknown := [pk for pk in runs if pk not in offered]:
        problem = f"Run {unknown[0]} cannot be repeated on {release.version}."
        raise InvalidInputError(problem, [FieldProblem("runs", problem)])
    return [_repeat(offered[pk], release, actor) for pk in runs]


def _repeat(repeatable: RepeatableRun, release: Release, actor: Actor) -> Run:
    earlier = repeatable.run
    run = create_run(
        release=release,
        model=earlier.served_model,
        setting=earlier.setting,
        splits=earlier.splits,
        seed=earlier.seed,
        parameters=earlier.request_parameters,
        actor=actor,
    )
    for uids in split_into_chunks(repeatable.unchanged, _CHUNK):
        answered = Response.objects.filter(
            run=earlier, question_id__in=uids, failed=False
        )
        Response.objects.bulk_create(
            Response(
                run=run,
                question_id=response.question_id,
                attempt=1,
                failed=False,
                record={**response.record, "reused": True},
            )
            for response in answered
        )
    run.answered = answered_count(run)
    run.save(update_fields=["answered"])
    return run
