"""Audits that a person may read, and what they hold."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from django.conf import settings
from django.core.files.storage import default_storage
from django.db.models import QuerySet

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError, NotFoundError
from core.selectors import get_or_missing
from curation.material.domain.base import is_system_file
from curation.material.domain.opening import ARCHIVES
from projects.models import User
from published.audit.domain.report import AuditReport, data_address, read_report
from published.models import Audit

TABLES = (".csv", ".tsv", ".json", ".jsonl", ".parquet", ".arrow")
MOST_PLACES = 500


def list_audits(user: User) -> QuerySet[Audit]:
    """Return a person's audits, without what is large, newest first."""
    return (
        Audit.objects.filter(created_by=user)
        .select_related("job", "project")
        .defer("report", "thumbnails", "proposal")
        .order_by("-id")
    )


def get_audit(user: User, audit_id: int) -> Audit:
    """Return a person's audit. Raises NotFoundError."""
    return get_or_missing(
        Audit.objects.filter(created_by=user, pk=audit_id).select_related(
            "job", "project", "upload", "import_job"
        ),
        _("You have no audit with this number."),
    )


def get_audit_report(audit: Audit) -> AuditReport:
    """Return the report. Raises ConflictError while there is none."""
    if audit.report is None:
        raise ConflictError(_("This audit has no report yet."))
    return read_report(audit.report)


def open_thumbnail(audit: Audit, number: int) -> BinaryIO:
    """Open a small image of an audit by its number. Raises NotFoundError."""
    files = audit.thumbnails.get("files", ())
    if not 0 <= number < len(files):
        raise NotFoundError(_("This audit has no such image."))
    return cast("BinaryIO", default_storage.open(files[number]))


def thumbnail_addresses(audit: Audit) -> Callable[[str], Sequence[str]]:
    """Return a function that gives the images of a case, by its id, as data addresses."""
    numbers_by_case = audit.thumbnails.get("cases", {})
    addresses: dict[int, str] = {}

    def address(number: int) -> str:
        if number not in addresses:
            with open_thumbnail(audit, number) as file:
                addresses[number] = data_address(file.read())
        return addresses[number]

    return lambda case_id: [address(n) for n in numbers_by_case.get(case_id, ())]


def list_import_places() -> Sequence[str]:
    """Return folders, archives and tables of the import folder, two levels deep."""
    root = settings.IMPORT_FOLDER
    if root is None or not root.is_dir():
        return []
    places = [
        entry
        for folder in (root, *_folders_in(root))
        for entry in sorted(os.scandir(folder), key=lambda entry: entry.name)
        if not is_system_file(entry.name)
        and (
            entry.is_dir(follow_symlinks=False)
            or entry.name.lower().endswith((*ARCHIVES, *TABLES))
        )
    ]
    paths = sorted(Path(entry.path).relative_to(root).as_posix() for entry in places)
    return paths[:MOST_PLACES]


def _folders_in(root: Path) -> Sequence[Path]:
    return [
        Path(entry.path)
        for entry in os.scandir(root)
        if entry.is_dir(follow_symlinks=False) and not is_system_file(entry.name)
    ]


def import_place(path: str) -> Path:
    """Return a place below the import folder.

    Raises InvalidInputError (path) when there is no import folder, or no such place
    in it.
    """
    root = settings.IMPORT_FOLDER
    problem = [FieldProblem("path", _("No such file or folder."))]
    if root is None:
        raise InvalidInputError(
            _("This installation has no import folder. Upload the benchmark."), problem
        )
    try:
        place = (root / path).resolve()
        exists = place.is_relative_to(root.resolve()) and place.exists()
    except (OSError, ValueError, RuntimeError):
        exists = False
    if not path.strip("/. ") or not exists:
        raise InvalidInputError(
            _("{path} is not in the import folder.", path=path), problem
        )
    return Path(place)
