"""Asking again the questions of a finished run that got no response."""

from django.db import transaction

from core.clock import database_now
from core.domain.texts import _
from core.errors import ConflictError
from core.services import Actor, transition
from evaluation.dispatch.services.runs import send_run
from evaluation.runs.models.runs import Origin, Run
from evaluation.runs.selectors.runs import responses_count
from evaluation.runs.states import FINISHED, STALE


def retry_errors(*, run: Run, actor: Actor, send: bool = True) -> Run:
    """Queue a finished run again for the questions whose response is an error.

    Its scores stay until the new ones replace them. ``send`` is as in ``create_run``.
    Raises ConflictError for a run without errors, and for one whose responses came in a
    file.
    """
    if run.origin != Origin.OWN:
        raise ConflictError(
            _("The responses of this run came in a file: there is no model to ask.")
        )
    answered = responses_count(run)
    if answered == run.total and run.status in (FINISHED, STALE):
        raise ConflictError(_("No response of this run is an error."))
    transition(
        run,
        "retry_errors",
        actor=actor,
        reason=_(
            "{errors} of {total} questions have no response.",
            errors=run.total - answered,
            total=run.total,
        ),
        changes={
            "answered": answered,
            "summary": {},
            "finished_at": None,
            "heard_at": database_now(),
            "attempt": run.attempt + 1,
        },
    )
    if send:
        transaction.on_commit(lambda: send_run(run=run))
    return run
