"""Simulation of a crew that joins a project and works up to a given stage."""

import hashlib
import hmac
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from demo.crew.browser import Browser, Connect
from demo.crew.people import SimulatedPerson
from demo.crew.quality import measure_quality
from demo.crew.staffing import required_staffing, staffing_line
from demo.crew.truth import TruthSource
from demo.crew.validation import validate_questions
from demo.crew.work import (
    Crew,
    CrewMember,
    adjudicate_cases,
    annotate_items,
    consent_to_work,
    join_project,
    screen_images,
)
from subtext_protocol.document import Protocol

STAGES: dict[str, Callable[[Crew], int]] = {
    "screening": screen_images,
    "joining": join_project,
    "annotation": annotate_items,
    "adjudication": adjudicate_cases,
    "validation": validate_questions,
}
"""The work of people at each stage, in order."""


@dataclass(frozen=True)
class CrewPlan:
    """The size of the crew, its accuracy, and its last stage."""

    slug: str
    people: int
    accuracy: float
    seed: int
    until: str
    secret: str
    """The secret from which the simulated people's passwords are derived."""


class CrewAccess(NamedTuple):
    """The way into the project."""

    members: Collection[str]
    """The usernames of its members."""
    invite: Callable[[str], str]
    """Creates an invitation for one person in a role; returns its token."""


def simulate_crew(
    plan: CrewPlan,
    *,
    protocol: Protocol,
    truths: TruthSource,
    connect: Connect,
    entrance: CrewAccess,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Do the stages up to ``plan.until``.

    Returns the work done by stage, the number of actions, and the quality of the
    records (``demo.crew.quality``). In a repeated run with the same seed, the same
    people continue.
    """
    needed = required_staffing(protocol, with_validation=plan.until == "validation")
    say(staffing_line(needed, plan.people))
    annotators = [
        _member(plan, f"annotator-{n}", "annotator", protocol, connect, entrance)
        for n in range(1, plan.people + 1)
    ]
    organizer = _member(plan, "organizer", "organizer", protocol, connect, entrance)
    crew = Crew(protocol, truths, annotators, organizer, say)
    done: dict[str, Any] = {"consents": consent_to_work(crew)}
    for name in _up_to(plan.until):
        done[name] = STAGES[name](crew)
    return {
        **done,
        "actions": crew.count_actions,
        "people": len(annotators) + 1,
        "people_needed": needed.least_people,
        "quality": measure_quality(crew),
    }


def _up_to(until: str) -> Sequence[str]:
    names = list(STAGES)
    return names[: names.index(until) + 1]


def _member(
    plan: CrewPlan,
    name: str,
    role: str,
    protocol: Protocol,
    connect: Connect,
    entrance: CrewAccess,
) -> CrewMember:
    username = f"crew-{plan.slug}-{plan.seed}-{name}"
    password = hmac.new(
        plan.secret.encode(), username.encode(), hashlib.sha256
    ).hexdigest()
    browser = Browser(connect, plan.slug)
    if username in entrance.members:
        browser.log_in(username, password)
    else:
        account = {
            "username": username,
            "password": password,
            "display_name": f"Crew {name}",
            "locale": "en",
        }
        browser.accept_invitation(entrance.invite(role), account)
    person = SimulatedPerson(
        username, protocol=protocol, accuracy=plan.accuracy, seed=plan.seed
    )
    return CrewMember(person, browser)
