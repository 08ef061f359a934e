"""Serializers of sources, their rights and their licences."""

from typing import Any

from rest_framework import serializers

from curation.images.models import Rights, Source, SourceChange
from projects.person_names.api import PersonNameField


class SourceSerializer(serializers.ModelSerializer[Source]):
    image_count = serializers.IntegerField(default=0)

    class Meta:
        model = Source
        fields = [
            "id",
            "name",
            "licence",
            "rights",
            "address",
            "created_at",
            "image_count",
        ]


class SourceInputSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    licence = serializers.CharField(max_length=200)
    rights = serializers.ChoiceField(choices=Rights.choices)
    address = serializers.URLField(max_length=2000, allow_blank=True, default="")


class SourceRightsInputSerializer(serializers.Serializer[Any]):
    rights = serializers.ChoiceField(choices=Rights.choices)
    licence = serializers.CharField(
        max_length=200,
        required=False,
        help_text="The corrected licence, if it changes.",
    )
    reason = serializers.CharField()


class ReleasedImagesSerializer(serializers.Serializer[Any]):
    """Images that the newest release of a project contains."""

    project = serializers.CharField()
    name = serializers.CharField()
    version = serializers.CharField()
    images = serializers.ListField(child=serializers.IntegerField())


class SourceChangeSerializer(serializers.ModelSerializer[SourceChange]):
    changed_by = PersonNameField(allow_null=True)

    class Meta:
        model = SourceChange
        fields = [
            "before",
            "after",
            "licence_before",
            "licence_after",
            "reason",
            "changed_by",
            "changed_at",
        ]


class SourceEffectsSerializer(serializers.Serializer[Any]):
    """What prohibiting a source would withdraw, and what is already released."""

    images = serializers.IntegerField()
    by_status = serializers.DictField(child=serializers.IntegerField())
    released = ReleasedImagesSerializer(many=True)
    changes = SourceChangeSerializer(many=True)
