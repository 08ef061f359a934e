"""Base classes of the API views."""

from collections.abc import Callable, Collection
from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS, AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from projects.models import Project, User
from projects.selectors import EVERYONE, ORGANIZERS, Access, access_project
from workflow.api.pagination import KeysetPagination
from workflow.domain.texts import _
from workflow.errors import FieldProblem, InvalidInputError, NotAllowedError
from workflow.services import Actor


class PublicView(APIView):
    """An operation for all people, logged in or not."""

    permission_classes = [AllowAny]


class ProjectView(APIView):
    """One operation within ``/api/projects/{slug}/``, for members with ``roles``.

    ``self.project``, ``self.actor`` and ``self.person`` are set before the method runs.
    Outsiders get 404, members with another role 403. So do all who would change an
    archived project, unless the view ``works_archived``.
    """

    roles: ClassVar[Collection[str]] = EVERYONE
    works_archived: ClassVar[bool] = False
    access: Access

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.access = access_project(request.user, kwargs["slug"], self.roles)
        reads = request.method in SAFE_METHODS or self.works_archived
        if self.project.archived_at is not None and not reads:
            raise NotAllowedError(
                _(
                    "This project is archived. A maintainer can take it back into use in "
                    "its settings."
                )
            )

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
        paginator = KeysetPagination()
        # DRF accepts several fields; its type stubs only one.
        paginator.ordering = ordering  # type: ignore[assignment]
        page = paginator.paginate_queryset(rows, self.request, view=self) or []
        extra_context = context(page) if callable(context) else context
        results = serializer(
            page, many=True, context={**self.context, **(extra_context or {})}
        )
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


def validate_input(serializer: type[BaseSerializer[Any]], data: Any) -> dict[str, Any]:
    """Return the validated input. Raises ValidationError naming each wrong field."""
    # A null body is treated as empty, so that missing fields are named.
    serializer_instance = serializer(data={} if data is None else data)
    serializer_instance.is_valid(raise_exception=True)
    validated_data: dict[str, Any] = serializer_instance.validated_data
    return validated_data
