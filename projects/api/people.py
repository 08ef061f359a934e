"""Members of a project, and invitations."""

from django.contrib.auth import login
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from projects.api.base import OrganizerView, ProjectView, PublicView, validate_input
from projects.api.serializers import (
    InvitationAcceptSerializer,
    InvitationInputSerializer,
    InvitationMailInputSerializer,
    InvitationOfferSerializer,
    InvitationSerializer,
    MemberInputSerializer,
    MemberSerializer,
    SessionSerializer,
)
from projects.api.session import session_response
from projects.invitation_mails import invite_by_mail
from projects.models import User
from projects.selectors import (
    MAINTAINERS,
    get_invitation,
    get_member,
    list_members,
    roles_to_invite,
)
from projects.services import (
    accept_invitation,
    accept_invitation_as,
    change_member,
    create_invitation,
    revoke_invitation,
)
from workflow.domain.texts import _
from workflow.errors import FieldProblem, InvalidInputError
from workflow.selectors import get_or_missing


class MemberListView(OrganizerView):
    """List the members of the project."""

    @extend_schema(operation_id="member_list", responses=MemberSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(MemberSerializer(list_members(self.project), many=True).data)


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
        membership = get_member(self.project, member_id)
        updated_membership = change_member(
            membership=membership, actor=self.actor, **data
        )
        return Response(MemberSerializer(updated_membership).data)


class ProjectInvitationView(ViewSetMixin, OrganizerView):
    """Invitation links of a project, for the roles that the person may invite."""

    @extend_schema(
        operation_id="invitation_list", responses=InvitationSerializer(many=True)
    )
    def invitations(self, request: Request, slug: str) -> Response:
        """List the valid invitation links."""
        roles = roles_to_invite(self.project, self.actor.role)
        invitations = self.project.invitations.filter(role__in=roles).order_by("-id")
        usable = [invitation for invitation in invitations if invitation.valid]
        return Response(InvitationSerializer(usable, many=True).data)

    @extend_schema(
        operation_id="invitation_create",
        request=InvitationInputSerializer,
        responses={201: InvitationSerializer},
    )
    def invite(self, request: Request, slug: str) -> Response:
        """Create an invitation link."""
        data = validate_input(InvitationInputSerializer, request.data)
        invitation = create_invitation(project=self.project, actor=self.actor, **data)
        return Response(InvitationSerializer(invitation).data, status=201)

    @extend_schema(
        operation_id="invitation_mail",
        request=InvitationMailInputSerializer,
        responses={201: InvitationSerializer(many=True)},
    )
    def mail(self, request: Request, slug: str) -> Response:
        """Create an invitation link for each address and mail it."""
        data = validate_input(InvitationMailInputSerializer, request.data)
        invitations = invite_by_mail(project=self.project, actor=self.actor, **data)
        return Response(InvitationSerializer(invitations, many=True).data, status=201)

    @extend_schema(operation_id="invitation_revoke", responses={204: None})
    def revoke(self, request: Request, slug: str, invitation_id: int) -> Response:
        """Revoke an invitation link."""
        invitation = get_or_missing(
            self.project.invitations.filter(pk=invitation_id),
            _("This project has no such invitation."),
        )
        revoke_invitation(invitation=invitation, actor=self.actor)
        return Response(status=204)


class InvitationView(PublicView):
    """Return what an invitation offers, or join by it."""

    @extend_schema(operation_id="invitation_get", responses=InvitationOfferSerializer)
    def get(self, request: Request, token: str) -> Response:
        invitation = get_invitation(token)
        body = {
            "project_name": invitation.project.name,
            "description": invitation.project.description,
            "slug": invitation.project.slug,
            "protocol_name": invitation.project.protocol.name,
            "role": invitation.role,
            "valid": invitation.valid,
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
            login(request, user)
        return session_response(user, status=201)
