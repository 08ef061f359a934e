"""Folding the stored search texts again after the way of folding has changed."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from annotation.items.models.questions import QuestionRevision
from core.chunks import split_into_chunks
from core.domain.text_folding import fold_text
from core.job_kinds import Progress
from core.models import Job
from curation.images.models import Image, ImageAlias
from projects.models import Project
from review.adjudication.models import Case

_CHUNK = 500


def run_renewal(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Fold the texts of the job's project again; return how many were ``renewed``."""
    project = Project.objects.get(pk=job.scope_id)
    return {"renewed": renew_search(project, progress)}


def renew_search(project: Project, progress: Callable[[int, int], None]) -> int:
    """Fold the search texts of a project's records, questions and paths again.

    Returns the number of rows that changed. Rows that are folded already are only read,
    so that a job that was stopped continues. ``progress`` is told how many of all rows
    were read.
    """
    # A folded text can be folded again: records and questions need not be read.
    columns: list[tuple[QuerySet[Any], str, str]] = [
        (Case.objects.filter(project=project), "search_text", "search_text"),
        (
            QuestionRevision.objects.filter(question__item__project=project),
            *("search_text", "search_text"),
        ),
        (Image.objects.filter(project=project), "original_path", "search_path"),
        (ImageAlias.objects.filter(image__project=project), "path", "search_path"),
    ]
    total = sum(rows.count() for rows, _, _ in columns)
    read = changed = 0
    for rows, source, target in columns:
        stored = rows.order_by("pk").values_list("pk", source, target)
        for chunk in split_into_chunks(stored.iterator(chunk_size=_CHUNK), _CHUNK):
            with transaction.atomic():
                for key, text, before in chunk:
                    folded = fold_text(text)
                    if folded != before:
                        # Unless somebody has written the row since it was read.
                        row = rows.filter(pk=key, **{target: before})
                        changed += row.update(**{target: folded})
            read += len(chunk)
            progress(read, total)
    return changed
