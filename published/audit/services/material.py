"""The files of an audit, wherever they are."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from core.job_kinds import Progress
from curation.imports.services.local_copies import UnpackedFiles
from published.audit.selectors.audits import import_place
from published.imports.services.files import benchmark_files
from published.models import Audit


def audited_files(
    audit: Audit, progress: Progress
) -> AbstractContextManager[UnpackedFiles]:
    """Provide the folder or table of an audit until the block ends.

    Raises InvalidInputError when the place of the import folder is gone.
    """
    if audit.path:
        parameters: Mapping[str, Any] = {"path": str(import_place(audit.path))}
    else:
        parameters = {"upload": audit.upload_id}
    assert audit.job is not None  # noqa: S101 - it has begun
    return benchmark_files(
        {**parameters, "names": audit.job.parameters.get("names", {})},
        on_heartbeat=lambda: progress(0, None),
    )
