"""Login and logout, and what the browser needs before that."""

from django.conf import settings
from django.contrib.auth import authenticate, login, logout
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, NotFoundError
from projects.access.api.base import PublicView, validate_input
from projects.access.selectors import list_active_memberships
from projects.accounts.api.serializers import (
    DemoLoginSerializer,
    FirstMaintainerSerializer,
    InstanceSerializer,
    LoginSerializer,
    MeInputSerializer,
    SessionSerializer,
    SetupLinkSerializer,
)
from projects.accounts.selectors import demo_jobs, demo_people
from projects.accounts.services.accounts import change_user
from projects.accounts.services.first_maintainer import (
    create_first_maintainer,
    is_setup_token,
)
from projects.accounts.services.login_throttle import LoginThrottle, remember_device
from projects.accounts.services.same_person import PERSON_HEADER, person_number
from projects.models import User


def session_response(user: User | None, status: int = 200) -> Response:
    """Return the logged-in person, the response of every session operation."""
    memberships = list_active_memberships(user) if user else []
    serializer = SessionSerializer({"user": user}, context={"memberships": memberships})
    headers = {PERSON_HEADER: person_number(user)}
    return Response(serializer.data, status=status, headers=headers)


def begin_session(request: Request, user: User, status: int = 200) -> Response:
    """Log in somebody who proved who they are, by a password or by a link of theirs."""
    login(request, user)
    response = session_response(user, status)
    remember_device(response, user)
    return response


def require_password_of(
    request: Request, username: str, password: str, *, problem: FieldProblem
) -> User:
    """Return the user with this name and password.

    Raises TooManyRequestsError, else InvalidInputError with ``problem``.
    """
    user = authenticate(request, username=username, password=password)
    if isinstance(user, User):
        return user
    LoginThrottle(request, username).require_open()
    raise InvalidInputError(problem.message, [problem])


def confirm_own_password(request: Request, password: str) -> User:
    """Return the logged-in user after checking their password.

    Raises TooManyRequestsError, else InvalidInputError (current).
    """
    problem = FieldProblem("current", _("Wrong password."))
    return require_password_of(
        request, request.user.get_username(), password, problem=problem
    )


class InstanceView(PublicView):
    """Return the facts about this installation."""

    @extend_schema(operation_id="instance_get", responses=InstanceSerializer)
    def get(self, request: Request) -> Response:
        people = demo_people() if settings.DEMO_PEOPLE else []
        jobs = demo_jobs() if settings.DEMO_PEOPLE else []
        body = {
            "name": "Subtext",
            "version": settings.SUBTEXT_VERSION,
            "mail": bool(settings.EMAIL_HOST),
            "demo": settings.DEMO_PEOPLE,
            "demo_people": [
                {
                    "username": membership.user.username,
                    "display_name": membership.user.shown_name,
                    "role": membership.role,
                }
                for membership in people
            ],
            "demo_jobs": jobs,
        }
        return Response(InstanceSerializer(body).data)


class FirstMaintainerView(PublicView):
    """Create the first account of an empty installation by the link in the terminal."""

    @extend_schema(operation_id="first_maintainer_get", responses=SetupLinkSerializer)
    @method_decorator(ensure_csrf_cookie)
    def get(self, request: Request, token: str) -> Response:
        return Response({"valid": is_setup_token(token)})

    @extend_schema(
        operation_id="first_maintainer_create",
        request=FirstMaintainerSerializer,
        responses={201: SessionSerializer},
    )
    @method_decorator(csrf_protect)
    def post(self, request: Request, token: str) -> Response:
        data = validate_input(FirstMaintainerSerializer, request.data)
        user = create_first_maintainer(token=token, **data)
        return begin_session(request, user, status=201)


class SessionView(PublicView):
    """Return, begin or end the session of this browser."""

    @extend_schema(operation_id="session_get", responses=SessionSerializer)
    @method_decorator(ensure_csrf_cookie)
    def get(self, request: Request) -> Response:
        user = request.user if isinstance(request.user, User) else None
        return session_response(user)

    @extend_schema(
        operation_id="session_begin",
        request=LoginSerializer,
        responses=SessionSerializer,
    )
    @method_decorator(csrf_protect)
    def post(self, request: Request) -> Response:
        data = validate_input(LoginSerializer, request.data)
        problem = FieldProblem("password", _("Wrong user name or password."))
        user = require_password_of(request, problem=problem, **data)
        return begin_session(request, user)

    @extend_schema(operation_id="session_end", responses={204: None})
    def delete(self, request: Request) -> Response:
        logout(request)
        return Response(status=204, headers={PERSON_HEADER: person_number(None)})


class DemoSessionView(PublicView):
    """Log in as one of the demo people, in the embedded demo only."""

    @extend_schema(
        operation_id="session_begin_demo",
        request=DemoLoginSerializer,
        responses=SessionSerializer,
    )
    @method_decorator(csrf_protect)
    def post(self, request: Request) -> Response:
        data = validate_input(DemoLoginSerializer, request.data)
        people = demo_people() if settings.DEMO_PEOPLE else []
        for membership in people:
            if membership.user.username == data["username"]:
                login(request, membership.user)
                return session_response(membership.user)
        raise NotFoundError(_("This demo has no such person."))


class MeView(APIView):
    """Change one's own name, language and mail address."""

    @extend_schema(
        operation_id="me_change", request=MeInputSerializer, responses=SessionSerializer
    )
    def put(self, request: Request) -> Response:
        assert isinstance(request.user, User)  # noqa: S101 - the default
        data = validate_input(MeInputSerializer, request.data)
        current = data.pop("current", "")
        # The reader of that mail could reset the password.
        if data.get("email", request.user.email) != request.user.email:
            confirm_own_password(request, current)
        return session_response(change_user(user=request.user, **data))
