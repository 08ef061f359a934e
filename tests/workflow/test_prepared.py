"""Statements that are turned into SQL once: what they give and do, again and again."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from projects.models import Membership, Role
from tests.support.cast import Cast, make_person
from workflow.models import Job
from workflow.prepared import (
    Given,
    Prepared,
    PreparedUpdate,
    insert,
    insert_if_new,
)


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


def test_an_update_changes_what_its_values_ask_for(cast: Cast) -> None:
    """And says how many rows those were; expressions are worked out by the database."""
    job = Job.objects.create(kind="try", scope_id=cast.project.pk, total=5)
    other = Job.objects.create(kind="try", scope_id=0, total=5)
    go_on = PreparedUpdate(
        lambda: Job.objects.filter(pk=Given("job"), kind=Given("of_kind")),
        "parameters",
        "heartbeat_at",
        done=F("done") + 2,
        error="",
    )
    now = timezone.now()
    for _ in range(2):
        assert (
            go_on(job=job.pk, of_kind="try", parameters={"a": ["é"]}, heartbeat_at=now)
            == 1
        )
    assert go_on(job=job.pk, of_kind="other", parameters={}, heartbeat_at=None) == 0
    job.refresh_from_db()
    assert (job.done, job.parameters, job.heartbeat_at) == (4, {"a": ["é"]}, now)
    other.refresh_from_db()
    assert (other.done, other.heartbeat_at) == (0, None)


def test_nothing_is_a_value_too(cast: Cast) -> None:
    job = Job.objects.create(kind="try", scope_id=0, heartbeat_at=timezone.now())
    silent = PreparedUpdate(lambda: Job.objects.filter(pk=Given("job")), "heartbeat_at")
    assert silent(job=job.pk, heartbeat_at=None) == 1
    job.refresh_from_db()
    assert job.heartbeat_at is None


def test_a_name_means_one_thing() -> None:
    """Set and asked for under one name, either would get the other's value."""
    again = PreparedUpdate(lambda: Job.objects.filter(kind=Given("kind")), "kind")
    with pytest.raises(ValueError, match="kind"):
        again(kind="try")


@pytest.mark.parametrize("returning", [True, False])
def test_a_row_is_kept_as_django_would_have(
    cast: Cast, returning: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by a database that does not say which key it gave (SQLite before 3.35)."""
    if not returning and connection.vendor != "sqlite":
        pytest.skip("every PostgreSQL says it")
    monkeypatch.setattr(
        type(connection.features), "can_return_columns_from_insert", returning
    )
    made = insert(Job(kind="try", scope_id=1, parameters={"n": 1}))
    usual = Job.objects.create(kind="try", scope_id=2, parameters={"n": 1})
    kept = Job.objects.get(pk=made.pk)
    assert kept == made
    for field in Job._meta.concrete_fields:
        if field.name not in ("id", "scope_id", "created_at"):
            assert getattr(kept, field.attname) == getattr(usual, field.attname)
    assert abs(usual.created_at - kept.created_at) < timedelta(minutes=1)
    made.kind = "changed"
    made.save()
    assert Job.objects.filter(pk=made.pk).count() == 1


def test_a_row_that_may_not_be_is_refused(cast: Cast) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(
            Membership(project=cast.project, user=cast.organizer, role=Role.ANNOTATOR)
        )
    assert cast.project.memberships.filter(user=cast.organizer).count() == 1


def test_a_row_that_is_there_already_is_let_be(cast: Cast) -> None:
    """And the transaction goes on, as it does not after an IntegrityError."""
    new = make_person()
    with transaction.atomic():
        made = [
            insert_if_new(
                Membership(project=cast.project, user=person, role=Role.ANNOTATOR)
            )
            for person in (cast.organizer, new, new)
        ]
    assert made == [False, True, False]
    roles = cast.project.memberships.filter(user__in=[cast.organizer, new])
    assert dict(roles.values_list("user", "role")) == {
        cast.organizer.pk: Role.ORGANIZER,
        new.pk: Role.ANNOTATOR,
    }
