"""Changing a password, and resetting it by a link."""

from django.contrib.auth import login, update_session_auth_hash
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from projects.api.base import ProjectView, PublicView, validate_input
from projects.api.serializers import (
    PasswordChangeSerializer,
    PasswordForgottenSerializer,
    PasswordLinkSerializer,
    PasswordSetSerializer,
    ResetOfferSerializer,
    SessionSerializer,
)
from projects.api.session import confirm_own_password, session_response
from projects.login_throttle import LoginThrottle
from projects.passwords import (
    make_member_reset_token,
    request_password_reset,
    set_password,
    user_of_token,
)
from projects.selectors import MAINTAINERS, get_member


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
        # Counted separately from logins, so that requests lock no one out.
        LoginThrottle(request, f"reset of {name}").knock()
        request_password_reset(name=name)
        return Response(status=204)


class PasswordResetView(PublicView):
    """Return the account of a link, or set its password."""

    @extend_schema(operation_id="password_reset_get", responses=ResetOfferSerializer)
    def get(self, request: Request, token: str) -> Response:
        return Response(ResetOfferSerializer(user_of_token(token)).data)

    @extend_schema(
        operation_id="password_reset",
        request=PasswordSetSerializer,
        responses=SessionSerializer,
    )
    @method_decorator(csrf_protect)
    def post(self, request: Request, token: str) -> Response:
        data = validate_input(PasswordSetSerializer, request.data)
        user = user_of_token(token)
        set_password(user=user, **data)
        LoginThrottle(request, user.username).forget()
        login(request, user)
        return session_response(user)


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
        set_password(user=user, password=data["new"], field="new")
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
        membership = get_member(self.project, member_id)
        token = make_member_reset_token(membership=membership, actor=self.actor)
        return Response(PasswordLinkSerializer({"token": token}).data, status=201)
