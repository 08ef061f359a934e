"""Serializers of audits."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.domain.texts import read_text
from core.translation import translate
from curation.images.models import Rights
from curation.imports.api.archive_names import (
    NameReadingSerializer,
    NamesInputSerializer,
)
from curation.imports.api.serializers import SkipMissingSerializer
from projects.history.api.serializers import JobSerializer
from published.audit.domain.finding import Finding, FindingCase, FindingLevel
from published.audit.domain.report import AuditReport, read_report
from published.audit.domain.wording import (
    finding_advice,
    finding_summary,
    finding_title,
)
from published.models import Audit
from subtext_protocol.text import Language

MOST_CASES = 50
"""Cases of a finding on the page; the downloads have all."""


class AuditColumnsSerializer(serializers.Serializer[Any]):
    """The column of a table for each part of a question."""

    id = serializers.CharField(allow_null=True, default=None)
    image = serializers.CharField(allow_null=True, default=None)
    stem = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField(), min_length=1)
    key = serializers.CharField(allow_null=True, default=None)
    key_text = serializers.CharField(allow_null=True, default=None)
    split = serializers.CharField(allow_null=True, default=None)
    labels = serializers.ListField(child=serializers.CharField(), default=list)
    texts = serializers.ListField(child=serializers.CharField(), default=list)


class AuditTableSerializer(serializers.Serializer[Any]):
    """Columns and five rows of a table, with the mapping that is used."""

    names = serializers.ListField(child=serializers.CharField(allow_blank=True))
    rows = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField(allow_blank=True))
    )
    columns = AuditColumnsSerializer(
        allow_null=True, help_text="Null when columns are not recognised."
    )
    guess = AuditColumnsSerializer(
        allow_null=True,
        default=None,
        help_text="What is recognised of the columns; it may lack parts.",
    )
    reason = serializers.SerializerMethodField(
        help_text="Why columns are not recognised."
    )

    def get_reason(self, excerpt: Mapping[str, Any]) -> str:
        return translate(read_text(excerpt["reason"]))


class AuditInputSerializer(serializers.Serializer[Any]):
    path = serializers.CharField(
        max_length=1000,
        default="",
        allow_blank=True,
        help_text="Place in the import folder; empty for an upload.",
    )
    earlier_id = serializers.IntegerField(
        allow_null=True, default=None, help_text="The audit to compare with."
    )


class AuditStartSerializer(NamesInputSerializer):
    columns = AuditColumnsSerializer(allow_null=True, default=None)


class AuditImportInputSerializer(SkipMissingSerializer):
    """The project to import into, and the source of its images."""

    project = serializers.SlugField()
    source_name = serializers.CharField(max_length=200)
    licence = serializers.CharField(max_length=200)
    rights = serializers.ChoiceField(choices=Rights.choices)


class AuditPlacesSerializer(serializers.Serializer[Any]):
    available = serializers.BooleanField(
        help_text="Whether this installation has an import folder."
    )
    places = serializers.ListField(child=serializers.CharField())


class AuditSummarySerializer(serializers.ModelSerializer[Audit]):
    """An audit without its findings."""

    job = JobSerializer(allow_null=True)

    class Meta:
        model = Audit
        fields = ["id", "name", "path", "created_at", "job"]


class AuditChangesSerializer(serializers.Serializer[Any]):
    new = serializers.IntegerField()
    resolved = serializers.IntegerField()


class AuditCaseSerializer(serializers.Serializer[Any]):
    """Questions or images that a finding names together."""

    id = serializers.CharField()
    questions = serializers.ListField(child=serializers.CharField())
    images = serializers.ListField(child=serializers.CharField())
    note = serializers.CharField(allow_blank=True)
    thumbnails = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of small images."
    )
    is_new = serializers.BooleanField(
        help_text="Whether the earlier audit did not name it."
    )


class AuditFindingSerializer(serializers.Serializer[Any]):
    check = serializers.CharField()
    level = serializers.ChoiceField(choices=[level.value for level in FindingLevel])
    title = serializers.CharField()
    summary = serializers.CharField(
        help_text="Number of cases, and what chance would give."
    )
    advice = serializers.CharField()
    count = serializers.IntegerField()
    cases = AuditCaseSerializer(many=True, help_text="The first 50.")


class AuditReportSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    layout = serializers.CharField()
    questions = serializers.IntegerField()
    images = serializers.IntegerField()
    splits = serializers.DictField(child=serializers.IntegerField())
    blocking = serializers.BooleanField()
    findings = AuditFindingSerializer(many=True)
    changes = AuditChangesSerializer(allow_null=True)


class AuditSerializer(AuditSummarySerializer):
    """An audit with its findings in the reader's language."""

    proposal = AuditTableSerializer(allow_null=True)
    report = serializers.SerializerMethodField()
    earlier_id = serializers.IntegerField(allow_null=True)
    has_files = serializers.SerializerMethodField(
        help_text="Whether it can be audited again and taken into a project."
    )
    names = serializers.SerializerMethodField(
        help_text="How the names in archives were read."
    )
    project = serializers.CharField(
        source="project.slug", default=None, allow_null=True
    )

    import_job = JobSerializer(allow_null=True)

    class Meta(AuditSummarySerializer.Meta):
        fields = [
            *AuditSummarySerializer.Meta.fields,
            "proposal",
            "report",
            "earlier_id",
            "has_files",
            "names",
            "project",
            "import_job",
        ]

    def get_has_files(self, audit: Audit) -> bool:
        return bool(audit.path) or audit.upload_id is not None

    @extend_schema_field(NameReadingSerializer(many=True))
    def get_names(self, audit: Audit) -> list[Any]:
        result = audit.job.result if audit.job else None
        return list((result or {}).get("names", ()))

    @extend_schema_field(AuditReportSerializer(allow_null=True))
    def get_report(self, audit: Audit) -> dict[str, Any] | None:
        if audit.report is None:
            return None
        language: Language = self.context["language"]
        cases = audit.thumbnails.get("cases", {})
        return _report(read_report(audit.report), cases, language)


def _report(
    report: AuditReport, thumbnails: Mapping[str, list[int]], language: Language
) -> dict[str, Any]:
    audited, changes = report.audited, report.changes
    new = set(changes.new if changes else ())
    return {
        "name": audited.name,
        "layout": audited.layout,
        "questions": audited.questions,
        "images": audited.images,
        "splits": audited.splits,
        "blocking": report.is_blocked,
        "findings": [
            {
                "check": finding.check,
                "level": finding.level.value,
                "title": finding_title(finding, language),
                "summary": finding_summary(finding, language),
                "advice": finding_advice(finding, language),
                "count": finding.count,
                "cases": [
                    _case(finding, case, thumbnails, new)
                    for case in finding.cases[:MOST_CASES]
                ],
            }
            for finding in report.findings
        ],
        "changes": changes
        and {"new": len(changes.new), "resolved": len(changes.resolved)},
    }


def _case(
    finding: Finding,
    case: FindingCase,
    thumbnails: Mapping[str, list[int]],
    new: set[str],
) -> dict[str, Any]:
    id = case.id_for(finding.check)
    return {
        "id": id,
        "questions": [translate(place) for place in case.questions],
        "images": list(case.images),
        "note": translate(case.note),
        "thumbnails": thumbnails.get(id, []),
        "is_new": id in new,
    }
