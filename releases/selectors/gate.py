"""The release checks of the next release: blocking, warning and passed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from projects.domain.protocol.publication import Split
from projects.models import Project
from releases.domain.diff import Difference, difference
from releases.domain.frozen import FrozenItem
from releases.domain.gate import GateLine, counted_line, gate_line
from releases.domain.versions import Version, next_version, read_version
from releases.models import Release
from releases.selectors.candidates import Candidate, candidates, with_splits
from releases.selectors.duplicates import clusters, copies_among
from releases.selectors.gate_lines import (
    copy_lines,
    protocol_line,
    rights_lines,
    split_lines,
    wording_lines,
)
from releases.selectors.records import frozen_items, last_out, private_by_default
from review.domain.states import CLOSED, FINAL, IN_VALIDATION, TO_ADJUDICATE
from review.models import Round
from review.selectors.agreement import FieldAgreement, agreement
from review.selectors.cases import blocking as unfinished_cases
from review.selectors.questions import keyless_questions


@dataclass(frozen=True)
class Gate:
    """The checks of one version, and what the release would contain."""

    version: str
    suggested: str
    """The suggested version, based on the changes."""
    seed: int
    lines: Sequence[GateLine]
    splits: Mapping[str, int]
    """Number of questions by split."""
    rules: Sequence[Split]
    """The protocol's splits."""
    private: Sequence[str]
    """Splits whose correct answers are private by default."""
    items: Sequence[Candidate]
    before: Sequence[FrozenItem]
    """The items of the last release."""
    change: Difference
    """Changes from ``before`` to ``items``."""
    agreement: Sequence[FieldAgreement]

    @property
    def blocking(self) -> list[GateLine]:
        return [line for line in self.lines if line.level == "block"]

    @property
    def questions(self) -> int:
        return sum(self.splits.values())


def gate(project: Project, version: str = "", *, seed: int | None = None) -> Gate:
    """Run all release checks of a project.

    ``version`` defaults to the suggested one; ``seed`` to that of the last release, or
    0.
    """
    protocol = project.protocol
    last = last_out(project)
    if seed is None:
        seed = last.seed if last else 0
    found = candidates(project)
    usable = [one for one in found if one.usable]
    copies = copies_among(project, usable)
    items = with_splits(
        project, usable, seed=seed, clusters=clusters(project, usable, copies)
    )
    before = frozen_items(last.rows.all()) if last else []
    change = difference(before, [one.frozen for one in items])
    suggested = _suggested(last, change)
    measured = agreement(project, intervals=False)
    version = version or suggested
    splits = Counter({split.id: 0 for split in protocol.release.splits})
    for one in items:
        splits[one.frozen.split] += len(one.frozen.questions)
    lines = [
        version_line(version, last),
        _validated_line(items),
        *_case_lines(project),
        counted_line(
            "withdrawn", "warn", cases=[c.case_id for c in found if not c.usable]
        ),
        *rights_lines(items),
        *copy_lines(items, copies),
        protocol_line(protocol, items),
        _agreement_line(measured),
        *wording_lines(protocol, items),
        *split_lines(protocol, items, splits),
    ]
    return Gate(
        version=version,
        suggested=suggested,
        seed=seed,
        lines=lines,
        splits=dict(splits),
        rules=protocol.release.splits,
        private=private_by_default(project),
        items=items,
        before=before,
        change=change,
        agreement=measured,
    )


def _suggested(last: Release | None, change: Difference) -> str:
    previous = read_version(last.version) if last else None
    found = next_version(previous, added=len(change.added), altered=change.altered)
    return str(found)


def version_line(version: str, last: Release | None) -> GateLine:
    """Check whether a version can follow ``last``."""
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
    """Return why a version cannot follow ``last``, in English and Chinese, or None."""
    try:
        number: Version = read_version(version)
    except ValueError:
        return (
            "a version has three numbers, such as 1.0.0.",
            "版本号须为三个数字，例如 1.0.0。",
        )
    if last is not None and number <= read_version(last.version):
        return (
            f"{last.version} is already released.",
            f"{last.version} 已经发布。",
        )
    return None


def _validated_line(items: Sequence[Candidate]) -> GateLine:
    return gate_line("validated", "ok" if items else "block", len(items))


def _case_lines(project: Project) -> Iterator[GateLine]:
    unfinished = {one.kind: one.cases for one in unfinished_cases(project)}
    cases = [case for ids in unfinished.values() for case in ids]
    yield counted_line("unfinished", "warn", cases=cases)
    keyless = keyless_questions(project)
    yield counted_line(
        "no_key",
        "warn",
        count=len(keyless),
        cases=list({question.case_id for question in keyless}),
    )
    yield counted_line("disputes", "block", cases=unfinished.get(TO_ADJUDICATE, ()))
    waiting = [*unfinished.get(FINAL, ()), *unfinished.get(IN_VALIDATION, ())]
    yield counted_line("validators", "warn", cases=waiting)
    rounds = Round.objects.filter(project=project).exclude(status=CLOSED)
    yield counted_line("rounds", "block", count=rounds.count())


def _agreement_line(measured: Sequence[FieldAgreement]) -> GateLine:
    below = [one.field for one in measured if one.below_floor]
    fields = ", ".join(below)
    return counted_line("agreement", "block", count=len(below), fields=fields)
