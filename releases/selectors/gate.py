"""The gate: what blocks the next release, what to know before it, what is fine."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from annotation.domain.checks import Finding, record_findings
from annotation.domain.record import Record
from curation.models import Image, Rights
from projects.domain.protocol.document import Protocol
from projects.models import Project
from releases.domain.diff import difference
from releases.domain.gate import GateLine, blocking, counted_line, gate_line
from releases.domain.versions import Version, next_version, read_version
from releases.models import Release
from releases.selectors.candidates import Candidate, candidates, with_splits
from releases.selectors.records import frozen_items, last_out
from review.domain.states import CLOSED, TO_ADJUDICATE
from review.models import Round
from review.selectors.cases import blocking as unfinished_cases
from review.selectors.measures import agreement


@dataclass(frozen=True)
class Gate:
    """The lines for one version, and what it would hold."""

    version: str
    suggested: str
    """What the version should be called, judging by what has changed."""
    seed: int
    lines: Sequence[GateLine]
    splits: Mapping[str, int]
    """Questions by split."""
    items: Sequence[Candidate]

    @property
    def blocking(self) -> list[GateLine]:
        return blocking(self.lines)

    @property
    def questions(self) -> int:
        return sum(self.splits.values())


def gate(project: Project, version: str = "", *, seed: int | None = None) -> Gate:
    """Look at everything a release could trip over.

    Without a ``version`` the suggested one is judged; without a ``seed`` the one of the
    last release is used, or 0.
    """
    protocol = project.protocol
    last = last_out(project)
    if seed is None:
        seed = last.seed if last else 0
    found = candidates(project)
    items = with_splits(project, [c for c in found if c.usable], seed=seed)
    suggested = _suggested(last, items)
    version = version or suggested
    splits = Counter({split.id: 0 for split in protocol.release.splits})
    for one in items:
        splits[one.frozen.split] += len(one.frozen.questions)
    lines = [
        _version_line(project, version, last),
        _validated_line(items),
        *_case_lines(project),
        counted_line(
            "withdrawn", "warn", cases=[c.case_id for c in found if not c.usable]
        ),
        *_picture_lines(items, protocol.curation.duplicates.radius),
        _protocol_line(protocol, items),
        _agreement_line(project),
        *_wording_lines(protocol, items),
        _shots_line(protocol, splits),
    ]
    return Gate(version, suggested, seed, lines, dict(splits), items)


def _suggested(last: Release | None, items: Sequence[Candidate]) -> str:
    if last is None:
        return str(next_version(None, added=0, altered=0))
    change = difference(frozen_items(last.rows.all()), [one.frozen for one in items])
    return str(
        next_version(
            read_version(last.version),
            added=len(change.added),
            altered=change.altered,
        )
    )


def _version_line(project: Project, version: str, last: Release | None) -> GateLine:
    reason = version_problem(version, last)
    if reason is None:
        return gate_line("version", "ok", 0)
    english, chinese = reason
    line = gate_line("version", "block", 1, version=version, reason=english)
    other = gate_line("version", "block", 1, version=version, reason=chinese)
    return GateLine(
        "version", "block", 1, {"en": line.message["en"], "zh": other.message["zh"]}
    )


def version_problem(version: str, last: Release | None) -> tuple[str, str] | None:
    """Why a version cannot follow ``last``, in English and Chinese."""
    try:
        number: Version = read_version(version)
    except ValueError:
        return (
            "a version is three numbers, such as 1.0.0.",
            "版本号须为三个数字，例如 1.0.0。",
        )
    if last is not None and number <= read_version(last.version):
        return (
            f"{last.version} is out already.",
            f"{last.version} 已经发布。",
        )
    return None


def _validated_line(items: Sequence[Candidate]) -> GateLine:
    return gate_line("validated", "ok" if items else "block", len(items))


def _case_lines(project: Project) -> Iterator[GateLine]:
    unfinished = {one.kind: one.cases for one in unfinished_cases(project)}
    cases = [case for ids in unfinished.values() for case in ids]
    yield counted_line("unfinished", "warn", cases=cases)
    yield counted_line("disputes", "block", cases=unfinished.get(TO_ADJUDICATE, ()))
    rounds = Round.objects.filter(project=project).exclude(status=CLOSED)
    yield counted_line("rounds", "block", count=rounds.count())


def _picture_lines(items: Sequence[Candidate], radius: int) -> Iterator[GateLine]:
    unlicensed = {
        image.pk
        for one in items
        for image in one.images
        if not image.source.licence.strip() or image.source.rights == Rights.PROHIBITED
    }
    yield counted_line("licence", "block", images=list(unlicensed))
    keys = Counter(one.frozen.key for one in items)
    same = [one.case_id for one in items if keys[one.frozen.key] > 1]
    yield counted_line("same_picture", "block", cases=same)
    pairs = list(_restored_pairs(items, radius))
    yield counted_line(
        "near_duplicates",
        "warn",
        count=len(pairs),
        images=list({image.pk for pair in pairs for image in pair}),
    )


def _restored_pairs(
    items: Sequence[Candidate], radius: int
) -> Iterator[tuple[Image, Image]]:
    """Pictures of different items that curation would hold for copies of each other.

    Only what a person let back in can be such: the filter took the others.
    """
    placed = [(at, image) for at, one in enumerate(items) for image in one.images]
    restored = [(at, one) for at, one in placed if "duplicates" in one.cleared]
    restored_ids = {one.pk for _, one in restored}
    for at, one in restored:
        for other_at, other in placed:
            counted = other.pk in restored_ids and other.pk < one.pk
            if at != other_at and not counted and _distance(one, other) <= radius:
                yield one, other


def _distance(one: Image, other: Image) -> int:
    """Bits in which the perceptual hashes differ."""
    return (int(one.phash, 16) ^ int(other.phash, 16)).bit_count()


def _protocol_line(protocol: Protocol, items: Sequence[Candidate]) -> GateLine:
    known = {
        field.id: {choice.id for choice in field.choices} for field in protocol.labels
    }
    strange = [
        one.case_id
        for one in items
        if any(
            field not in known or not known[field].issuperset(choices)
            for field, choices in one.frozen.labels.items()
        )
    ]
    return counted_line("protocol", "block", cases=strange)


def _agreement_line(project: Project) -> GateLine:
    below = [one.field for one in agreement(project) if one.below_floor]
    fields = ", ".join(below)
    return counted_line("agreement", "block", count=len(below), fields=fields)


def _wording_lines(
    protocol: Protocol, items: Sequence[Candidate]
) -> Iterator[GateLine]:
    findings = {one.case_id: _findings(protocol, one) for one in items}
    doubled = {
        case_id: questions
        for case_id, found in findings.items()
        if (questions := _questions_with(found, "duplicate_options"))
    }
    yield counted_line(
        "duplicate_options",
        "block",
        count=sum(map(len, doubled.values())),
        cases=list(doubled),
    )
    personal = [
        case_id
        for case_id, found in findings.items()
        if any(finding.check == "personal_data" for finding in found)
    ]
    yield counted_line("personal_data", "warn", cases=personal)
    own_lines = {"duplicate_options", "personal_data"}
    failing = [
        case_id
        for case_id, found in findings.items()
        if any(f.level == "block" and f.check not in own_lines for f in found)
    ]
    yield counted_line("checks", "block", cases=failing)


def _findings(protocol: Protocol, one: Candidate) -> list[Finding]:
    item = one.frozen
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
    return record_findings(protocol, record)


def _questions_with(found: Sequence[Finding], check: str) -> set[str]:
    """Paths of the questions (``questions.0``) that a check speaks of."""
    return {
        ".".join(finding.field.split(".")[:2])
        for finding in found
        if finding.check == check
    }


def _shots_line(protocol: Protocol, splits: Mapping[str, int]) -> GateLine:
    needed = max(setting.shots for setting in protocol.evaluation.settings)
    there = sum(splits[split.id] for split in protocol.release.splits if split.shots)
    return gate_line("shots", "warn" if there < needed else "ok", there, needed=needed)
