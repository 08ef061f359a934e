"""Names of people as a project shows them: told apart where equal, and in order."""

from collections import Counter
from functools import cached_property

from projects.models import Project, User
from projects.person_names.domain import fold_name, name_sort_key


class PersonNames:
    """Names of people in one project, whose members are read once.

    Where several members have a name, the user name follows it in parentheses.
    """

    def __init__(self, project: Project) -> None:
        self._project = project

    def name_of_person(self, person: User) -> str:
        name = person.shown_name
        return (
            f"{name} ({person.username})" if fold_name(name) in self._shared else name
        )

    @cached_property
    def _shared(self) -> frozenset[str]:
        members = User.objects.filter(memberships__project=self._project)
        count = Counter(
            fold_name(display_name or username)
            for display_name, username in members.values_list(
                "display_name", "username"
            )
        )
        return frozenset(name for name, people in count.items() if people > 1)


def name_order(person: User) -> tuple[list[str | int], list[str | int]]:
    """Return the sort key of people in lists: shown name, then user name."""
    return name_sort_key(person.shown_name), name_sort_key(person.username)
