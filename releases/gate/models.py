"""The last release checks of a project."""

from django.db import models

from projects.models import Project, ProtocolVersion


class GateCheck(models.Model):
    """The last release checks of a project, stored for pages that are requested often.

    Creating a release runs the checks again.
    """

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, related_name="gate_check"
    )
    protocol_version = models.ForeignKey(ProtocolVersion, on_delete=models.PROTECT)
    ledger_id = models.BigIntegerField(default=0)
    """The last ledger entry before the check; a later one makes it outdated."""
    checked_at = models.DateTimeField()
    content = models.JSONField()
    """What a page shows of the checks (releases.gate.selectors.stored_checks)."""

    def __str__(self) -> str:
        return f"{self.project_id} at {self.ledger_id}"
