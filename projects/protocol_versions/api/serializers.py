"""Serializers of protocols, their versions and drafts."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from projects.access.api.base import DocumentField
from projects.models import ProtocolVersion
from projects.person_names.api import PersonNameField
from subtext_protocol.changes import Effect, Kind
from subtext_protocol.loading import LONGEST_DOCUMENT


class ProtocolPreviewSerializer(serializers.Serializer[Any]):
    """The outline of a protocol; titles are by language."""

    images = serializers.IntegerField()
    most_images = serializers.IntegerField()
    annotators = serializers.IntegerField()
    titles = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField())
    )
    formats = serializers.ListField(child=serializers.CharField())
    minimum_questions = serializers.IntegerField()
    maximum_questions = serializers.IntegerField()
    rounds = serializers.ListField(
        child=serializers.DictField(child=serializers.CharField())
    )
    licence = serializers.CharField()


class ShippedProtocolSerializer(serializers.Serializer[Any]):
    """A protocol to start with; ``missing`` lists what is not installed for it."""

    id = serializers.CharField()
    name = serializers.CharField()
    language = serializers.CharField()
    summary = serializers.DictField(child=serializers.CharField())
    missing = serializers.ListField(child=serializers.CharField())
    preview = ProtocolPreviewSerializer()


class ProtocolVersionSerializer(serializers.ModelSerializer[ProtocolVersion]):
    created_by = PersonNameField(allow_null=True)

    class Meta:
        model = ProtocolVersion
        fields = ["number", "sha256", "note", "created_by", "created_at"]


class ProtocolTemplateSerializer(ShippedProtocolSerializer):
    yaml = serializers.CharField()


class ProtocolOfferSerializer(serializers.Serializer[Any]):
    """Data for the protocol editor; ``schema`` is the JSON Schema of a protocol."""

    templates = ProtocolTemplateSerializer(many=True)
    formats = serializers.ListField(child=serializers.CharField())
    checks = serializers.ListField(child=serializers.CharField())
    schema = serializers.DictField()


class ProtocolProblemSerializer(serializers.Serializer[Any]):
    """A problem; ``field`` is its path in the document."""

    field = serializers.CharField(allow_blank=True)
    message = serializers.CharField()


class ProtocolDifferenceSerializer(serializers.Serializer[Any]):
    """One difference between two protocols; ``path`` consists of ids."""

    path = serializers.CharField()
    kind = serializers.ChoiceField(choices=get_args(Kind))
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    effect = serializers.ChoiceField(choices=get_args(Effect))


class ProtocolDocumentSerializer(serializers.ModelSerializer[ProtocolVersion]):
    yaml = serializers.SerializerMethodField()
    document = serializers.SerializerMethodField()

    class Meta:
        model = ProtocolVersion
        fields = [
            "number",
            "sha256",
            "note",
            "mapping",
            "created_at",
            "yaml",
            "document",
        ]

    def get_yaml(self, version: ProtocolVersion) -> str:
        return str(self.context["yaml"])

    # The stored document is not used: PostgreSQL does not keep the order of its keys.
    @extend_schema_field(serializers.JSONField())
    def get_document(self, version: ProtocolVersion) -> Any:
        return version.protocol.model_dump(mode="json")


class ProtocolDraftSerializer(serializers.Serializer[Any]):
    """A draft of a protocol: its text, or the document of the form."""

    yaml = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        allow_null=True,
        default=None,
        max_length=LONGEST_DOCUMENT,
    )
    document = DocumentField(allow_null=True, default=None)


class ProtocolCheckSerializer(serializers.Serializer[Any]):
    """A protocol draft as text and document, its problems and its effects.

    ``document`` is null while the text is no valid YAML. ``changes`` and their effects
    are present once there are no problems. ``used`` counts, by path, the items whose
    work uses a removed field or choice; those need a mapping. ``obstacles`` are changes
    that come too late.
    """

    yaml = serializers.CharField()
    document = serializers.JSONField(allow_null=True)
    problems = ProtocolProblemSerializer(many=True)
    changed = serializers.BooleanField()
    changes = ProtocolDifferenceSerializer(many=True)
    work = serializers.DictField(child=serializers.IntegerField())
    used = serializers.DictField(child=serializers.IntegerField())
    obstacles = ProtocolProblemSerializer(many=True)


class ProtocolInputSerializer(serializers.Serializer[Any]):
    """A protocol change.

    ``after``: number of the version that was edited, if any. ``mapping``: for the path
    of each removed field or choice, the id of its replacement, or empty for none.
    """

    yaml = serializers.CharField(trim_whitespace=False, max_length=LONGEST_DOCUMENT)
    note = serializers.CharField(allow_blank=True, default="")
    after = serializers.IntegerField(allow_null=True, default=None)
    mapping = serializers.DictField(
        child=serializers.CharField(allow_blank=True), default=dict
    )
