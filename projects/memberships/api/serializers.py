"""Serializers of members and invitations."""

from typing import Any

from rest_framework import serializers

from projects.memberships.services.invitation_mails import MOST_ADDRESSES
from projects.models import LOCALES, Invitation, Membership
from projects.person_names.api import PersonNameField
from projects.roles import ROLE_CHOICES


class InvitationOfferSerializer(serializers.Serializer[Any]):
    project_name = serializers.CharField()
    description = serializers.CharField()
    slug = serializers.CharField()
    protocol_name = serializers.CharField()
    role = serializers.ChoiceField(choices=ROLE_CHOICES)
    valid = serializers.BooleanField()
    current_role = serializers.ChoiceField(
        choices=ROLE_CHOICES,
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
    role = serializers.ChoiceField(choices=ROLE_CHOICES)
    uses = serializers.IntegerField(min_value=1, max_value=500, default=1)
    days = serializers.IntegerField(min_value=1, max_value=365, default=14)
    simulated = serializers.BooleanField(
        required=False,
        help_text="Mark the accounts that join by this link as simulated people.",
    )


class InvitationMailInputSerializer(serializers.Serializer[Any]):
    """One link is created and mailed for each address."""

    role = serializers.ChoiceField(choices=ROLE_CHOICES)
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
    role = serializers.ChoiceField(choices=ROLE_CHOICES)
    active = serializers.BooleanField()
