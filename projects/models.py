"""People, projects, memberships, invitations and protocol versions."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone

from projects.domain.protocol.document import Protocol
from projects.domain.states import MEMBER, MEMBERSHIP
from workflow.models import Stateful


def new_pseudonym() -> str:
    """Return a new pseudonym, used in releases, in exports and towards other people."""
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
    is_simulated = models.BooleanField(default=False, editable=False)
    """Whether a program (``crew_simulate``) acts in this person's name."""

    @property
    def shown_name(self) -> str:
        return self.display_name or self.username


class LoginAttempts(models.Model):
    """A count of password attempts: see ``projects.login_throttle``."""

    key = models.CharField(max_length=64, primary_key=True)
    """A digest of the account, the address or the browser."""
    count = models.PositiveIntegerField()
    until = models.DateTimeField(db_index=True)
    """When the count restarts."""

    def __str__(self) -> str:
        return f"{self.count} until {self.until}"


class Role(models.TextChoices):
    RATER = "rater"
    """Marks errors and rates responses after a release; has no part in making it."""
    ANNOTATOR = "annotator"
    ORGANIZER = "organizer"
    MAINTAINER = "maintainer"


class Project(models.Model):
    """One benchmark in the making, with its people and its protocol."""

    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    """What the project is about, for the people who are invited to it."""
    archived_at = models.DateTimeField(null=True)
    """Since when nothing in the project can be changed; None: it is in use."""
    current_protocol = models.ForeignKey(
        "ProtocolVersion", on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.slug

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
    (projects.domain.protocol.changes)."""
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
    role = models.CharField(max_length=16, choices=Role.choices)
    invitation = models.ForeignKey(
        "Invitation", on_delete=models.PROTECT, null=True, related_name="+"
    )
    """The invitation by which they last joined; None if added by a command on the
    server."""
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
    role = models.CharField(max_length=16, choices=Role.choices)
    token = models.CharField(max_length=64, unique=True, default=new_invitation_token)
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

    def __str__(self) -> str:
        return f"{self.role} of {self.project_id}"

    @property
    def valid(self) -> bool:
        return self.uses_left > 0 and self.expires_at > timezone.now()
