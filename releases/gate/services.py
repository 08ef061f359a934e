"""Release checks of the next release, run without creating one."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from core.domain.texts import _
from core.errors import ConflictError, InvalidInputError, NotAllowedError
from core.heartbeats import keep_job_heartbeat
from core.job_kinds import Progress
from core.jobs import enqueue_job
from core.models import Job
from core.services import Actor
from projects.models import Project
from projects.roles import ORGANIZERS
from releases.gate.models import GateCheck
from releases.gate.selectors.checks import check_gate
from releases.gate.selectors.stored_checks import check_content, ledger_position
from releases.job_kinds import CHECK


def queue_gate_check(*, project: Project, actor: Actor) -> None:
    """Queue the release checks, unless already queued. Raises NotAllowedError."""
    if actor.role not in ORGANIZERS:
        raise NotAllowedError(_("Only organizers and maintainers check a release."))
    try:
        enqueue_job(kind=CHECK, scope_id=project.pk, actor=actor, parameters={})
    except ConflictError:
        return


def run_check(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Run the release checks of the job's project; return the ``suggested`` version."""
    with keep_job_heartbeat(job.pk):
        check = run_gate_check(project=Project.objects.get(pk=job.scope_id))
    return {"suggested": check.content["suggested"]}


def run_gate_check(*, project: Project) -> GateCheck:
    """Run the release checks of the project and store the result for its pages."""
    if project.current_protocol is None:
        raise InvalidInputError(_("The project has no protocol yet."))
    # Read the ledger position first: later entries make the check outdated.
    began, position = timezone.now(), ledger_position(project)
    check, _created = GateCheck.objects.update_or_create(
        project=project,
        defaults={
            "protocol_version": project.current_protocol,
            "ledger_id": position,
            "checked_at": began,
            "content": check_content(check_gate(project)),
        },
    )
    return check
