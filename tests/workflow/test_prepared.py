"""Queries that are turned into SQL once: what they give, again and again."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.test.utils import CaptureQueriesContext

from projects.models import Membership, Role
from tests.support.cast import Cast
from workflow.prepared import Given, Prepared


def test_each_call_gives_what_its_values_ask_for(cast: Cast) -> None:
    of_user = Prepared(lambda: Membership.objects.filter(user=Given("user")))
    for membership in cast.project.memberships.all():
        assert of_user(user=membership.user_id) == [membership]
    assert of_user(user=0) == []


def test_rows_are_as_the_query_set_would_have_made_them(cast: Cast) -> None:
    """With what was joined, nothing that was left out, and in order."""
    people = Membership.objects.filter(role=Role.ANNOTATOR).select_related("user")
    people = people.only("role", "user__username").order_by("-user__username")
    prepared = Prepared(lambda: people.filter(project__slug=Given("slug"))[:2])
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            found = prepared(slug=cast.project.slug)
            names = [one.user.username for one in found]
        assert names == [one.user.username for one in people[:2]]
        assert len(asked) == 1
        assert found[0].get_deferred_fields() >= {"active", "created_at"}


def test_values_come_in_the_order_in_which_they_stand(cast: Cast) -> None:
    """Also where one is given twice, and within a query inside."""
    others = Membership.objects.filter(user=OuterRef("user")).exclude(
        role=Given("role")
    )
    prepared = Prepared(
        lambda: Membership.objects.filter(
            ~Exists(others), Q(role=Given("role")) | Q(user=Given("user"))
        ).values_list("user", "role")
    )
    annotators = set(
        Membership.objects.filter(role=Role.ANNOTATOR).values_list("user", "role")
    )
    assert set(prepared(role=Role.ANNOTATOR.value, user=0)) == annotators


def test_a_value_that_is_missing_is_an_error(cast: Cast) -> None:
    of_user = Prepared(lambda: Membership.objects.filter(user=Given("user")))
    with pytest.raises(KeyError):
        of_user(person=1)


@pytest.mark.django_db(transaction=True)
def test_threads_ask_by_connections_of_their_own() -> None:
    cast = Cast()
    of_user = Prepared(lambda: Membership.objects.filter(user=Given("user")))
    keys = list(cast.project.memberships.values_list("user", flat=True))

    def ask(user: int) -> list[Any]:
        try:
            return [one.user_id for one in of_user(user=user)]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, keys * 4)) == [[key] for key in keys * 4]
