"""One case in full: the compared records, a proposal, and what its reader may do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from annotation.items.domain.slot_codes import slot_code
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import annotator_ids_of_item, current_contents
from curation.images.models import Image
from projects.access.selectors import active_people
from projects.models import User
from projects.roles import ORGANIZERS
from review.adjudication.domain.case_states import FINAL
from review.adjudication.domain.comparison import FieldComparison
from review.adjudication.domain.provenance import person_letter
from review.adjudication.models import Case
from review.adjudication.selectors.cases import (
    DECIDED,
    UNDECIDED,
    FinalRecord,
    RecordParts,
    decides_with_others,
    final_record,
    right_to_decide_alone,
    uses_consensus,
)
from review.adjudication.selectors.origins import DecisionOrigins, decision_origins


def list_compared_records(case: Case) -> Sequence[Mapping[str, Any]]:
    """Return the compared records, in the order of the comparison's people."""
    return current_contents(case.project, _compared(case))


def _compared(case: Case) -> list[Annotation]:
    ids = case.comparison.get("annotations", [])
    annotations = Annotation.objects.select_related("protocol_version").in_bulk(ids)
    return [annotations[annotation_id] for annotation_id in ids]


@dataclass(frozen=True)
class ComparedRecord(RecordParts):
    """One person's submitted record; people are letters in a fixed order.

    ``slot_id`` is the slot to return for rework. Labels are those of the current
    protocol, whatever ``protocol_version`` the person used. ``answers``, by a
    question's uid, are to questions of others and were given without the correct
    answer.
    """

    letter: str
    mine: bool
    slot_id: int
    protocol_version: int
    questions: Sequence[Mapping[str, Any]]
    answers: Mapping[str, Any]


@dataclass(frozen=True)
class ProposedRecord(RecordParts):
    """A record as an annotator proposed it."""

    questions: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Proposal:
    """A proposal for a consensus; people are letters."""

    by: str
    agreed: Sequence[str]
    discard: str
    record: ProposedRecord | None


@dataclass(frozen=True)
class CaseDetail:
    """The records of a case, and what the reader may do.

    ``version`` must be sent back with a decision. ``may_decide`` is false for
    annotators of the item; with consensus, for everyone else. ``may_waive``: an
    organizer may decide alone with a written reason. ``together``: the item's
    annotators decide by consensus. ``may_edit`` is false for annotators of the item,
    and while the case is undecided.
    """

    id: int
    item_id: int
    item_number: int
    item_code: str | None
    """The code of the reader's own assignment; None for who did not annotate it."""
    status: str
    disputed: int
    images: Sequence[Image]
    created_at: datetime
    version: int
    may_decide: bool
    may_waive: bool
    together: bool
    may_undo: bool
    may_edit: bool
    fields_compared: Sequence[FieldComparison]
    records: Sequence[ComparedRecord]
    proposal: Proposal | None
    final: FinalRecord | None
    origins: DecisionOrigins | None
    """Null before a decision, and after an edit of the record."""


def case_detail(case: Case, person: User) -> CaseDetail:
    """Return a case with its records, people as letters, and what ``person`` may do."""
    known = person.pk in annotator_ids_of_item(case.item)
    together = uses_consensus(case.project)
    decides = not known
    if together:
        agreed = case.proposal.get("agreed", ())
        decides = decides_with_others(case, person) and person.pk not in agreed
    compared = _compared(case)
    contents = current_contents(case.project, compared)
    records = [
        ComparedRecord(
            content.get("labels", {}),
            content.get("texts", {}),
            content.get("sentences", {}),
            person_letter(position),
            annotation.person_id == person.pk,
            annotation.slot_id,
            annotation.protocol_version.number,
            content.get("questions", []),
            content["answers"],
        )
        for position, (annotation, content) in enumerate(
            zip(compared, contents, strict=True)
        )
    ]
    own = next(
        (
            annotation.slot_id
            for annotation in compared
            if annotation.person_id == person.pk
        ),
        None,
    )
    undecided = case.status in UNDECIDED
    fields = case.comparison.get("fields", {})
    return CaseDetail(
        id=case.pk,
        item_id=case.item_id,
        item_number=case.item.number,
        item_code=slot_code(own) if own else None,
        status=case.status,
        disputed=case.disputed,
        images=case.item.images,
        created_at=case.created_at,
        version=case.state_version,
        may_decide=undecided and decides,
        may_waive=undecided and not decides and _may_waive(case, person),
        together=together,
        may_undo=case.status == FINAL and case.adjudicator_id is not None,
        may_edit=case.status in DECIDED and not known,
        fields_compared=[
            FieldComparison(field, **comparison) for field, comparison in fields.items()
        ],
        records=records,
        proposal=_proposal(case, records) if undecided and case.proposal else None,
        final=final_record(case) if case.status in DECIDED else None,
        origins=decision_origins(case) if case.status in DECIDED else None,
    )


def _may_waive(case: Case, person: User) -> bool:
    organizers = active_people(case.project, ORGANIZERS)
    return person in organizers and right_to_decide_alone(case, person) == "waived"


def _proposal(case: Case, records: Sequence[ComparedRecord]) -> Proposal:
    people, proposal = case.comparison["people"], case.proposal
    questions = []
    for question in proposal.get("questions", ()):
        content = question["content"]
        if content is None:
            ((annotation, at),) = question["sources"]
            content = records[annotation].questions[at]
        questions.append(content)
    return Proposal(
        person_letter(people.index(proposal["by"])),
        [person_letter(people.index(person_id)) for person_id in proposal["agreed"]],
        proposal["discard"],
        ProposedRecord(**proposal["record"], questions=questions)
        if "record" in proposal
        else None,
    )
