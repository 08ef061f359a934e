"""What a record still lacks before it can be submitted."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation.drafts.selectors.answer_positions import recent_answer_positions
from annotation.drafts.selectors.knowledge_terms import term_counts_in_other_items
from annotation.drafts.selectors.own_work import count_images
from annotation.items.models.slots import Slot
from annotation.items.selectors.question_source import question_source
from annotation.records.domain.checks import Finding, record_findings
from annotation.records.domain.record import normalize_record
from annotation.records.domain.validation import find_record_problems
from projects.models import User
from subtext_protocol.document import Protocol
from subtext_protocol.formats.problems import Problem


@dataclass(frozen=True)
class RecordCheck:
    """Problems and findings of a record; if ``ready``, it could be submitted as it is."""

    ready: bool
    problems: Sequence[Problem]
    findings: Sequence[Finding]


def check_record(
    slot: Slot, person: User, protocol: Protocol, content: object
) -> RecordCheck:
    """Return the problems of a record in the annotator's slot, and what to improve."""
    images = count_images(slot)
    problems = find_record_problems(protocol, content, complete=True, images=images)
    if find_record_problems(protocol, content, complete=False):
        return RecordCheck(ready=False, problems=problems, findings=[])
    record = normalize_record(protocol, content)
    if question_source(slot, person) is not None:
        # Questions of another annotator are not this person's to correct.
        record = {**record, "questions": []}
    findings = record_findings(
        protocol,
        record,
        recent_answer_positions=recent_answer_positions(slot, person),
        terms=term_counts_in_other_items(slot),
    )
    blocked = any(finding.level == "block" for finding in findings)
    return RecordCheck(not problems and not blocked, problems, findings)
