"""Base classes of the API views."""

from collections.abc import Callable, Collection
from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from core.api.body_size import require_anonymous_size
from core.api.pagination import KeysetPagination
from core.domain.lengths import LONGEST_TEXT, find_too_long_texts
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError, NotAllowedError
from core.services import Actor
from projects.access.selectors import (
    Access,
    access_project,
    require_operator,
    require_staff,
)
from projects.models import Project, User
from projects.roles import ORGANIZERS, PARTICIPANTS


class IsStaff(IsAuthenticated):
    """Permission of the installation's staff."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not super().has_permission(request, view):
            return False
        require_staff(request.user)
        return True


class IsOperator(IsAuthenticated):
    """Permission of staff and of the maintainers of any project."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not super().has_permission(request, view):
            return False
        require_operator(request.user)
        return True


class PublicView(APIView):
    """An operation for all people, logged in or not."""

    permission_classes = [AllowAny]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        require_anonymous_size(request)


class ProjectView(APIView):
    """One operation within ``/api/projects/{slug}/``, for members with ``roles``.

    ``self.project``, ``self.actor`` and ``self.person`` are set before the method runs.
    Outsiders get 404, members with another role 403. So do all who would change an
    archived project, unless the view ``works_archived``.
    """

    roles: ClassVar[Collection[str]] = PARTICIPANTS
    works_archived: ClassVar[bool] = False
    access: Access

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.access = access_project(request.user, kwargs["slug"], self.get_roles())
        reads = request.method in SAFE_METHODS or self.works_archived
        if self.project.archived_at is not None and not reads:
            raise NotAllowedError(
                _(
                    "This project is archived. A maintainer can take it back into use in "
                    "its settings."
                )
            )

    def get_roles(self) -> Collection[str]:
        """Return the roles that may make this request: ``roles``, or fewer."""
        return self.roles

    @property
    def project(self) -> Project:
        return self.access.project

    @property
    def actor(self) -> Actor:
        return self.access.actor

    @property
    def person(self) -> User:
        return self.access.user

    @property
    def context(self) -> dict[str, Any]:
        """The context of serializers: the reader, with project and role."""
        return {"access": self.access}

    def paginate(
        self,
        rows: QuerySet[Any],
        serializer: type[BaseSerializer[Any]],
        *,
        ordering: str | tuple[str, ...] = "-id",
        context: dict[str, Any] | Callable[[list[Any]], dict[str, Any]] | None = None,
    ) -> Response:
        """Return a page of ``rows`` as {next, previous, results}.

        ``context`` extends the serializer's ``self.context``; a function computes it
        from the rows of the page.
        """
        return paginate(
            self,
            rows,
            serializer,
            ordering=ordering,
            context=lambda page: {
                **self.context,
                **((context(page) if callable(context) else context) or {}),
            },
        )


def paginate(
    view: APIView,
    rows: QuerySet[Any],
    serializer: type[BaseSerializer[Any]],
    *,
    ordering: str | tuple[str, ...] = "-id",
    context: Callable[[list[Any]], dict[str, Any]] = lambda page: {},
) -> Response:
    """Return a page of ``rows`` as {next, previous, results}."""
    paginator = KeysetPagination()
    # DRF accepts several fields; its type stubs only one.
    paginator.ordering = ordering  # type: ignore[assignment]
    page = paginator.paginate_queryset(rows, view.request, view=view) or []
    results = serializer(page, many=True, context=context(page))
    return paginator.get_paginated_response(results.data)


class OrganizerView(ProjectView):
    """An operation for organizers and maintainers."""

    roles = ORGANIZERS


def page_schema(
    serializer: type[serializers.Serializer[Any]],
) -> serializers.Serializer[Any]:
    """Return the schema of a page, for ``extend_schema(responses=…)``."""
    page: serializers.Serializer[Any] = inline_serializer(
        serializer.__name__.removesuffix("Serializer") + "Page",
        {
            "next": serializers.CharField(allow_null=True),
            "previous": serializers.CharField(allow_null=True),
            "results": serializer(many=True),
        },
    )
    return page


def query_number(request: Request, name: str) -> int | None:
    """Return the integer that the query string gives under ``name``, if any.

    Raises InvalidInputError when it is no valid row id.
    """
    value = request.query_params.get(name)
    if not value:
        return None
    # 18 digits fit into 64 bits.
    if not value.isdecimal() or len(value) > 18:
        raise InvalidInputError(
            _("Invalid id."), [FieldProblem(name, _("Must be a number."))]
        )
    return int(value)


class DocumentField(serializers.JSONField):
    """JSON whose length its own rules limit as a whole, not text by text."""


def validate_input(serializer: type[BaseSerializer[Any]], data: Any) -> dict[str, Any]:
    """Return the validated input. Raises ValidationError naming each wrong field."""
    # A null body is treated as empty, so that missing fields are named.
    serializer_instance = serializer(data={} if data is None else data)
    _require_short_texts(serializer_instance)
    serializer_instance.is_valid(raise_exception=True)
    validated_data: dict[str, Any] = serializer_instance.validated_data
    return validated_data


def _require_short_texts(serializer: BaseSerializer[Any]) -> None:
    """Raise InvalidInputError naming each text beyond ``LONGEST_TEXT``.

    Left to themselves are documents and text fields with a limit of their own.
    """
    own_limits = {
        name
        for name, field in getattr(serializer, "fields", {}).items()
        if isinstance(field, DocumentField)
        or (isinstance(field, serializers.CharField) and field.max_length)
    }
    problems = [
        FieldProblem(
            path,
            _(
                "This text has {count:,} characters. The maximum is {limit:,}. "
                "Shorten it.",
                count=len(text),
                limit=LONGEST_TEXT,
            ),
        )
        for path, text in find_too_long_texts(serializer.initial_data)
        if path.partition(".")[0] not in own_limits
    ]
    if problems:
        raise InvalidInputError(_("A text is too long."), problems)
