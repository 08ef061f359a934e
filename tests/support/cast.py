"""People and projects of tests."""

from collections.abc import Iterable, Mapping
from itertools import count

from django.contrib.auth.hashers import make_password
from rest_framework.test import APIClient

from core.services import Actor, transition_all
from projects.memberships.services.members import add_member
from projects.models import Membership, Project, User
from projects.project_settings.services import create_project
from projects.roles import Role
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol

_numbers = count(1)


def make_person(name: str = "", *, locale: str = "en") -> User:
    """Create an account with the password ``correct horse``."""
    number = next(_numbers)
    return User.objects.create_user(
        username=name or f"person-{number}",
        password="correct horse",
        display_name=(name or f"Person {number}").title(),
        locale=locale,
    )


def make_people(names: Iterable[str]) -> list[User]:
    """Create an account for each name, as ``make_person`` does, in one query."""
    return User.objects.bulk_create(
        User(
            username=name,
            password=make_password("correct horse"),
            display_name=name.title(),
        )
        for name in names
    )


def make_project(
    slug: str = "bench", *, protocol: Protocol | None = None, maintainer: User | None
) -> Project:
    """Create a project, by default with II-Bench's protocol."""
    return create_project(
        slug=slug,
        name=slug.title(),
        protocol=protocol or shipped_protocol("ii-bench"),
        maintainer=maintainer,
    )


def join(project: Project, role: str, name: str = "") -> User:
    """Create a person with this role in the project."""
    person = make_person(name)
    add_member(project=project, user=person, role=role)
    return person


def join_all(project: Project, roles: Mapping[User, str]) -> None:
    """Add people to the project, as ``add_member`` does, in a few queries."""
    memberships = Membership.objects.bulk_create(
        Membership(project=project, user=person, role=role)
        for person, role in roles.items()
    )
    transition_all(
        memberships,
        "join",
        actor=Actor.system(),
        data=lambda membership: {"role": membership.role},
    )


def actor_of(project: Project, person: User) -> Actor:
    """Return the person as an actor in the project."""
    return Actor(person, project.memberships.get(user=person).role)


def browser(person: User | None) -> APIClient:
    """Return a client, logged in as the person if there is one."""
    client = APIClient()
    if person is not None:
        client.force_authenticate(person)
    return client


class Cast:
    """Six annotators, an organizer and a maintainer of one project, and a stranger."""

    def __init__(self, slug: str = "bench", protocol: Protocol | None = None) -> None:
        annotators = [f"annotator-{n}" for n in range(1, 7)]
        names = ["maintainer", "organizer", *annotators, "stranger"]
        people = make_people(f"{slug}-{name}" for name in names)
        self.maintainer, self.organizer, *self.annotators, self.stranger = people
        self.project = make_project(slug, protocol=protocol, maintainer=self.maintainer)
        roles = {self.organizer: Role.ORGANIZER}
        join_all(self.project, roles | dict.fromkeys(self.annotators, Role.ANNOTATOR))

    def actor(self, person: User) -> Actor:
        return actor_of(self.project, person)
