"""It is known of each migration whether the version before can serve through it."""

import pytest
from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

from config.upgrade.compatibility import judge_migration


def tidy(apps: object, schema_editor: object) -> None:
    """Remove what nobody reads."""


def add(field: "models.Field[object, object]") -> Operation:
    return migrations.AddField("item", "note", field)


def alter(field: "models.Field[object, object]") -> Operation:
    return migrations.AlterField("item", "name", field)


RULE = models.CheckConstraint(condition=models.Q(name__gt=""), name="named")


def judged(*operations: Operation, excuse: str = "") -> list[str]:
    """What a migration takes away from a version with items that have a name."""
    state = ProjectState()
    fields = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=20, null=True)),
    ]
    state.add_model(ModelState("lab", "Item", fields))
    migration = migrations.Migration("0002_later", "lab")
    migration.operations = list(operations)
    return judge_migration(migration, state).conflicts


@pytest.mark.parametrize(
    "operation",
    [
        add(models.TextField(null=True)),
        add(models.BooleanField(default=True, db_default=True)),
        add(models.ManyToManyField("lab.Item")),
        alter(models.CharField(max_length=40, null=True)),
        alter(models.CharField(max_length=20, null=True, choices=[("a", "A")])),
        migrations.CreateModel("Box", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddIndex("item", models.Index(fields=["name"], name="by_name")),
        migrations.RemoveConstraint("item", "named"),
    ],
    ids=lambda operation: operation.describe(),
)
def test_it_can_serve(operation: Operation) -> None:
    state = (
        []
        if not isinstance(operation, migrations.RemoveConstraint)
        else [migrations.AddConstraint("item", RULE)]
    )
    assert judged(*state, operation)[len(state) :] == []


@pytest.mark.parametrize(
    ("operation", "reason"),
    [
        (
            add(models.BooleanField(default=True)),
            "item.note is required, and the version before does not fill it",
        ),
        (alter(models.CharField(max_length=20)), "item.name is required"),
        (alter(models.CharField(max_length=10, null=True)), "item.name is shorter"),
        (alter(models.IntegerField(null=True)), "item.name has another type"),
        (
            alter(models.CharField(max_length=20, null=True, unique=True)),
            "item.name is unique",
        ),
        (migrations.RemoveField("item", "name"), "item.name is removed"),
        (
            migrations.RenameField("item", "name", "title"),
            "item.name is renamed to title",
        ),
        (migrations.RenameModel("Item", "Thing"), "item is renamed to thing"),
        (migrations.DeleteModel("Item"), "the table of item is removed"),
        (migrations.AddConstraint("item", RULE), "item has a new rule, named"),
        (migrations.RunPython(tidy), "rows change: Remove what nobody reads"),
        (migrations.RunSQL("VACUUM"), "Raw SQL operation"),
    ],
)
def test_it_cannot_serve(operation: Operation, reason: str) -> None:
    assert judged(operation) == [reason]


def test_a_table_that_it_does_not_know_is_free_to_change() -> None:
    created = migrations.CreateModel(
        "Box", [("id", models.BigAutoField(primary_key=True))]
    )
    required = migrations.AddField("box", "size", models.IntegerField(default=1))
    assert judged(created, required) == []
