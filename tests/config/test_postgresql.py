"""Connections to PostgreSQL whose server has gone away in the meantime."""

import pytest
from django.db import connection, connections

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="for PostgreSQL"),
]


def test_a_connection_that_is_quiet_is_used_again() -> None:
    connection.ensure_connection()
    before = connection.connection
    assert connection.is_usable()
    connection.health_check_enabled, connection.health_check_done = True, False
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert connection.connection is before


def test_a_connection_that_the_server_ended_is_made_anew() -> None:
    """As when PostgreSQL was started again: the next request does not fail."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (backend,) = cursor.fetchone()
    other = connections["default"].copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])
    finally:
        other.close()
    assert not connection.is_usable()
    connection.health_check_enabled, connection.health_check_done = True, False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        assert cursor.fetchone() != (backend,)
