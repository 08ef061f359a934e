"""Every state that something can be in has a word and a look on every page.

The history of a project has a word for every kind of object and every state.
"""

import re
from typing import Any

import pytest

from annotation.items.domain.slot_states import SLOT
from core.domain.machine import StateMachine
from core.models import Stateful
from curation.images.domain.states import EXCLUDED, IMAGE
from curation.stages.base import Stage
from curation.stages.registry import INSTALLED
from evaluation.runs.states import RUN
from releases.records.states import RELEASE
from review.adjudication.domain.case_states import CASE
from review.rounds.domain.round_states import ROUND
from review.rounds.domain.thread_states import THREAD
from tests.journeys.words import SOURCES, catalogue
from tests.support.job_kinds import declared_kinds

MACHINES = (IMAGE, SLOT, CASE, ROUND, THREAD, RELEASE, RUN)
JOBS_PART = SOURCES / "features" / "overview" / "components" / "jobs-part.tsx"
NOT_LISTED = {
    "audit.run",
    "backups.backup",
    "evaluation.connection_test",
    "review.figures",
}
"""Audits and backups belong to no project; other pages show tests and figures."""
BADGE = SOURCES / "components" / "status-badge.tsx"


def states_of(machine: StateMachine) -> set[str]:
    """States with a text in the catalogues; curation stages bring those of their own."""
    # A thread is asked, or begun, in the moment in which it is made.
    return set(machine.states) - {"new", *EXCLUDED}


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_state_has_a_name(machine: StateMachine, locale: str) -> None:
    texts = catalogue("common", locale)
    for state in states_of(machine):
        assert texts.get(f"status.{machine.name}.{state}"), state


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_a_state_has_a_look(machine: StateMachine) -> None:
    text = BADGE.read_text(encoding="utf-8")
    looks = set(re.findall(rf'^  "{machine.name}\.(\w+)":', text, re.MULTILINE))
    assert states_of(machine) <= looks


@pytest.mark.parametrize("stage", INSTALLED, ids=lambda stage: stage.id)
def test_the_state_of_an_excluded_image_has_a_name(stage: Stage[Any]) -> None:
    assert stage.state in IMAGE.states
    assert all(stage.texts["status"][language] for language in ("en", "zh"))


def every_machine() -> list[StateMachine]:
    return sorted((m.machine for m in Stateful.__subclasses__()), key=lambda m: m.name)


@pytest.mark.parametrize("machine", every_machine(), ids=lambda machine: machine.name)
@pytest.mark.parametrize("locale", ["en", "zh"])
def test_the_history_has_words_for_everything(
    machine: StateMachine, locale: str
) -> None:
    texts, common = catalogue("projects", locale), catalogue("common", locale)
    assert texts.get(f"history.machine.{machine.name}")
    reached = {edge.target for group in machine.table for edge in group} - {*EXCLUDED}
    for state in reached:
        known = texts.get(f"history.state.{machine.name}.{state}")
        assert known or common.get(f"status.{machine.name}.{state}"), state


def test_a_job_of_the_overview_has_a_name() -> None:
    known = JOBS_PART.read_text(encoding="utf-8")
    kinds = declared_kinds()
    assert kinds >= NOT_LISTED
    for kind in kinds - NOT_LISTED:
        assert f'"{kind}",' in known, kind
        for locale in ("en", "zh"):
            assert catalogue("overview", locale).get(f"jobs.kind.{kind}"), kind
