"""Pseudo-people come in by invitation, and come back as who they were."""

import pytest
from django.core.management import call_command

from projects import login_throttle
from projects.models import Invitation, Membership
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_crew_of_any_size_comes_in_from_one_address(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login_throttle, "MOST_OF_AN_ADDRESS", 1)
    before = Membership.objects.count()
    for _ in range(2):
        call_command(
            "crew_simulate", cast.project.slug, people=3, until="screening", json=True
        )
        assert Membership.objects.count() == before + 4
        assert Invitation.objects.count() == 4
