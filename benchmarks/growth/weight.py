"""Rows and bytes of a project by table. Needs Django set up."""

from typing import NamedTuple

from django.apps import apps
from django.db import connection
from django.db.models import QuerySet


class Weight(NamedTuple):
    table: str
    rows: int
    bytes: int
    """Its indexes included."""


def tables() -> list[Weight]:
    """Every table with its rows and bytes, the largest first."""
    weights = [
        Weight(
            model._meta.db_table,
            QuerySet(model).count(),
            _bytes(model._meta.db_table),
        )
        for model in apps.get_models()
    ]
    return sorted(weights, key=lambda weight: -weight.bytes)


def _bytes(table: str) -> int:
    if connection.vendor == "postgresql":
        query = "SELECT pg_total_relation_size(%s)"
    else:
        query = """SELECT sum(pgsize) FROM dbstat WHERE name = %s
                   OR name IN (SELECT name FROM sqlite_master
                               WHERE type = 'index' AND tbl_name = %s)"""
    with connection.cursor() as cursor:
        cursor.execute(query, [table] * query.count("%s"))
        return int(cursor.fetchone()[0] or 0)
