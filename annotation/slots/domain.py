"""Languages and skills that the work requires, as plain ids.

A protocol names the skills of its field (``annotation.skills``) and its language. A tag
of an item that is a skill or a language is a requirement of that item. Other tags only
serve to find items and to exclude people.
"""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Literal, get_args

from subtext_protocol.document import Protocol
from subtext_protocol.text import Language

LANGUAGES: tuple[str, ...] = get_args(Language)

DAY = timedelta(hours=24)
"""Time that a daily cap looks back, so that it is the same in every time zone."""

Cap = Literal["", "day", "all"]
"""The cap that a person has reached; empty for none."""


def protocol_skill_ids(protocol: Protocol) -> tuple[str, ...]:
    """Return the ids of the protocol's skills."""
    return tuple(skill.id for skill in protocol.annotation.skills)


def skills_lacking_for_all_items(
    protocol: Protocol, *, languages: Collection[str], skills: Collection[str]
) -> list[str]:
    """Return the skills and languages that all annotators need and this person lacks.

    A person who has stated no language is assumed to know the protocol's.
    """
    required = [skill.id for skill in protocol.annotation.skills if skill.everybody]
    lacking = [skill for skill in required if skill not in skills]
    if languages and protocol.language not in languages:
        lacking.insert(0, protocol.language)
    return lacking


def skills_lacking_for_tags(
    protocol: Protocol, *, languages: Collection[str], skills: Collection[str]
) -> list[str]:
    """Return the item tags that require something which this person lacks."""
    has = {*languages, *skills}
    if not languages:
        has.add(protocol.language)
    return [
        skill
        for skill in (*protocol_skill_ids(protocol), *LANGUAGES)
        if skill not in has
    ]


def unknown_skills(words: Iterable[str], known: Collection[str]) -> list[str]:
    """Return the ``words`` that are not in ``known``."""
    return [word for word in words if word not in known]
