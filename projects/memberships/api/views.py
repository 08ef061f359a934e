"""Members of a project, and invitations."""

from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from core.selectors import get_or_missing
from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    PublicView,
    validate_input,
)
from projects.access.selectors import current_role, get_membership, list_members
from projects.accounts.api.serializers import SessionSerializer
from projects.accounts.api.session import begin_session, session_response
from projects.memberships.api.serializers import (
    InvitationAcceptSerializer,
    InvitationInputSerializer,
    InvitationMailInputSerializer,
    InvitationOfferSerializer,
    InvitationSerializer,
    MemberInputSerializer,
    MemberSerializer,
    NewInvitationSerializer,
)
from projects.memberships.selectors import (
    get_invitation,
    is_higher_role,
    is_valid_invitation,
    list_invitations,
)
from projects.memberships.services.invitation_mails import invite_by_mail
from projects.memberships.services.invitations import (
    accept_invitation,
    accept_invitation_as,
    create_invitation,
    renew_invitation,
    revoke_invitation,
)
from projects.memberships.services.members import change_member
from projects.models import Invitation, User
from projects.person_names.selectors.project_names import name_order
from projects.roles import MAINTAINERS


class MemberListView(OrganizerView):
    """List the members of the project."""

    @extend_schema(operation_id="member_list", responses=MemberSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        members = sorted(
            list_members(self.project),
            key=lambda membership: name_order(membership.user),
        )
        return Response(MemberSerializer(members, many=True, context=self.context).data)


class MemberChangeView(ProjectView):
    """Change a member's role, or remove them; their work stays."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="member_change",
        request=MemberInputSerializer,
        responses=MemberSerializer,
    )
    def put(self, request: Request, slug: str, member_id: int) -> Response:
        data = validate_input(MemberInputSerializer, request.data)
        membership = get_membership(self.project, member_id)
        updated_membership = change_member(
            membership=membership, actor=self.actor, **data
        )
        return Response(MemberSerializer(updated_membership, context=self.context).data)


class ProjectInvitationView(ViewSetMixin, OrganizerView):
    """Invitation links of a project, for the roles that the person may invite."""

    @extend_schema(
        operation_id="invitation_list", responses=InvitationSerializer(many=True)
    )
    def list_invitations(self, request: Request, slug: str) -> Response:
        """List the valid invitation links."""
        invitations = list_invitations(self.project, self.actor.role)
        return Response(InvitationSerializer(invitations, many=True).data)

    @extend_schema(
        operation_id="invitation_create",
        request=InvitationInputSerializer,
        responses={201: NewInvitationSerializer},
    )
    def create_invitation(self, request: Request, slug: str) -> Response:
        """Create an invitation link."""
        data = validate_input(InvitationInputSerializer, request.data)
        invitation = create_invitation(project=self.project, actor=self.actor, **data)
        return Response(NewInvitationSerializer(invitation).data, status=201)

    @extend_schema(
        operation_id="invitation_mail",
        request=InvitationMailInputSerializer,
        responses={201: InvitationSerializer(many=True)},
    )
    def invite_by_mail(self, request: Request, slug: str) -> Response:
        """Create an invitation link for each address and mail it."""
        data = validate_input(InvitationMailInputSerializer, request.data)
        invitations = invite_by_mail(project=self.project, actor=self.actor, **data)
        return Response(InvitationSerializer(invitations, many=True).data, status=201)

    @extend_schema(operation_id="invitation_revoke", responses={204: None})
    def revoke_invitation(
        self, request: Request, slug: str, invitation_id: int
    ) -> Response:
        """Revoke an invitation link."""
        invitation = self._invitation(invitation_id)
        revoke_invitation(invitation=invitation, actor=self.actor)
        return Response(status=204)

    @extend_schema(
        operation_id="invitation_renew",
        request=None,
        responses={201: NewInvitationSerializer},
    )
    def renew_invitation(
        self, request: Request, slug: str, invitation_id: int
    ) -> Response:
        """Replace the link of an invitation; the former one stops working."""
        invitation = self._invitation(invitation_id)
        renewed = renew_invitation(invitation=invitation, actor=self.actor)
        return Response(NewInvitationSerializer(renewed).data, status=201)

    def _invitation(self, invitation_id: int) -> Invitation:
        return get_or_missing(
            self.project.invitations.filter(pk=invitation_id),
            _("This project has no such invitation."),
        )


class InvitationView(PublicView):
    """Return what an invitation offers, or join by it."""

    @extend_schema(operation_id="invitation_get", responses=InvitationOfferSerializer)
    def get(self, request: Request, token: str) -> Response:
        invitation = get_invitation(token)
        user = request.user if isinstance(request.user, User) else None
        role = current_role(invitation.project_id, user) if user else ""
        body = {
            "project_name": invitation.project.name,
            "description": invitation.project.description,
            "slug": invitation.project.slug,
            "protocol_name": invitation.project.protocol.name,
            "role": invitation.role,
            "valid": is_valid_invitation(invitation),
            "current_role": role or None,
            "raises": bool(role) and is_higher_role(role, invitation.role),
        }
        return Response(InvitationOfferSerializer(body).data)

    @extend_schema(
        operation_id="invitation_accept",
        request=InvitationAcceptSerializer,
        responses={201: SessionSerializer},
    )
    @method_decorator(csrf_protect)
    def post(self, request: Request, token: str) -> Response:
        data = validate_input(InvitationAcceptSerializer, request.data)
        invitation = get_invitation(token)
        if isinstance(request.user, User):
            user = request.user
            accept_invitation_as(invitation=invitation, user=user)
        else:
            missing = [
                FieldProblem(name, _("Required."))
                for name in ("username", "password")
                if not data.get(name)
            ]
            if missing:
                raise InvalidInputError(
                    _("An account needs a user name and a password."), missing
                )
            user = accept_invitation(
                invitation=invitation,
                username=data["username"],
                password=data["password"],
                display_name=data.get("display_name", ""),
                locale=data.get("locale", "en"),
                email=data.get("email", ""),
            )
            return begin_session(request, user, status=201)
        return session_response(user, status=201)
