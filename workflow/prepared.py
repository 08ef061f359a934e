"""What is asked and written with every request: turned into SQL once a process.

Of a small query the database has a tenth of the processor time; the rest is building it
and turning it into SQL, anew each time (SQLite, one row: 0.16 ms; prepared 0.03 ms). Such
a query is declared beside its selector, with ``Given`` where a value is filled in::

    _membership = Prepared(
        lambda: Membership.objects.filter(user=Given("user"), active=True)
    )

    rows = _membership(user=person.pk)

Updates are declared alike (``PreparedUpdate``); ``insert`` and ``insert_if_new`` keep a
new row.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connections, models, router, transaction
from django.db.models import Expression, QuerySet
from django.db.models.constants import OnConflict
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    ValuesListIterable,
    get_related_populators,
)
from django.db.models.sql import InsertQuery, UpdateQuery
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
Kept = TypeVar("Kept", bound=models.Model)


class Given(Expression):
    """A value that comes with the call: a number or a text, as the database takes it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


class _Statement(NamedTuple):
    """SQL with what is filled in, ``Given`` among it."""

    sql: str
    values: tuple[Any, ...]
    db: str

    def filled(self, given: dict[str, Any]) -> list[Any]:
        return [
            given[one.name] if isinstance(one, Given) else one for one in self.values
        ]


class _Reading(NamedTuple):
    statement: _Statement
    converters: Sequence[tuple[int, tuple[Sequence[Callable[..., Any]], Any]]]
    """By its place in the row: how a value of the database becomes one of Python's."""
    make: Callable[[Any], Any]
    """What becomes of a row of values."""


class Prepared(Generic[Row]):
    """A query; calling it with what is ``Given`` asks the database and gives the rows.

    ``build`` makes the query set, once, when it is first asked: of models, with
    ``select_related`` and ``only``, or of ``values_list``; ``annotate`` and
    ``prefetch_related`` are left out. A list of changing length cannot be given: its
    length is part of the SQL.
    """

    def __init__(self, build: "Callable[[], QuerySet[Any, Row]]") -> None:
        self._build = build
        self._ready: _Reading | None = None

    def __call__(self, **given: int | str) -> list[Row]:
        ready = self._ready = self._ready or self._made_ready()
        values = ready.statement.filled(given)
        # Each thread has a connection of its own.
        connection = connections[ready.statement.db]
        with connection.cursor() as cursor:
            cursor.execute(ready.statement.sql, values)
            found = cursor.fetchall()
        rows = []
        for row in map(list, found):
            for at, (converters, column) in ready.converters:
                for convert in converters:
                    row[at] = convert(row[at], column, connection)
            rows.append(ready.make(row))
        return rows

    def _made_ready(self) -> _Reading:
        queryset = self._build()
        compiler = queryset.query.get_compiler(using=queryset.db)
        sql, values = compiler.as_sql()
        columns = [one[0] for one in compiler.select]
        return _Reading(
            _Statement(sql, tuple(values), queryset.db),
            list(compiler.get_converters(columns).items()),
            _row_of(queryset, compiler),
        )


def _row_of(queryset: QuerySet[Any, Any], compiler: SQLCompiler) -> Callable[..., Any]:
    """How the query set makes of a row what it gives, as Django's own iterables do."""
    kind = queryset._iterable_class
    if kind is FlatValuesListIterable:
        return itemgetter(0)
    if kind is ValuesListIterable:
        return tuple
    known: Any = compiler
    if kind is not ModelIterable or known.annotation_col_map:
        raise NotImplementedError("Prepared gives models or values_list, no more.")
    model, places = known.klass_info["model"], known.klass_info["select_fields"]
    first, last = places[0], places[-1] + 1
    names = [one[0].target.attname for one in known.select[first:last]]
    populators: Any = get_related_populators
    related = populators(known.klass_info, known.select, queryset.db)

    def made(row: list[Any]) -> models.Model:
        instance: models.Model = model.from_db(queryset.db, names, row[first:last])
        for one in related:
            one.populate(row, instance)
        return instance

    return made


