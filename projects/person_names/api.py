"""Fields of serializers."""

from typing import Any

from rest_framework import serializers

from projects.person_names.selectors.project_names import PersonNames


class PersonNameField(serializers.CharField):
    """Name of a ``User`` in the project of the context (``ProjectView.context``).

    The user name follows it where another member has the same name.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(read_only=True, **options)

    def to_representation(self, value: Any) -> str:
        # Shared with the other fields of the answer; the stubs call it read-only.
        context: Any = self.context
        if "names" not in context:
            context["names"] = PersonNames(context["access"].project)
        names: PersonNames = context["names"]
        return names.name_of_person(value)
