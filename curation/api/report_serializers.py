"""What goes over the wire about the funnel report."""

from typing import Any

from rest_framework import serializers

from curation.selectors.exclusions import STAGE_CHOICES


class ImportRecordSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    source_name = serializers.CharField(allow_blank=True)
    files = serializers.IntegerField()
    imported = serializers.IntegerField()
    already_present = serializers.IntegerField()
    rejected = serializers.IntegerField()
    seconds = serializers.FloatField()
    at = serializers.DateTimeField()


class RunRecordSerializer(serializers.Serializer[Any]):
    """One run of a filter; ``excludes``: images that are out now because of it."""

    id = serializers.IntegerField()
    parameters = serializers.DictField()
    tools = serializers.DictField()
    counts = serializers.DictField()
    reason = serializers.CharField(allow_blank=True)
    seconds = serializers.FloatField(allow_null=True)
    at = serializers.DateTimeField()
    excludes = serializers.IntegerField()


class StageSerializer(serializers.Serializer[Any]):
    """``entered`` = excluded + withdrawn + waiting + passed."""

    name = serializers.ChoiceField(choices=STAGE_CHOICES)
    entered = serializers.IntegerField()
    excluded = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    waiting = serializers.IntegerField()
    passed = serializers.IntegerField()
    restored = serializers.IntegerField()
    let_back = serializers.IntegerField()
    seconds = serializers.FloatField()
    runs = RunRecordSerializer(many=True)


class ReasonCountSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())
    count = serializers.IntegerField()


class InspectionSerializer(serializers.Serializer[Any]):
    people = serializers.IntegerField()
    votes = serializers.IntegerField()
    votes_needed = serializers.IntegerField()
    by_votes = serializers.IntegerField()
    by_organizer = serializers.IntegerField()
    reasons = ReasonCountSerializer(many=True)


class ReportTextsSerializer(serializers.Serializer[Any]):
    """The report as a paper prints it, in the language that was asked for."""

    paragraph = serializers.CharField()
    markdown = serializers.CharField()
    latex = serializers.CharField()
    csv = serializers.CharField()


class FunnelReportSerializer(serializers.Serializer[Any]):
    """From raw images to those that remain, stage by stage."""

    project = serializers.CharField()
    name = serializers.CharField()
    protocol_version = serializers.IntegerField(allow_null=True)
    raw = serializers.IntegerField()
    rejected = serializers.DictField(child=serializers.IntegerField())
    sources = serializers.IntegerField()
    exact_copies = serializers.IntegerField()
    imports = ImportRecordSerializer(many=True)
    stages = StageSerializer(many=True)
    inspection = InspectionSerializer()
    withdrawn_later = serializers.IntegerField()
    remaining = serializers.IntegerField()
    as_of = serializers.DateTimeField(allow_null=True)
    texts = ReportTextsSerializer()
