"""Which migrations the version before cannot serve through.

People may go on working while the database is migrated if everything that the version
before reads and writes is still there afterwards. What an operation takes away is found
here. Migrations that change rows say themselves why that version does not mind::

    class Migration(migrations.Migration):
        version_before_serves = "The rows belong to a job that runs again."
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db.migrations import Migration, operations
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field, ManyToManyField
from django.db.models.fields import NOT_PROVIDED

_HARMLESS = (
    operations.CreateModel,
    operations.AddIndex,
    operations.RemoveIndex,
    operations.RenameIndex,
    operations.RemoveConstraint,
    operations.AlterIndexTogether,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    operations.AlterModelTableComment,
    operations.AlterOrderWithRespectTo,
)


@dataclass(frozen=True)
class MigrationCompatibility:
    """What a migration takes away from the version before.

    ``excuse`` is why that version does not mind, by the migration's own word.
    """

    conflicts: list[str]
    excuse: str = ""


def judge_migration(
    migration: Migration, state: ProjectState
) -> MigrationCompatibility:
    """Return what a migration takes away; ``state`` is advanced to the one after it."""
    conflicts: list[str] = []
    created: set[str] = set()
    for operation in migration.operations:
        if isinstance(operation, operations.CreateModel):
            created.add(operation.name_lower)
        conflicts += _find_conflicts(operation, migration.app_label, state, created)
        operation.state_forwards(migration.app_label, state)
    return MigrationCompatibility(
        conflicts, getattr(migration, "version_before_serves", "")
    )


def _find_conflicts(
    operation: Operation, app: str, state: ProjectState, created: set[str]
) -> Iterator[str]:
    if getattr(operation, "model_name", "").lower() in created:
        return  # The version before does not know the table.
    match operation:
        case operations.AddField(model_name=model, name=name, field=field):
            if not _is_filled(field):
                yield f"{model}.{name} is required, and the version before does not fill it"
        case operations.AlterField(model_name=model, name=name, field=field):
            before = state.models[app, model.lower()].fields[name]
            yield from (f"{model}.{name} {what}" for what in _narrowed(before, field))
        case operations.RemoveField(model_name=model, name=name):
            yield f"{model}.{name} is removed"
        case operations.RenameField(model_name=model, old_name=old, new_name=new):
            yield f"{model}.{old} is renamed to {new}"
        case operations.DeleteModel(name=name):
            yield f"the table of {name.lower()} is removed"
        case operations.RenameModel(old_name=old, new_name=new):
            yield f"{old.lower()} is renamed to {new.lower()}"
        case operations.AddConstraint(model_name=model, constraint=constraint):
            yield f"{model} has a new rule, {constraint.name}"
        case operations.RunPython(code=code):
            yield f"rows change: {describe_function(code)}"
        case _ if not isinstance(operation, _HARMLESS):
            yield operation.describe()


def describe_function(code: Callable[..., object]) -> str:
    """Return the first sentence on a function of a migration.

    That of its module, or else its name, where it has none of its own.
    """
    described = inspect.getdoc(code) or inspect.getdoc(inspect.getmodule(code))
    first_line = (described or code.__name__.strip("_")).splitlines()[0]
    return first_line.rstrip(".").replace("``", "")


def _is_filled(field: "Field[object, object]") -> bool:
    """Return whether the database fills a new column by itself."""
    return (
        field.null
        or isinstance(field, ManyToManyField)
        or field.db_default is not NOT_PROVIDED
        or field.generated
    )


def _narrowed(
    before: "Field[object, object]", after: "Field[object, object]"
) -> Iterator[str]:
    """Yield what a column no longer accepts."""
    if before.get_internal_type() != after.get_internal_type():
        yield "has another type"
    if before.null and not after.null:
        yield "is required"
    if after.unique and not before.unique:
        yield "is unique"
    if (before.max_length or 0) > (after.max_length or before.max_length or 0):
        yield "is shorter"
    if before.db_default is not NOT_PROVIDED and not _is_filled(after):
        yield "has no default any more"
