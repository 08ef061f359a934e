"""Changing a password, and resetting it by a link."""

from django.contrib.auth import update_session_auth_hash
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from projects.access.api.base import ProjectView, PublicView, validate_input
from projects.access.selectors import get_membership
from projects.accounts.api.serializers import (
    PasswordChangeSerializer,
    PasswordForgottenSerializer,
    PasswordLinkSerializer,
    PasswordSetSerializer,
    ResetOfferSerializer,
    SessionSerializer,
)
from projects.accounts.api.session import (
    begin_session,
    confirm_own_password,
    session_response,
)
from projects.accounts.services.login_throttle import LoginThrottle
from projects.accounts.services.passwords import (
    change_password,
    make_member_reset_token,
    request_password_reset,
    reset_password,
    resolve_password_link,
)
from projects.roles import MAINTAINERS


class PasswordForgottenView(PublicView):
    """Send a password link if the account exists; the answer does not reveal it."""

    @extend_schema(
        operation_id="password_forgotten",
        request=PasswordForgottenSerializer,
        responses={204: None},
    )
    @method_decorator(csrf_protect)
    def post(self, request: Request) -> Response:
        name = validate_input(PasswordForgottenSerializer, request.data)["name"]
        LoginThrottle(request, name, "reset").count_attempt()
        request_password_reset(name=name)
        return Response(status=204)


class PasswordResetView(PublicView):
    """Return the account of a link, or set its password."""

    @extend_schema(operation_id="password_reset_get", responses=ResetOfferSerializer)
    def get(self, request: Request, token: str) -> Response:
        return Response(ResetOfferSerializer(resolve_password_link(token).user).data)

    @extend_schema(
        operation_id="password_reset",
        request=PasswordSetSerializer,
        responses=SessionSerializer,
    )
    @method_decorator(csrf_protect)
    def post(self, request: Request, token: str) -> Response:
        data = validate_input(PasswordSetSerializer, request.data)
        user = reset_password(token=token, **data)
        LoginThrottle(request, user.username).reset_count()
        return begin_session(request, user)


class MyPasswordView(APIView):
    """Change one's own password; the other sessions end."""

    @extend_schema(
        operation_id="password_change",
        request=PasswordChangeSerializer,
        responses=SessionSerializer,
    )
    def put(self, request: Request) -> Response:
        data = validate_input(PasswordChangeSerializer, request.data)
        user = confirm_own_password(request, data["current"])
        change_password(user=user, password=data["new"])
        update_session_auth_hash(request, user)
        return session_response(user)


class MemberPasswordLinkView(ProjectView):
    """Create a link by which a member sets their password once."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="member_password_link",
        request=None,
        responses={201: PasswordLinkSerializer},
    )
    def post(self, request: Request, slug: str, member_id: int) -> Response:
        membership = get_membership(self.project, member_id)
        token = make_member_reset_token(membership=membership, actor=self.actor)
        return Response(PasswordLinkSerializer({"token": token}).data, status=201)
