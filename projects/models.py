"""People, projects, memberships, invitations and protocol versions."""

import secrets
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone

from core.models import AppendOnlyRow, Stateful
from projects.fields import FoldedNameField
from projects.roles import ROLE_CHOICES
from projects.states import MEMBER, MEMBERSHIP, PROJECT
from subtext_protocol.document import Protocol


def new_pseudonym() -> str:
    """Return a new pseudonym, used in exports."""
    return f"p-{secrets.token_hex(4)}"


def simulated_pseudonym() -> str:
    """Return a pseudonym that marks every record of a simulated person."""
    return f"sim-{secrets.token_hex(4)}"


def new_invitation_token() -> str:
    return secrets.token_urlsafe(24)


LOCALES = [("en", "English"), ("zh", "中文")]


class User(AbstractUser):
    """A person. Leaving deactivates the account; their work stays."""

    display_name = models.CharField(max_length=100, blank=True)
    locale = models.CharField(max_length=2, choices=LOCALES, default="en")
    pseudonym = models.CharField(
        max_length=16, unique=True, default=new_pseudonym, editable=False
    )
    username_key = FoldedNameField(source="username", unique=True)
    email_key = FoldedNameField(source="email", unique=True)
    """Names without case, by which accounts are found. None for an account whose name an
    older one has in another case; a check of ``manage.py check`` lists these."""
    is_simulated = models.BooleanField(default=False, editable=False)
    """Whether a program (``crew_simulate``) acts in this person's name."""

    @property
    def shown_name(self) -> str:
        return self.display_name or self.username


class ApiToken(models.Model):
    """The API token of a person: see ``projects.accounts.services.api_tokens``."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="api_token"
    )
    digest = models.CharField(max_length=64, unique=True)
    password_digest = models.CharField(max_length=64)
    """Digest of the stored password for which the token was made."""
    created_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"API token of {self.user_id}"


class MailFrequency(models.TextChoices):
    """When a person gets their notifications by mail."""

    OFF = "off"
    AT_ONCE = "at_once"
    DAILY = "daily"


class MailPreference(models.Model):
    """Notifications by mail: see ``projects.accounts.services.mail_preferences``.

    People without a row get none.
    """

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="mail_preference"
    )
    frequency = models.CharField(
        max_length=16, choices=MailFrequency.choices, default=MailFrequency.OFF
    )
    since = models.DateTimeField(null=True)
    """When mails were turned on. Earlier notifications are not mailed."""
    confirmed_address = models.EmailField(blank=True)
    """The address whose reader has opened the link that was sent there."""
    refused_address = models.EmailField(blank=True)
    """The address that the mail server has refused for good."""
    refusal = models.CharField(max_length=300, blank=True)
    """The server's reply about the refused address."""
    next_mail_at = models.DateTimeField(default=timezone.now)
    """No mail before: mails are collected, and delayed ones tried again then."""
    failures = models.PositiveSmallIntegerField(default=0)
    """Number of attempts since the last mail that the server took."""

    def __str__(self) -> str:
        return f"mail to {self.user_id}: {self.frequency}"

    @property
    def is_confirmed(self) -> bool:
        return bool(self.user.email) and self.confirmed_address == self.user.email

    @property
    def current_refusal(self) -> str:
        """The server's reply about the address that the person has now, if any."""
        return self.refusal if self.refused_address == self.user.email else ""


class LoginAttempts(models.Model):
    """A count of password attempts: see ``projects.accounts.services.login_throttle``."""

    key = models.CharField(max_length=64, primary_key=True)
    """A digest of the account, the address or the browser."""
    count = models.PositiveIntegerField()
    until = models.DateTimeField(db_index=True)
    """When the count restarts."""

    def __str__(self) -> str:
        return f"{self.count} until {self.until}"


class Project(Stateful):
    """One benchmark in the making, with its people and its protocol."""

    machine = PROJECT

    # Defaults of the database, for as long as an earlier version makes projects beside.
    status = models.CharField(max_length=32, editable=False, db_default=PROJECT.initial)
    state_version = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    """What the project is about, for the people who are invited to it."""
    time_zone = models.CharField(max_length=64, blank=True, default="", db_default="")
    """Name of the time zone of its days; empty: that of the installation."""
    archived_at = models.DateTimeField(null=True)
    """Since when nothing in the project can be changed; None: it is in use."""
    current_protocol = models.ForeignKey(
        "ProtocolVersion", on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.slug

    @property
    def project_id(self) -> int:
        """Its own id: the ledger asks every object for its project."""
        return self.pk

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which all of the project's days begin and end."""
        return ZoneInfo(self.time_zone or settings.PROJECT_TIME_ZONE)

    @property
    def protocol(self) -> Protocol:
        """The current protocol."""
        if self.current_protocol is None:
            raise ValueError(f"project {self.slug} has no protocol yet")
        return self.current_protocol.protocol


_checked: dict[str, Protocol] = {}
"""Validated protocols by the SHA-256 of their documents."""
_MOST_CHECKED = 64


class ProtocolVersion(models.Model):
    """A version of a project's protocol. Rows are inserted, never changed."""

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="protocol_versions"
    )
    number = models.PositiveIntegerField()
    document = models.JSONField()
    sha256 = models.CharField(max_length=64)
    note = models.TextField(blank=True)
    mapping = models.JSONField(default=dict)
    """Replacements for labels that this version removed; older work is read through it
    (subtext_protocol.changes)."""
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "number"], name="protocol_version_number"
            )
        ]

    def __str__(self) -> str:
        return f"{self.project_id} v{self.number}"

    @property
    def protocol(self) -> Protocol:
        """The validated document, validated once per process as it never changes."""
        protocol = _checked.get(self.sha256)
        if protocol is None:
            protocol = Protocol.model_validate(self.document)
            if len(_checked) >= _MOST_CHECKED:
                _checked.clear()
            _checked[self.sha256] = protocol
        return protocol


