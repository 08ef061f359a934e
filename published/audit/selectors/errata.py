"""What a release corrects of the published benchmark that its project repairs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from annotation.items.models.questions import QuestionRevision
from core.models import JobStatus, LedgerEntry
from projects.models import Project
from published.audit.domain.checks.base import AuditMaterial
from published.audit.domain.checks.registry import run_checks
from published.audit.domain.finding import Finding, FindingCase
from published.audit.domain.repair import repairable_findings
from published.audit.domain.report import read_report
from published.audit.domain.wording import finding_texts
from published.models import Audit
from published.reading.benchmark import Benchmark, BenchmarkQuestion
from releases.content.domain.diff import ContentChange, question_changes
from releases.content.domain.frozen import FrozenItem, FrozenQuestion
from review.adjudication.models import Case as ReviewCase


def published_errata(
    project: Project, items: Sequence[FrozenItem]
) -> dict[str, Any] | None:
    """Return the findings of the published benchmark and what became of them.

    ``findings`` are "corrected" (the same check finds nothing now), "removed" (none of
    the questions is released) or "open". ``questions`` are those that differ from the
    published ones. None for a project that imported no audited benchmark.
    """
    audit = (
        Audit.objects.filter(
            project=project, import_job__status=JobStatus.FINISHED, report__isnull=False
        )
        .order_by("-id")
        .first()
    )
    if audit is None or audit.report is None:
        return None
    published_ids = published_ids_by_uid(project)
    released = {
        question.id: (item, question) for item in items for question in item.questions
    }
    findings = list(repairable_findings(read_report(audit.report).findings))
    return {
        "published": audit.name,
        "findings": list(_outcomes(findings, released, published_ids)),
        "questions": list(_corrections(released, published_ids)),
    }


def published_ids_by_uid(project: Project) -> Mapping[str, str]:
    """Return the published ids of a project's imported questions, by their uids."""
    imported = LedgerEntry.objects.filter(
        machine=ReviewCase.machine.name,
        scope_id=project.pk,
        action__in=("import", "import_unsound"),
    )
    return {
        uid: published
        for data in imported.values_list("data", flat=True)
        for uid, published in data["questions"].items()
    }


Released = Mapping[str, tuple[FrozenItem, FrozenQuestion]]


def _outcomes(
    findings: Sequence[Finding], released: Released, published_ids: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    present = {
        published_ids[uid]: row for uid, row in released.items() if uid in published_ids
    }
    benchmark = Benchmark(
        name="",
        layout="release",
        questions=[_question(id, *row) for id, row in present.items()],
        images={},
    )
    open_ids = {
        id for still in run_checks(AuditMaterial(benchmark, {})) for id in still.ids
    }
    for finding in findings:
        for case in finding.cases:
            if case.questions:
                yield {
                    "check": finding.check,
                    "title": dict(finding_texts()[finding.check]["title"]),
                    "questions": list(case.questions),
                    "outcome": _outcome(finding, case, open_ids, present),
                }


def _outcome(
    finding: Finding, case: FindingCase, open_ids: set[str], present: Mapping[str, Any]
) -> str:
    if not any(question in present for question in case.questions):
        return "removed"
    return "open" if case.id_for(finding.check) in open_ids else "corrected"


def _question(id: str, item: FrozenItem, question: FrozenQuestion) -> BenchmarkQuestion:
    return BenchmarkQuestion(
        id=id,
        file="",
        record=item.key,
        split=item.split,
        image=item.key,
        stem=question.stem,
        options=question.options,
        key=question.key("en").letter,
        labels=item.labels,
        texts=item.texts,
    )


def _corrections(
    released: Released, published_ids: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    originals = QuestionRevision.objects.filter(
        question__uid__in=list(published_ids), number=1
    ).select_related("question")
    for original in originals.order_by("pk"):
        uid = str(original.question.uid)
        row = released.get(uid)
        changes = list(_changes(original, row[1])) if row else []
        if row is None or changes:
            yield {
                "published": published_ids[uid],
                "question": uid if row else None,
                "split": row[0].split if row else None,
                "changes": [change._asdict() for change in changes],
            }


def _changes(
    original: QuestionRevision, released: FrozenQuestion
) -> Iterator[ContentChange]:
    before = FrozenQuestion(
        id=released.id,
        format=released.format,
        stem=original.stem,
        options=tuple(original.options),
        # A question without a key is compared in all else.
        answer=released.answer if original.answer is None else original.answer,
    )
    yield from question_changes([before], [released])
    if original.answer is None:
        yield ContentChange("key", released.id, None, released.key("en").spoken)
