"""Release checks of the content: images, wording, splits."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from annotation.records.domain.check_rules import REPEATED_QUESTION
from annotation.records.domain.checks import Finding, record_findings
from annotation.records.domain.question_identity import question_identity
from annotation.records.domain.record import Record
from curation.images.models import Rights
from releases.content.domain.splits import requested_quotas
from releases.gate.domain import GateLine, Level, counted_line, gate_line
from releases.gate.selectors.candidates import ReleaseCandidate
from releases.gate.selectors.duplicates import DuplicatePairs
from releases.layouts.domain.licence_texts import licence_text
from releases.layouts.domain.vlmevalkit import text_lost_in_tables
from subtext_protocol.document import Protocol

_OWN_LINES = frozenset({"duplicate_options", "personal_data", REPEATED_QUESTION})
"""Question checks that are release checks of their own, at any level."""


def rights_lines(items: Sequence[ReleaseCandidate]) -> Iterator[GateLine]:
    unlicensed = {
        image.pk
        for candidate in items
        for image in candidate.images
        if not image.frozen.licence.strip() or image.frozen.rights == Rights.PROHIBITED
    }
    yield counted_line("licence", "block", images=list(unlicensed))
    nameless = {
        image.pk: image.frozen.licence
        for candidate in items
        for image in candidate.images
        if image.frozen.rights == Rights.REDISTRIBUTE
        and image.frozen.licence.strip()
        and licence_text(image.frozen.licence) is None
    }
    yield counted_line(
        "licence_text",
        "block",
        images=list(nameless),
        licences=", ".join(sorted(set(nameless.values()))),
    )


def duplicate_lines(
    items: Sequence[ReleaseCandidate], copies: DuplicatePairs, *, possible: Level
) -> Iterator[GateLine]:
    """Yield the lines on copies; ``possible`` is the level of undecided pairs."""
    keys = Counter(candidate.frozen.key for candidate in items)
    same = [candidate.case_id for candidate in items if keys[candidate.frozen.key] > 1]
    yield counted_line("same_picture", "block", cases=same)
    yield _pairs_line("near_duplicates", "block", copies.unsettled)
    yield _pairs_line("possible_duplicates", possible, copies.possible)
    yield _pairs_line("restored_copies", "warn", copies.distinct)
    known = {image for image, _ in (*copies.released, *copies.elsewhere)}
    yield counted_line("released_before", "block", images=list(known))
    split_of = {
        image.pk: candidate.frozen.split
        for candidate in items
        for image in candidate.images
    }
    apart = [
        (left, right)
        for left, right in (*copies.unsettled, *copies.distinct)
        if split_of[left] != split_of[right]
    ]
    yield _pairs_line("split_leak", "block", apart)


def _pairs_line(line: str, level: Level, pairs: Sequence[tuple[int, int]]) -> GateLine:
    images = list({image for pair in pairs for image in pair})
    return counted_line(line, level, count=len(pairs), images=images)


def protocol_line(protocol: Protocol, items: Sequence[ReleaseCandidate]) -> GateLine:
    known = {
        field.id: {choice.id for choice in field.choices} for field in protocol.labels
    }
    strange = [
        candidate.case_id
        for candidate in items
        if any(
            field not in known or not known[field].issuperset(choices)
            for field, choices in candidate.frozen.labels.items()
        )
    ]
    return counted_line("protocol", "block", cases=strange)


def wording_lines(
    protocol: Protocol, items: Sequence[ReleaseCandidate]
) -> Iterator[GateLine]:
    levels = protocol.questions.checks
    # Authors have read the advisory checks; some of them take long to compute.
    checks = {check for check, level in levels.items() if level == "block"} | _OWN_LINES
    findings = {
        candidate.case_id: _findings(protocol, candidate, checks) for candidate in items
    }
    yield _questions_line("duplicate_options", findings, "duplicate_options")
    yield _questions_line("repeated_questions", findings, REPEATED_QUESTION)
    yield _shared_questions_line(items)
    lost = [
        candidate.case_id
        for candidate in items
        if any(text_lost_in_tables(question) for question in candidate.frozen.questions)
    ]
    yield counted_line("reserved", "block", cases=lost)
    personal = [
        case_id
        for case_id, item_findings in findings.items()
        if any(finding.check == "personal_data" for finding in item_findings)
    ]
    yield counted_line("personal_data", "block", cases=personal)
    failing = [
        case_id
        for case_id, item_findings in findings.items()
        if any(f.level == "block" and f.check not in _OWN_LINES for f in item_findings)
    ]
    yield counted_line("checks", "block", cases=failing)


def _findings(
    protocol: Protocol, candidate: ReleaseCandidate, checks: Collection[str]
) -> list[Finding]:
    item = candidate.frozen
    record: Record = {
        "labels": {field: list(choices) for field, choices in item.labels.items()},
        "texts": dict(item.texts),
        "sentences": {field: dict(slots) for field, slots in item.sentences.items()},
        "questions": [
            {
                "uid": question.id,
                "format": question.format,
                "fixed": None,
                "stem": question.stem,
                "options": list(question.options),
                "answer": question.answer,
            }
            for question in item.questions
        ],
    }
    return record_findings(protocol, record, checks=checks)


def _questions_line(
    line: str, findings: Mapping[int, Sequence[Finding]], check: str
) -> GateLine:
    """Return the line that counts the questions with a finding, by case."""
    questions_by_case = {
        case_id: questions
        for case_id, item_findings in findings.items()
        if (questions := _questions_with(item_findings, check))
    }
    count = sum(map(len, questions_by_case.values()))
    return counted_line(line, "block", count=count, cases=list(questions_by_case))


def _shared_questions_line(items: Sequence[ReleaseCandidate]) -> GateLine:
    """Return the line on questions that stand in several items.

    It only warns: a benchmark may ask the same of every image. Without options, a
    question is nothing but its stem, which many benchmarks repeat.
    """
    identities = [
        (
            candidate.case_id,
            question_identity(question.format, question.stem, question.options),
        )
        for candidate in items
        for question in candidate.frozen.questions
        if question.options
    ]
    cases_of: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
    for case_id, identity in identities:
        cases_of[identity].add(case_id)
    shared = [
        case_id for case_id, identity in identities if len(cases_of[identity]) > 1
    ]
    return counted_line("shared_questions", "warn", count=len(shared), cases=shared)


def _questions_with(findings: Sequence[Finding], check: str) -> set[str]:
    """Return the paths of the questions (``questions.0``) that a check reports."""
    return {
        ".".join(finding.field.split(".")[:2])
        for finding in findings
        if finding.check == check
    }


def split_lines(
    protocol: Protocol, items: Sequence[ReleaseCandidate], questions: Mapping[str, int]
) -> Iterator[GateLine]:
    """Check whether splits reach their size and hold enough examples."""
    fields = [split.per for split in protocol.release.splits if split.per]
    occur = {
        field: len(
            {c for candidate in items for c in candidate.frozen.labels.get(field, ())}
        )
        for field in fields
    }
    full = requested_quotas(protocol.release.splits, occur)
    small = [split for split, needed in full.items() if questions[split] < needed]
    yield counted_line(
        "splits",
        "block" if protocol.release.exact_splits else "warn",
        count=len(small),
        splits=", ".join(
            f"{split} {questions[split]}/{full[split]}" for split in small
        ),
    )
    needed = protocol.evaluation.most_shots
    shot_splits = {split.id for split in protocol.release.splits if split.shots}
    there = sum(candidate.frozen.split in shot_splits for candidate in items)
    yield gate_line("shots", "warn" if there < needed else "ok", there, needed=needed)
