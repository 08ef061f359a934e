"""Serializers of people, projects, protocols and jobs."""

from typing import Any

from django.utils.functional import cached_property
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from projects.api.fields import PersonNameField
from projects.domain.protocol.loading import LONGEST_DOCUMENT
from projects.history import EntryReasons
from projects.invitation_mails import MOST_ADDRESSES
from projects.models import (
    LOCALES,
    Invitation,
    Membership,
    Project,
    Role,
    User,
)
from projects.security_selectors import PasswordLinkPeriods
from workflow.api.fields import TranslatedField
from workflow.models import Job, LedgerEntry


class ProjectNameSerializer(serializers.ModelSerializer[Project]):
    archived = serializers.SerializerMethodField()
    time_zone = serializers.CharField(
        source="zone.key", help_text="The time zone in which all of its days begin."
    )

    class Meta:
        model = Project
        fields = ["slug", "name", "archived", "time_zone"]

    def get_archived(self, project: Project) -> bool:
        return project.archived_at is not None


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
    error = TranslatedField(read_only=True)

    class Meta:
        model = Job
        fields = ["project", "kind", "status", "done", "total", "error"]


class InstanceSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    version = serializers.CharField()
    mail = serializers.BooleanField()
    """Whether this installation sends mail with password links and invitations."""
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
    description = serializers.CharField()
    slug = serializers.CharField()
    protocol_name = serializers.CharField()
    role = serializers.ChoiceField(choices=Role.choices)
    valid = serializers.BooleanField()
    current_role = serializers.ChoiceField(
        choices=Role.choices,
        allow_null=True,
        help_text="The reader's role in the project; null for everyone else.",
    )
    raises = serializers.BooleanField(
        help_text="Whether a member who accepts gets a higher role; else nothing changes."
    )


class InvitationAcceptSerializer(serializers.Serializer[Any]):
    """A logged-in person joins with that account; other people create one here."""

    username = serializers.CharField(required=False)
    password = serializers.CharField(required=False, trim_whitespace=False)
    display_name = serializers.CharField(
        required=False, allow_blank=True, max_length=100
    )
    locale = serializers.ChoiceField(choices=LOCALES, required=False)
    email = serializers.EmailField(required=False, allow_blank=True, max_length=254)


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    email = serializers.CharField(read_only=True, help_text="Empty unless mailed.")

    class Meta:
        model = Invitation
        fields = [
            "id",
            "role",
            "uses_left",
            "expires_at",
            "email",
            "created_at",
        ]
        read_only_fields = fields


class NewInvitationSerializer(InvitationSerializer):
    token = serializers.CharField(read_only=True, help_text="Shown only this once.")

    class Meta(InvitationSerializer.Meta):
        fields = [*InvitationSerializer.Meta.fields, "token"]


class InvitationInputSerializer(serializers.Serializer[Any]):
    role = serializers.ChoiceField(choices=Role.choices)
    uses = serializers.IntegerField(min_value=1, max_value=500, default=1)
    days = serializers.IntegerField(min_value=1, max_value=365, default=14)
    simulated = serializers.BooleanField(
        required=False,
        help_text="Mark the accounts that join by this link as simulated people.",
    )


class InvitationMailInputSerializer(serializers.Serializer[Any]):
    """One link is created and mailed for each address."""

    role = serializers.ChoiceField(choices=Role.choices)
    emails = serializers.ListField(
        child=serializers.EmailField(max_length=254),
        min_length=1,
        max_length=MOST_ADDRESSES,
    )
    days = serializers.IntegerField(min_value=1, max_value=365, default=14)


class MemberSerializer(serializers.ModelSerializer[Membership]):
    person_id = serializers.IntegerField(source="user_id")
    username = serializers.CharField(source="user.username")
    display_name = PersonNameField(source="user")
    pseudonym = serializers.CharField(source="user.pseudonym")
    is_simulated = serializers.BooleanField(source="user.is_simulated")

    class Meta:
        model = Membership
        fields = [
            "id",
            "person_id",
            "username",
            "display_name",
            "pseudonym",
            "is_simulated",
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
    yaml = serializers.CharField(
        allow_blank=True,
        trim_whitespace=False,
        default="",
        max_length=LONGEST_DOCUMENT,
    )


class ProjectSerializer(serializers.ModelSerializer[Project]):
    role = serializers.SerializerMethodField()
    protocol = serializers.JSONField(source="current_protocol.document")
    protocol_version = serializers.IntegerField(source="current_protocol.number")

    class Meta:
        model = Project
        fields = ["slug", "name", "created_at", "role", "protocol", "protocol_version"]

    def get_role(self, project: Project) -> str:
        return str(self.context["role"])


class JobSerializer(serializers.ModelSerializer[Job]):
    error = TranslatedField(read_only=True)

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
            "dismissed_at",
        ]


class WorkerSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    queues = serializers.ListField(child=serializers.CharField())
    seen_at = serializers.DateTimeField()


class JobsSerializer(serializers.Serializer[Any]):
    workers = WorkerSerializer(many=True)
    jobs = JobSerializer(many=True)


class EntryReasonField(TranslatedField):
    """The reason of a ledger entry, in the reader's language."""

    def __init__(self) -> None:
        super().__init__(read_only=True, source="*")

    def to_representation(self, value: Any) -> str:
        return super().to_representation(self._reasons.of(value))

    @cached_property
    def _reasons(self) -> EntryReasons:
        """Read once, as one field serves all entries of a response."""
        return EntryReasons()


class LedgerEntrySerializer(serializers.ModelSerializer[LedgerEntry]):
    """One transition of an object; people appear by role, never by name."""

    reason = EntryReasonField()
    subject_count = serializers.SerializerMethodField(
        help_text="Number of objects that moved at once with this entry."
    )

    after_password_link = serializers.SerializerMethodField(
        help_text="Whether the actor's password was then one that somebody else could "
        "know (see the security record)."
    )

    def get_after_password_link(self, entry: LedgerEntry) -> bool:
        return self._periods.covers(entry.actor_id, entry.at)

    @cached_property
    def _periods(self) -> PasswordLinkPeriods:
        """Read once, as one serializer serves all entries of a response."""
        return PasswordLinkPeriods()

    def get_subject_count(self, entry: LedgerEntry) -> int:
        return len(entry.subjects or [entry.subject_id])

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
            "subject_count",
            "after_password_link",
        ]
