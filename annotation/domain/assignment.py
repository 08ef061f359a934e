"""What somebody has to know for the work: languages and skills, as plain words.

A protocol names the skills of its field (``annotation.skills``) and its language. An item
asks for what its tags say, where a tag is one of those skills or a language; other tags
are for finding and for keeping people from things.
"""

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Literal, get_args

from projects.domain.protocol.document import Protocol
from projects.domain.protocol.text import Language

LANGUAGES: tuple[str, ...] = get_args(Language)

DAY = timedelta(hours=24)
"""A cap "a day" looks back so far: it is the same for people of every time zone."""

Cap = Literal["", "day", "all"]
"""Which of a person's caps is reached, if any."""


def skills_of(protocol: Protocol) -> tuple[str, ...]:
    """Ids of the skills that the protocol knows."""
    return tuple(skill.id for skill in protocol.annotation.skills)


def lacking_for_all(
    protocol: Protocol, *, languages: Collection[str], skills: Collection[str]
) -> list[str]:
    """What the protocol asks of everybody and this person has not.

    Who has stated no language is taken to know the protocol's.
    """
    asked = [one.id for one in protocol.annotation.skills if one.everybody]
    lacking = [skill for skill in asked if skill not in skills]
    if languages and protocol.language not in languages:
        lacking.insert(0, protocol.language)
    return lacking


def lacking_tags(
    protocol: Protocol, *, languages: Collection[str], skills: Collection[str]
) -> list[str]:
    """Tags that ask for something which this person has not."""
    has = {*languages, *skills}
    if not languages:
        has.add(protocol.language)
    return [one for one in (*skills_of(protocol), *LANGUAGES) if one not in has]


def unknown(words: Iterable[str], known: Collection[str]) -> list[str]:
    """Those of ``words`` that are not among the known ones."""
    return [word for word in words if word not in known]
