"""Kinds of jobs, each with its function and the roles that may request it.

A stage declares its kinds in its module ``job_kinds``. Every process loads those when
it starts, and the module of a kind's function when the first job of the kind runs.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, Protocol

from core.domain.machine import SYSTEM
from core.domain.texts import Text, _
from core.errors import NotAllowedError
from core.models import Job
from core.on_demand import import_on_demand
from core.ports import KeyedPort, Port
from core.services import Actor

OUTSIDE = ""
"""The role of a person in what belongs to no project."""

Progress = Callable[[int, int | None], None]
"""Reports how much is done, of how much in all if known (``JobProgress``)."""


class JobFunction(Protocol):
    """A service that does a job and returns its JSON result.

    It may run again at any time and then continues where it was.
    """

    def __call__(self, *, job: Job, progress: Progress) -> Mapping[str, Any]: ...


class _Kind(NamedTuple):
    roles: frozenset[str]
    function: JobFunction


_KINDS: KeyedPort[str, _Kind] = KeyedPort("core.job_kinds")


def register_job_kind(name: str, roles: Collection[str], *, run: str) -> str:
    """Declare a kind of job and return its name.

    ``roles`` may request, see, cancel and repeat its jobs. ``run`` is the path of its
    JobFunction, ``package.module.name``.
    """
    _KINDS.set_provided(name, _Kind(frozenset(roles), import_on_demand(run)))
    return name


def get_job_function(kind: str) -> JobFunction:
    """Return what does the jobs of a kind. Raises KeyError if there is no such kind."""
    return _KINDS[kind].function


def job_kinds_of_role(role: str) -> list[str]:
    """Return the kinds of jobs of people with this role."""
    return [name for name, kind in _KINDS.items() if role in kind.roles]


def _roles_of(kind: str) -> Collection[str]:
    return _KINDS[kind].roles if kind in _KINDS else ()


def require_job_role(kind: str, actor: Actor) -> None:
    """Raise NotAllowedError unless the actor may request jobs of this kind."""
    if actor.role != SYSTEM and actor.role not in _roles_of(kind):
        raise NotAllowedError(
            _("Your role ({role}) does not allow this.", role=Text(actor.role))
        )


@Port
def current_project_role(scope_id: int, person_id: int) -> str | None:
    """Return a person's present role in a project, ``OUTSIDE`` for others.

    None for a closed account.
    """


def require_requester(job: Job) -> None:
    """Raise NotAllowedError if the person who requested the job may not do so today."""
    if job.requested_by_id is None:
        return
    role = current_project_role(job.scope_id, job.requested_by_id)
    if role not in _roles_of(job.kind):
        raise NotAllowedError(
            _(
                "The person who requested this job may no longer do so. Start it again "
                "to request it yourself."
            )
        )
