"""Serializers of people, projects, protocols and jobs."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from projects.domain.protocol.changes import Effect, Kind
from projects.models import (
    LOCALES,
    Invitation,
    Membership,
    Project,
    ProtocolVersion,
    Role,
    User,
)
from workflow.models import Job, LedgerEntry


class ProjectNameSerializer(serializers.ModelSerializer[Project]):
    class Meta:
        model = Project
        fields = ["slug", "name"]


class MyMembershipSerializer(serializers.ModelSerializer[Membership]):
    project = ProjectNameSerializer()

    class Meta:
        model = Membership
        fields = ["project", "role"]


class MeSerializer(serializers.ModelSerializer[User]):
    display_name = serializers.CharField(source="shown_name")
    makes_projects = serializers.BooleanField(source="is_staff")
    memberships = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = [
            "id",
            "username",
            "display_name",
            "email",
            "locale",
            "makes_projects",
            "memberships",
        ]

    @extend_schema_field(MyMembershipSerializer(many=True))
    def get_memberships(self, user: User) -> list[dict[str, Any]]:
        return list(MyMembershipSerializer(self.context["memberships"], many=True).data)


class SessionSerializer(serializers.Serializer[Any]):
    user = MeSerializer(allow_null=True)


class LoginSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)


class DemoLoginSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()


class MeInputSerializer(serializers.Serializer[Any]):
    display_name = serializers.CharField(max_length=100, allow_blank=True)
    locale = serializers.ChoiceField(choices=LOCALES)
    email = serializers.EmailField(required=False, allow_blank=True, max_length=254)
    current = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The current password; required to change the e-mail address.",
    )


class PasswordForgottenSerializer(serializers.Serializer[Any]):
    """``name``: a user name or a mail address."""

    name = serializers.CharField(max_length=254)


class ResetOfferSerializer(serializers.Serializer[Any]):
    """The account whose password the link sets."""

    username = serializers.CharField()
    display_name = serializers.CharField(source="shown_name")


class PasswordSetSerializer(serializers.Serializer[Any]):
    password = serializers.CharField(trim_whitespace=False)


class PasswordChangeSerializer(serializers.Serializer[Any]):
    current = serializers.CharField(trim_whitespace=False)
    new = serializers.CharField(trim_whitespace=False)


class PasswordLinkSerializer(serializers.Serializer[Any]):
    """The token of a link that works once."""

    token = serializers.CharField()


class DemoPersonSerializer(serializers.Serializer[Any]):
    username = serializers.CharField()
    display_name = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)


class DemoJobSerializer(serializers.ModelSerializer[Job]):
    """An unfinished or failed job of the demo, visible to all people."""

    project = serializers.CharField(source="slug", help_text="Slug of the project.")

    class Meta:
        model = Job
        fields = ["project", "kind", "status", "done", "total", "error"]


class InstanceSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.CharField()
    mail = serializers.BooleanField()
    """Whether this installation sends mail with password links."""
    demo = serializers.BooleanField()
    demo_people = DemoPersonSerializer(many=True)
    demo_jobs = DemoJobSerializer(many=True)


class SetupLinkSerializer(serializers.Serializer[Any]):
    valid = serializers.BooleanField()


class FirstMaintainerSerializer(serializers.Serializer[Any]):
    """The first account of an empty installation."""

    username = serializers.CharField()
    password = serializers.CharField(trim_whitespace=False)
    display_name = serializers.CharField(required=False, allow_blank=True, default="")
    locale = serializers.ChoiceField(choices=LOCALES, required=False, default="en")


class InvitationOfferSerializer(serializers.Serializer[Any]):
    project_name = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    valid = serializers.BooleanField()


class InvitationAcceptSerializer(serializers.Serializer[Any]):
    """A logged-in person joins with that account; other people create one here."""

    username = serializers.CharField(required=False)
    password = serializers.CharField(required=False, trim_whitespace=False)
    display_name = serializers.CharField(required=False, allow_blank=True)
    locale = serializers.ChoiceField(choices=LOCALES, required=False)


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    class Meta:
        model = Invitation
        fields = ["id", "role", "token", "uses_left", "expires_at", "created_at"]


class InvitationInputSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices)
    uses = serializers.IntegerField(min_value=1, max_value=500, default=1)
    days = serializers.IntegerField(min_value=1, max_value=365, default=14)


class MemberSerializer(serializers.ModelSerializer[Membership]):
    person_id = serializers.IntegerField(source="user_id")
    username = serializers.CharField(source="user.username")
    display_name = serializers.CharField(source="user.shown_name")
    pseudonym = serializers.CharField(source="user.pseudonym")

    class Meta:
        model = Membership
        fields = [
            "id",
            "person_id",
            "username",
            "display_name",
            "pseudonym",
            "role",
            "active",
            "created_at",
        ]


class MemberInputSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices)
    active = serializers.BooleanField()


class ProjectInputSerializer(serializers.Serializer[Any]):
    """``protocol``: the id of a shipped one; or ``yaml``: an own protocol."""

    slug = serializers.CharField(max_length=64)
    name = serializers.CharField(max_length=200)
    protocol = serializers.CharField(allow_blank=True, default="")
    yaml = serializers.CharField(allow_blank=True, trim_whitespace=False, default="")


class ShippedProtocolSerializer(serializers.Serializer[Any]):
    """A protocol to start with; ``missing`` lists what is not installed for it."""

    id = serializers.CharField()
    name = serializers.CharField()
    language = serializers.CharField()
    summary = serializers.DictField(child=serializers.CharField())
    missing = serializers.ListField(child=serializers.CharField())


class ProjectSerializer(serializers.ModelSerializer[Project]):
    role = serializers.SerializerMethodField()
    protocol = serializers.JSONField(source="current_protocol.document")
    protocol_version = serializers.IntegerField(source="current_protocol.number")

    class Meta:
        model = Project
        fields = ["slug", "name", "created_at", "role", "protocol", "protocol_version"]

    def get_role(self, project: Project) -> str:
        return str(self.context["role"])


class ProtocolVersionSerializer(serializers.ModelSerializer[ProtocolVersion]):
    created_by = serializers.CharField(
        source="created_by.shown_name", allow_null=True, default=None
    )

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
        allow_blank=True, trim_whitespace=False, allow_null=True, default=None
    )
    document = serializers.JSONField(allow_null=True, default=None)


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

    yaml = serializers.CharField(trim_whitespace=False)
    note = serializers.CharField(allow_blank=True, default="")
    after = serializers.IntegerField(allow_null=True, default=None)
    mapping = serializers.DictField(
        child=serializers.CharField(allow_blank=True), default=dict
    )


class JobSerializer(serializers.ModelSerializer[Job]):
    class Meta:
        model = Job
        fields = [
            "id",
            "kind",
            "status",
            "total",
            "done",
            "result",
            "error",
            "cancel_requested",
            "created_at",
            "started_at",
            "finished_at",
        ]


class WorkerSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    queues = serializers.ListField(child=serializers.CharField())
    seen_at = serializers.DateTimeField()


class JobsSerializer(serializers.Serializer[Any]):
    workers = WorkerSerializer(many=True)
    jobs = JobSerializer(many=True)


class LedgerEntrySerializer(serializers.ModelSerializer[LedgerEntry]):
    """One transition of an object; people appear by role, never by name."""

    class Meta:
        model = LedgerEntry
        fields = [
            "id",
            "machine",
            "action",
            "source",
            "target",
            "role",
            "reason",
            "data",
            "at",
        ]
