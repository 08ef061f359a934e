"""Screening: people discard images that imply nothing (II-Bench §3.2)."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from curation.screening.domain.stage_texts import TEXTS
from curation.stages.base import ExclusionReason, PeopleStage
from subtext_protocol.document import Protocol
from subtext_protocol.process import Reason as ProtocolReason
from subtext_protocol.process import require_distinct_reasons
from subtext_protocol.text import LocalText, Part


class ScreeningReason(ProtocolReason):
    text: bool = False
    """Whether this reason needs a sentence of explanation."""


class ScreeningRules(Part):
    """Screening by people, who discard images that imply nothing (II-Bench §3.2)."""

    votes: int = Field(default=1, ge=1, le=5)
    """Votes per image."""
    question: LocalText
    reasons: Annotated[
        tuple[ScreeningReason, ...],
        AfterValidator(require_distinct_reasons),
        Field(min_length=1),
    ]


class Screening(PeopleStage[ScreeningRules]):
    """The majority of a fixed number of votes decides, else an organizer."""

    id = "screening"
    parameters = ScreeningRules
    required = True
    state = "discarded"
    action = "discard"
    icon = "people"
    texts = TEXTS
    reasons = {"votes": "number", "organizer": "number"}

    def exclusion_reason(self, data: Mapping[str, Any]) -> ExclusionReason:
        votes = data.get("votes")
        if not votes:
            return ExclusionReason("organizer", None, None)
        return ExclusionReason("votes", votes["discard"], sum(votes.values()) / 2)

    def reason_text(self, data: Mapping[str, Any], reason: str) -> str:
        return reason


def screening_rules(protocol: Protocol) -> ScreeningRules:
    """Return the rules of screening, which every protocol has."""
    rules = Screening().rules(protocol)
    if rules is None:
        raise ValueError(f"the protocol {protocol.id} has no rules of screening")
    return rules
