"""Serializers of the funnel report."""

from typing import Any

from rest_framework import serializers

from curation.reports.domain.report import (
    FunnelReport,
    ImportRecord,
    RunRecord,
    StageRecord,
)
from projects.access.api.shapes import serializer_of


class ReportTextsSerializer(serializers.Serializer[Any]):
    """The report as texts for a paper, in the requested language."""

    paragraph = serializers.CharField()
    markdown = serializers.CharField()
    latex = serializers.CharField()
    csv = serializers.CharField()


ImportRecordSerializer = serializer_of(ImportRecord, at=serializers.DateTimeField())
RunRecordSerializer = serializer_of(
    RunRecord,
    at=serializers.DateTimeField(),
    parameters=serializers.DictField(),
    tools=serializers.DictField(),
    counts=serializers.DictField(),
)
StageRecordSerializer = serializer_of(
    StageRecord,
    runs=RunRecordSerializer(many=True),
)
FunnelReportSerializer = serializer_of(
    FunnelReport,
    imports=ImportRecordSerializer(many=True),
    stages=StageRecordSerializer(many=True),
    as_of=serializers.DateTimeField(allow_null=True),
    texts=ReportTextsSerializer(),
)
