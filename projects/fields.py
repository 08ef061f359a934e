"""Model fields of this app."""

from typing import Any

from django.db import models

from projects.person_names.domain import LONGEST_KEY, fold_name


class FoldedNameField(models.CharField[str | None, str | None]):
    """The name in the field ``source`` without case, set at every save.

    None where the name is empty, and for as long as an older account has the same one.
    Databases do not fold case alike (SQLite only ASCII), so that the value and not an
    expression is indexed.
    """

    def __init__(self, *args: Any, source: str, **kwargs: Any) -> None:
        self.source = source
        defaults = {"max_length": LONGEST_KEY, "null": True, "editable": False}
        super().__init__(*args, **{**defaults, **kwargs})

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "source": self.source}

    def pre_save(self, model_instance: models.Model, add: bool) -> str | None:
        key = fold_name(getattr(model_instance, self.source)) or None
        if key and not add and getattr(model_instance, self.attname) is None:
            accounts: Any = type(model_instance)
            namesakes = accounts.objects.filter(**{self.attname: key})
            key = None if namesakes.exists() else key
        setattr(model_instance, self.attname, key)
        return key
