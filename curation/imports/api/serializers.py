"""Serializers of uploads and imports."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.fields import TranslatedField
from core.domain.texts import read_text
from core.models import Job, JobStatus
from core.translation import translate
from curation.imports.api.archive_names import (
    NameReadingSerializer,
    NamesInputSerializer,
)
from curation.imports.models import ImportRejection, Upload, UploadPart
from curation.material.domain.manifests.encodings import ENCODINGS
from curation.material.domain.manifests.options import ManifestSummary, UnlistedFiles
from projects.access.api.shapes import serializer_of

UNLISTED = [(choice.value, choice.value) for choice in UnlistedFiles]


class UploadInputSerializer(serializers.Serializer[Any]):
    source_id = serializers.IntegerField()


class UploadPartSerializer(serializers.ModelSerializer[UploadPart]):
    class Meta:
        model = UploadPart
        fields = ["path", "number", "of", "size"]


class UploadSerializer(serializers.ModelSerializer[Upload]):
    """An upload with its stored parts, so that it can be resumed."""

    source_id = serializers.IntegerField()
    job = serializers.IntegerField(source="job_id", allow_null=True)
    parts = UploadPartSerializer(many=True)

    class Meta:
        model = Upload
        fields = ["id", "source_id", "job", "created_at", "parts"]


class UploadPartInputSerializer(serializers.Serializer[Any]):
    """A part of a file, at most 16 MiB; a smaller file is one part, 0 of 1."""

    path = serializers.CharField(max_length=4000, trim_whitespace=False)
    number = serializers.IntegerField(min_value=0, default=0)
    of = serializers.IntegerField(min_value=1, default=1)
    content = serializers.FileField(allow_empty_file=True)


class BucketsSerializer(serializers.Serializer[Any]):
    buckets = serializers.ListField(child=serializers.CharField())


class ImportInputSerializer(serializers.Serializer[Any]):
    filters = serializers.BooleanField(
        default=True, help_text="Start the filters when the import has finished."
    )
    unlisted = serializers.ChoiceField(
        choices=UNLISTED,
        default=UnlistedFiles.LEAVE_OUT.value,
        help_text="What happens to files that no manifest lists, if there is a manifest.",
    )
    encoding = serializers.ChoiceField(
        choices=ENCODINGS,
        default="",
        allow_blank=True,
        help_text="Encoding of manifests that do not show it; empty: find it.",
    )


class UploadImportInputSerializer(NamesInputSerializer, ImportInputSerializer):
    """Choices about uploaded files."""


class BucketImportInputSerializer(ImportInputSerializer):
    source_id = serializers.IntegerField()
    bucket = serializers.CharField(max_length=63)
    prefix = serializers.CharField(max_length=1024, allow_blank=True, default="")


class SkipMissingSerializer(serializers.Serializer[Any]):
    skip_missing = serializers.BooleanField(
        default=False,
        help_text="Leave out questions whose image is missing or cannot be decoded. "
        "Without it nothing is imported then.",
    )


class PublishedImportInputSerializer(NamesInputSerializer, SkipMissingSerializer):
    """Choices about an uploaded published benchmark."""


class SkippedFileSerializer(serializers.Serializer[Any]):
    """A file beside the data that was not read."""

    path = serializers.CharField()
    reason = serializers.SerializerMethodField()

    def get_reason(self, file: Mapping[str, str]) -> str:
        return translate(read_text(file["reason"]))


class PublishedResultSerializer(serializers.Serializer[Any]):
    """Results of importing the records of a published benchmark."""

    items = serializers.IntegerField()
    items_present = serializers.IntegerField()
    items_left_out = serializers.IntegerField()
    questions = serializers.IntegerField()
    questions_left_out = serializers.IntegerField(default=0)
    without_key = serializers.IntegerField()
    to_rework = serializers.IntegerField()
    skipped = SkippedFileSerializer(many=True, default=list)


class ImportResultSerializer(serializers.Serializer[Any]):
    files = serializers.IntegerField()
    imported = serializers.IntegerField()
    already_present = serializers.IntegerField()
    rejected = serializers.IntegerField()
    seconds = serializers.FloatField()
    names = NameReadingSerializer(many=True, default=list)
    unlisted = serializers.IntegerField(
        default=0, help_text="Files left out because no manifest lists them."
    )
    published = PublishedResultSerializer(allow_null=True, default=None)


ManifestSummarySerializer = serializer_of(ManifestSummary)


class ImportSerializer(serializers.ModelSerializer[Job]):
    """An import; ``counts`` is set when it is finished.

    ``manifests`` are those that were read, once they are. ``upload_id`` is the upload
    that the current person can import again, after a failure.
    """

    status = serializers.ChoiceField(choices=JobStatus.choices)
    error = TranslatedField(read_only=True)
    source_id = serializers.SerializerMethodField()
    counts = serializers.SerializerMethodField()
    manifests = serializers.SerializerMethodField()
    upload_id = serializers.SerializerMethodField()
    filters = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields = [
            "id",
            "status",
            "total",
            "done",
            "error",
            "source_id",
            "counts",
            "manifests",
            "upload_id",
            "filters",
            "created_at",
            "started_at",
            "finished_at",
        ]

    def get_source_id(self, job: Job) -> int:
        return int(job.parameters["source"])

    @extend_schema_field(ImportResultSerializer(allow_null=True))
    def get_counts(self, job: Job) -> dict[str, Any] | None:
        return dict(ImportResultSerializer(job.result).data) if job.result else None

    @extend_schema_field(ManifestSummarySerializer(many=True))
    def get_manifests(self, job: Job) -> list[Any]:
        # A new import has no annotations.
        listing = job.result or getattr(job, "listing", None) or {}
        return list(listing.get("manifests", ()))

    def get_filters(self, job: Job) -> bool:
        return bool(job.parameters.get("filters"))

    def get_upload_id(self, job: Job) -> int | None:
        return getattr(job, "upload_id", None)


class ImportRejectionSerializer(serializers.ModelSerializer[ImportRejection]):
    reason = TranslatedField(read_only=True)

    class Meta:
        model = ImportRejection
        fields = ["id", "path", "code", "reason"]
