"""Model endpoints that a project may use."""

from django.conf import settings

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from evaluation.dispatch.domain import Endpoint
from evaluation.runs.models.runs import Run
from projects.models import Project


def list_project_endpoints(project: Project) -> list[Endpoint]:
    """Return the endpoints that the operator opened to ``project``, in listed order."""
    listed: tuple[Endpoint, ...] = settings.MODEL_ENDPOINTS
    return [
        endpoint for endpoint in listed if endpoint.is_open_to_project(project.slug)
    ]


def get_endpoint(project: Project, name: str) -> Endpoint:
    """Return the endpoint called ``name``.

    Raises InvalidInputError that lists the available ones.
    """
    known = list_project_endpoints(project)
    for endpoint in known:
        if endpoint.name == name:
            return endpoint
    names = ", ".join(endpoint.name for endpoint in known) or "none"
    problem = FieldProblem(
        "endpoint", _("Available to this project: {names}.", names=names)
    )
    raise InvalidInputError(_("There is no endpoint {name!r}.", name=name), [problem])


def get_run_endpoint(run: Run) -> Endpoint | None:
    """Return the endpoint of ``run``; None for the server that its worker knows.

    An address that an organizer entered, in a protocol or in an older version, is used
    only if the operator lists the same address. Raises InvalidInputError otherwise.
    """
    if run.endpoint:
        return get_endpoint(run.project, run.endpoint)
    if not run.base_url:
        return None
    if run.by_operator:
        return Endpoint(name="", address=run.base_url)
    for endpoint in list_project_endpoints(run.project):
        if endpoint.address.rstrip("/") == run.base_url.rstrip("/"):
            return endpoint
    raise InvalidInputError(
        _(
            "The endpoint {base_url} is not available to this project.",
            base_url=run.base_url,
        )
    )
