"""Pseudo-people come in by invitation, and come back as who they were."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.management import call_command

from demo.crew.truth import SeededTruths, WrittenTruths
from demo.truth import TrueFate
from projects import login_throttle
from projects.domain.shipped import shipped_protocol
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


def test_it_knows_files_that_a_browser_uploaded_with_their_folder(
    drawn: Path, fates: Sequence[TrueFate]
) -> None:
    protocol = shipped_protocol("ii-bench")
    truths = WrittenTruths(
        drawn.with_suffix(".json"), protocol, SeededTruths(protocol, 0)
    )
    path = next(fate["path"] for fate in fates if fate["outcome"] == "kept")
    assert truths.of([f"{drawn.name}/{path}"]) == truths.of([path])
    assert truths.of([f"other/folder/{path}"]) != truths.of([path])