class Membership(Stateful):
    """A person's role in a project."""

    machine = MEMBERSHIP

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="memberships"
    )
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=16, choices=ROLE_CHOICES)
    invitation = models.ForeignKey(
        "Invitation", on_delete=models.PROTECT, null=True, related_name="+"
    )
    """The invitation by which they last joined; None if added by a command on the
    server."""
    known_until = models.DateTimeField(null=True)
    """When the person's last period as an organizer or maintainer ended. They know all
    work that existed then, whatever their role is now."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "user"], name="membership_one_role_a_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} is {self.role} of {self.project_id}"

    @property
    def active(self) -> bool:
        return self.status == MEMBER


class Invitation(models.Model):
    """An invitation link, by which people join a project in one role."""

    project = models.ForeignKey(
        Project, on_delete=models.PROTECT, related_name="invitations"
    )
    role = models.CharField(max_length=16, choices=ROLE_CHOICES)
    digest = models.CharField(max_length=64, unique=True)
    """Digest of the link's token (projects.accounts.domain)."""
    uses_left = models.PositiveIntegerField(default=1)
    expires_at = models.DateTimeField()
    email = models.EmailField(blank=True)
    """The address that the link was mailed to, if any."""
    is_simulated = models.BooleanField(default=False)
    """Whether the accounts that join by it are those of simulated people."""
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    token: str = ""
    """The token of a link made just now. Empty in an invitation read from the database,
    which stores only the digest."""

    def __str__(self) -> str:
        return f"{self.role} of {self.project_id}"


class SecurityEventKind(models.TextChoices):
    """What a security event is about."""

    LOGGED_IN = "logged_in"
    LOGGED_OUT = "logged_out"
    LOGIN_FAILED = "login_failed"
    ACCOUNT_CREATED = "account_created"
    ACCOUNT_CHANGED = "account_changed"
    ACCOUNT_DELETED = "account_deleted"
    EMAIL_CHANGED = "email_changed"
    PASSWORD_CHANGED = "password_changed"
    PASSWORD_SET = "password_set"
    """Somebody else set it: an administrator, or a command on the server."""
    PASSWORD_MAIL_SENT = "password_mail_sent"
    PASSWORD_LINK_MADE = "password_link_made"
    PASSWORD_LINK_USED = "password_link_used"
    TOKEN_CREATED = "token_created"
    INVITATION_CREATED = "invitation_created"
    INVITATION_RENEWED = "invitation_renewed"
    INVITATION_REVOKED = "invitation_revoked"
    MEMBER_JOINED = "member_joined"
    ROLE_CHANGED = "role_changed"
    MEMBER_REMOVED = "member_removed"
    PROJECT_CREATED = "project_created"
    PROJECT_DELETED = "project_deleted"
    SETTINGS_CHANGED = "settings_changed"
    PROTOCOL_CHANGED = "protocol_changed"
    EXPORTED = "exported"
    RELEASE_CREATED = "release_created"
    RELEASE_PUBLISHED = "release_published"
    RELEASE_WITHDRAWN = "release_withdrawn"
    RELEASE_REMOVED = "release_removed"
    RELEASE_UPLOADED = "release_uploaded"
    TAKEDOWN = "takedown"
    ACCESS_KEY_CREATED = "access_key_created"
    ACCESS_KEY_REVOKED = "access_key_revoked"
    INSTALLATION_CHANGED = "installation_changed"


class SecurityEvent(AppendOnlyRow):
    """An event of the security record: see ``projects.security_record.services``.

    It holds no secret and no text that somebody typed while not logged in, and names
    people by their accounts only, so that a changed or deleted name changes here too.
    """

    kind = models.CharField(max_length=32, choices=SecurityEventKind.choices)
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    """Who did it; of a used password link, who made it. None for a command on the
    server, for somebody who is not logged in, and after the account was deleted."""
    person = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    """The account that it is about, if any."""
    scope_id = models.BigIntegerField(null=True)
    """Id of the project, if it is about one. No foreign key: the event stays when an
    empty project is deleted."""
    project = models.CharField(max_length=64, blank=True)
    """Slug of the project."""
    data = models.JSONField(default=dict)
    count = models.PositiveIntegerField(default=1)
    """Failed logins are counted in one row for an hour."""
    last_at = models.DateTimeField(null=True)
    """When the last of several happened."""

    class Meta:
        indexes = [models.Index(fields=["scope_id", "-id"], name="security_scope")]

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"
