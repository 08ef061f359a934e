"""Who may do what, read from the permission classes and roles of the API's views."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.test import APIRequestFactory

from core.job_kinds import job_kinds_of_role
from projects.access.api.base import IsOperator, IsStaff, ProjectView
from projects.roles import (
    ANNOTATORS,
    MAINTAINERS,
    MEMBERS,
    ORGANIZERS,
    PARTICIPANTS,
    RATERS,
    ROLES,
    Role,
)

OUTSIDE_PROJECTS = {
    AllowAny: "anyone",
    IsAuthenticated: "logged in",
    IsStaff: "staff",
    IsOperator: "operators",
}
"""People by permission class, for operations outside projects."""
IN_PROJECTS = {
    MEMBERS: "members, raters too",
    PARTICIPANTS: "members",
    RATERS: "raters, organizers",
    ANNOTATORS: "annotators",
    ORGANIZERS: "organizers",
    MAINTAINERS: "maintainers",
}
"""People by the roles of a view."""
RULES = """
A role belongs to one project. A person may be an annotator in one project and a maintainer in
another. The server checks the role with every request, so a right ends with its role.

* **Annotating**: organizers and maintainers cannot annotate, because they see the work of
  others. Whoever does both needs a second account.
* **Invitations**: maintainers invite people in every role. Organizers invite annotators and
  raters, unless the protocol has `organizers_invite: false` under `annotation`.
* **Archived projects** can be read. Nothing in them can be changed.
* **API tokens** have the rights of their person.

## Accounts of the installation

Staff create projects, whose first maintainers they are, and audit benchmarks. They reach no
project of others. Superusers may also use Django's admin (`/admin/`): there they change
accounts, make others staff, and read projects, jobs and the ledger. On a server the admin is
off unless `SUBTEXT_ADMIN=true`.

The first account of an empty installation is staff and a superuser. The first start prints a
link that creates it; `manage.py createsuperuser` creates further ones.

The holder of a password link can log in as its person. Staff make such links for members who
are not superusers, superusers for all. Maintainers make them for members who are not staff and
belong to no project of other maintainers.
""".strip()


class OperationReference(NamedTuple):
    """An operation of the API: its package, its people and its purpose."""

    package: str
    people: str
    purpose: str


def who_may_call(view_class: Any, method: str, path: str) -> str:
    """Return the people who may call an operation, by its permissions and roles."""
    view = view_class()
    view.request = APIRequestFactory().generic(method, path)
    if isinstance(view, ProjectView):
        return IN_PROJECTS[frozenset(map(Role, view.get_roles()))]
    (permission,) = view.get_permissions()
    return OUTSIDE_PROJECTS[type(permission)]


def permissions_page(note: str, operations: Iterable[OperationReference]) -> str:
    """Return the page of the roles and of all that each may do."""
    # Several addresses may have one purpose.
    unique = list(dict.fromkeys(operations))
    lines = [
        "# Roles and permissions",
        "",
        note,
        "",
        "| role | what for |",
        "|---|---|",
    ]
    lines += [f"| {role} | {row.purpose} |" for role, row in ROLES.items()]
    lines += ["", RULES, "", *job_lines(), "", "## Outside projects", ""]
    lines += [
        "*Operators* are staff, and the maintainers of any project.",
        "",
        "| for | what |",
        "|---|---|",
    ]
    for people in reversed(OUTSIDE_PROJECTS.values()):
        lines += [f"| {people} | {o.purpose} |" for o in unique if o.people == people]
    lines += [
        "",
        "## In a project",
        "",
        "The [API](api.md) has the address of each row.",
    ]
    lines += permission_tables(unique)
    return "\n".join(lines) + "\n"


def permission_tables(operations: Iterable[OperationReference]) -> Iterator[str]:
    """Yield a table for each package: a row an operation, a column a role."""
    roles_by_people = {people: roles for roles, people in IN_PROJECTS.items()}
    package = ""
    for operation in sorted(operations, key=lambda operation: operation.package):
        if operation.people not in roles_by_people:
            continue
        if operation.package != package:
            package = operation.package
            yield from ("", f"### {package.capitalize()}", "")
            yield f"| what | {' | '.join(Role)} |"
            yield f"|---|{':---:|' * len(Role)}"
        roles = roles_by_people[operation.people]
        marks = ("✓" if role in roles else "" for role in Role)
        yield f"| {operation.purpose} | {' | '.join(marks)} |"


def job_lines() -> list[str]:
    """Return a section on who may request, see, stop and repeat jobs."""
    organizers = set(job_kinds_of_role(Role.ORGANIZER))
    maintainers = sorted(set(job_kinds_of_role(Role.MAINTAINER)) - organizers)
    names = " and ".join(f"`{kind}`" for kind in maintainers)
    return [
        "## Jobs",
        "",
        "Organizers and maintainers request, see, stop and repeat the jobs of their project.",
        f"{names} are for maintainers only. A job that waits does not",
        "begin if the person who requested it has lost the role.",
    ]
