"""Queueing the import of an audited benchmark, which ``repair_jobs`` runs."""

from django.db import transaction

from core.domain.texts import _
from core.errors import ConflictError, NotAllowedError
from core.services import Actor
from curation.images.models import Source
from curation.imports.services.requests import begin_import, begin_import_from_upload
from projects.models import Project
from published.audit.selectors.audits import get_audit_report, import_place
from published.audit.services.audits import LIVE
from published.imports.services.requests import require_published_import
from published.job_kinds import AUDITED_IMPORT
from published.models import Audit


@transaction.atomic
def import_audited_benchmark(
    *,
    audit: Audit,
    project: Project,
    source: Source,
    actor: Actor,
    skip_missing: bool = False,
) -> Audit:
    """Queue the import of an audited benchmark into a project.

    ``skip_missing``: leave out the questions whose image is missing or cannot be
    decoded, in place of importing nothing. Raises ConflictError when the audit is not
    finished or its files are gone, and InvalidInputError or ConflictError when the
    project cannot import it.
    """
    get_audit_report(audit)
    if project.archived_at is not None:
        raise NotAllowedError(
            _(
                "This project is archived. A maintainer can take it back into use in "
                "its settings."
            )
        )
    if audit.import_job is not None and audit.import_job.status in LIVE:
        raise ConflictError(_("This benchmark is already being imported."))
    require_published_import(project, actor)
    options = {"skip_missing": skip_missing}
    if audit.path:
        audit.import_job = begin_import(
            project=project,
            source=source,
            path=import_place(audit.path),
            actor=actor,
            kind=AUDITED_IMPORT,
            options=options,
        )
    elif audit.upload is not None:
        if audit.upload.project_id not in (None, project.pk):
            raise ConflictError(_("Another project has imported these files."))
        audit.upload.project, audit.upload.source = project, source
        audit.upload.save(update_fields=["project", "source"])
        audit.import_job = begin_import_from_upload(
            upload=audit.upload, actor=actor, kind=AUDITED_IMPORT, options=options
        )
    else:
        raise ConflictError(
            _("The files of this audit are gone. Upload the benchmark again.")
        )
    audit.project = project
    audit.save(update_fields=["project", "import_job"])
    return audit
