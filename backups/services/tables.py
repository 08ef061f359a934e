"""Tables of a database at the state of its migrations, and their rows."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import AutoField, Field, ForeignKey, Model

from backups.domain.manifest import BackupColumn
from backups.domain.rows import Kind, portable_row_converter

_KINDS: dict[str, Kind] = {
    "AutoField": "number",
    "BigAutoField": "number",
    "BigIntegerField": "number",
    "BinaryField": "bytes",
    "BooleanField": "boolean",
    "CharField": "text",
    "DateField": "date",
    "DateTimeField": "time",
    "FloatField": "real",
    "IntegerField": "number",
    "JSONField": "json",
    "PositiveBigIntegerField": "number",
    "PositiveIntegerField": "number",
    "PositiveSmallIntegerField": "number",
    "SlugField": "text",
    "SmallIntegerField": "number",
    "TextField": "text",
}
"""What a column of each type of field holds. A new type of field needs its line."""
_ROWS = 2_000
"""Rows that are read at a time."""


@dataclass(frozen=True)
class TableSchema:
    """A table's columns; ``counter`` is the column that numbers the rows, if any."""

    name: str
    key: str
    counter: str | None
    columns: Sequence[BackupColumn]

    @property
    def column_types(self) -> list[Kind]:
        return [column.kind for column in self.columns]


def _schema_of(model: type[Model]) -> TableSchema:
    key = model._meta.pk
    column = key.column or ""
    return TableSchema(
        name=model._meta.db_table,
        key=column,
        counter=column if isinstance(key, AutoField) else None,
        columns=[
            BackupColumn(name=field.column, kind=_kind_of(field))
            for field in model._meta.local_concrete_fields
        ],
    )


def _kind_of(field: Field[Any, Any]) -> Kind:
    while isinstance(field, ForeignKey):
        field = field.target_field
    return _KINDS[field.get_internal_type()]


def applied_migrations() -> list[tuple[str, str]]:
    """Return app and name of every applied migration, sorted."""
    return sorted(MigrationRecorder(connection).applied_migrations())


def database_tables() -> list[TableSchema]:
    """Return the tables of the database at the state of its applied migrations."""
    loader = MigrationLoader(connection)
    applied = loader.applied_migrations
    last = [
        key
        for key, node in loader.graph.node_map.items()
        if key in applied and not any(child.key in applied for child in node.children)
    ]
    models = loader.project_state(last).apps.get_models(include_auto_created=True)
    schemas = [_schema_of(model) for model in models]
    schemas.append(_schema_of(MigrationRecorder.Migration))
    return sorted(schemas, key=lambda schema: schema.name)


@contextmanager
def database_snapshot() -> Iterator[None]:
    """Read the database as it is now during the block, while others write to it.

    The connection may not write until the block ends.
    """
    begin = (
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        if connection.vendor == "postgresql"
        # Django would begin a transaction that waits for the right to write.
        else "BEGIN DEFERRED"
    )
    try:
        with connection.cursor() as cursor:
            cursor.execute(begin)
            # The first query takes the snapshot.
            cursor.execute("SELECT COUNT(*) FROM django_migrations")
        yield
    finally:
        connection.close()


def read_rows(schema: TableSchema) -> Iterator[list[Any]]:
    """Yield a table's rows as portable values, in the order of their key."""
    quote = connection.ops.quote_name
    columns = ", ".join(quote(column.name) for column in schema.columns)
    convert = portable_row_converter(schema.column_types)
    with connection.chunked_cursor() as cursor:
        cursor.execute(
            f"SELECT {columns} FROM {quote(schema.name)} "  # noqa: S608
            f"ORDER BY {quote(schema.key)}"
        )
        while rows := cursor.fetchmany(_ROWS):
            for row in rows:
                yield convert(row)


def read_last_id(schema: TableSchema) -> int | None:
    """Return the last number that the database gave to a row of the table."""
    if schema.counter is None:
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT seq FROM sqlite_sequence WHERE name = %s", [schema.name]
            )
        else:
            cursor.execute(
                "SELECT CASE WHEN is_called THEN last_value END "  # noqa: S608
                f"FROM {_sequence_of(schema)}"
            )
        row = cursor.fetchone()
    # SQLite counts 0 where rows were inserted in vain.
    return (row and row[0]) or None


def write_last_id(schema: TableSchema, last_id: int) -> None:
    """Let the database number the next row after ``last_id``."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [schema.name])
            cursor.execute(
                "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)",
                [schema.name, last_id],
            )
        else:
            cursor.execute("SELECT setval(%s, %s)", [_sequence_of(schema), last_id])


def _sequence_of(schema: TableSchema) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_serial_sequence(%s, %s)",
            [connection.ops.quote_name(schema.name), schema.counter],
        )
        [name] = cursor.fetchone()
    assert isinstance(name, str)  # noqa: S101 - every AutoField has a sequence
    return name
