"""Serializers of accounts: sessions, passwords and the first page."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.fields import TranslatedField
from core.models import Job
from projects.models import LOCALES, Membership, Project, User
from projects.roles import ROLE_CHOICES


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
    role = serializers.ChoiceField(choices=ROLE_CHOICES)


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
