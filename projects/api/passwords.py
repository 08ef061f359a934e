"""Changing a password, and resetting it by a link."""

from django.contrib.auth import login, update_session_auth_hash
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from projects.api.base import ProjectView, PublicView, validated
from projects.api.serializers import (
    PasswordChangeSerializer,
    PasswordForgottenSerializer,
    PasswordLinkSerializer,
    PasswordSetSerializer,
    ResetOfferSerializer,
    SessionSerializer,
)
from projects.api.session import require_own_password, session_response
from projects.login_throttle import Door
from projects.passwords import (
    member_reset_token,
    password_set,
    request_password_reset,
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
        name = validated(PasswordForgottenSerializer, request.data)["name"]
        # Counted separately from logins, so that requests lock no one out.
        Door(request, f"reset of {name}").knock()
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
        data = validated(PasswordSetSerializer, request.data)
        user = user_of_token(token)
        password_set(user=user, **data)
        Door(request, user.username).forget()
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
        data = validated(PasswordChangeSerializer, request.data)
        user = require_own_password(request, data["current"])
        password_set(user=user, password=data["new"], field="new")
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
        token = member_reset_token(membership=membership, actor=self.actor)
        return Response(PasswordLinkSerializer({"token": token}).data, status=201)