class PreparedUpdate:
    """An update of one table; calling it with what is ``Given`` says how many rows.

    ``rows`` are those that are changed. The ``fields`` get what the call gives under
    their names (of a foreign key its key), ``changes`` are the same each time. A name
    means one thing: what ``rows`` ask for is called otherwise than the fields, or the
    first call raises ValueError::

        _closed = PreparedUpdate(
            lambda: Thread.objects.filter(pk=Given("thread")),
            "resolution",
            version=F("version") + 1,
        )

        _closed(thread=thread.pk, resolution="…")
    """

    def __init__(
        self, rows: "Callable[[], QuerySet[Any]]", *fields: str, **changes: Any
    ) -> None:
        self._rows = rows
        self._fields = fields
        self._changes = changes
        self._ready: tuple[_Statement, list[models.Field[Any, Any]]] | None = None

    def __call__(self, **given: Any) -> int:
        self._ready = self._ready or self._made_ready()
        statement, fields = self._ready
        connection = connections[statement.db]
        for field in fields:
            value = given[field.name]
            given[field.name] = field.get_db_prep_save(value, connection)
        values = statement.filled(given)
        with (
            transaction.mark_for_rollback_on_error(using=statement.db),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement.sql, values)
            changed: int = cursor.rowcount
        return changed

    def _made_ready(self) -> "tuple[_Statement, list[models.Field[Any, Any]]]":
        queryset = self._rows()
        query: Any = queryset.query.chain(klass=UpdateQuery)
        db = router.db_for_write(queryset.model)
        asked = {
            one.name
            for one in queryset.query.get_compiler(using=db).as_sql()[1]
            if isinstance(one, Given)
        }
        twice = asked.intersection(self._fields)
        if twice:
            raise ValueError(
                f"{', '.join(sorted(twice))}: a field that is set cannot also be asked for."
            )
        given = {name: Given(name) for name in self._fields}
        query.add_update_values({**given, **self._changes})
        sql, values = query.get_compiler(using=db).as_sql()
        fields = map(queryset.model._meta.get_field, self._fields)
        kept: Any = list(fields)
        return _Statement(sql, tuple(values), db), kept


def insert(row: Kept) -> Kept:
    """Keep a new row, as ``objects.create`` does for a model without signals or parents.

    Its key is set where the database gives it. Raises IntegrityError.
    """
    statement, fields, returned = _insertion(type(row))
    connection = connections[statement.db]
    if not connection.features.can_return_columns_from_insert:
        row.save(force_insert=True)
        return row
    with (
        transaction.mark_for_rollback_on_error(using=statement.db),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement.sql, _values(row, fields, connection))
        if returned:
            for field, value in zip(returned, cursor.fetchone(), strict=True):
                setattr(row, field.attname, value)
    row._state.adding = False
    row._state.db = statement.db
    return row


def insert_if_new(row: models.Model) -> bool:
    """Keep a new row unless one is there that it may not be beside; says whether.

    Whoever is about to keep such a row is waited for. The row does not get its key.
    """
    statement, fields, _ = _insertion(type(row), OnConflict.IGNORE)
    connection = connections[statement.db]
    with (
        transaction.mark_for_rollback_on_error(using=statement.db),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement.sql, _values(row, fields, connection))
        return bool(cursor.rowcount)


def _values(row: models.Model, fields: list[Any], connection: Any) -> list[Any]:
    return [
        field.get_db_prep_save(field.pre_save(row, add=True), connection)
        for field in fields
    ]


@lru_cache(maxsize=64)
def _insertion(
    model: type[models.Model], on_conflict: OnConflict | None = None
) -> tuple[_Statement, list[Any], list[Any]]:
    """The statement, the fields whose values it takes and those that it gives back."""
    meta: Any = model._meta
    given = list(meta.db_returning_fields)
    fields = [field for field in meta.concrete_fields if field not in given]
    # A row that is not kept has nothing to give.
    returned = [] if on_conflict else given
    db = router.db_for_write(model)
    query: Any = InsertQuery(model, on_conflict=on_conflict)
    query.insert_values(fields, [model()], raw=False)
    compiler: Any = query.get_compiler(using=db)
    compiler.returning_fields = returned
    ((sql, _),) = compiler.as_sql()
    return _Statement(sql, (), db), fields, returned
