"""The release checks of the next release: blocking, warning and passed."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from curation.near_duplicates.selectors.clusters import undecided_pairs_block
from projects.models import Project
from releases.content.domain.diff import ReleaseDifference, compare_frozen
from releases.content.domain.frozen import FrozenItem
from releases.content.domain.release_form import ReleaseForm, read_release_form
from releases.content.domain.release_phrases import phrase
from releases.content.domain.versions import ReleaseVersion, next_version, read_version
from releases.gate.domain import GateLine, Level, counted_line, gate_line
from releases.gate.selectors.candidates import (
    ReleaseCandidate,
    assign_splits,
    list_candidates,
)
from releases.gate.selectors.duplicates import (
    cluster_items,
    duplicates_among_candidates,
)
from releases.gate.selectors.lines import (
    duplicate_lines,
    protocol_line,
    rights_lines,
    split_lines,
    wording_lines,
)
from releases.gate.selectors.simulated_work import simulated_items
from releases.records.models import Release
from releases.records.selectors.releases import (
    frozen_items,
    latest_published_release,
    private_by_default,
    release_form,
)
from review.adjudication.domain.case_states import FINAL, IN_VALIDATION, TO_ADJUDICATE
from review.adjudication.selectors.cases import case_blockers as unfinished_cases
from review.calibration.selectors.agreement import FieldAgreement, agreement_by_label
from review.rounds.domain.round_states import CLOSED
from review.rounds.models.rounds import Round
from review.rounds.selectors.questions import keyless_questions
from subtext_protocol.document import Protocol
from subtext_protocol.publication import Split
from subtext_protocol.text import Language, in_language


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
    items: Sequence[ReleaseCandidate]
    before: Sequence[FrozenItem]
    """The items of the last release."""
    change: ReleaseDifference
    """Changes from ``before`` to ``items``."""
    agreement: Sequence[FieldAgreement]
    simulated: Sequence[ReleaseCandidate]
    """The items with work by simulated people."""
    form: ReleaseForm
    unchanged: bool
    """Whether the release would be the last one again, under another number."""

    @property
    def blocking_lines(self) -> list[GateLine]:
        return [line for line in self.lines if line.level == "block"]

    @property
    def questions(self) -> int:
        return sum(self.splits.values())


def check_gate(project: Project, version: str = "", *, seed: int | None = None) -> Gate:
    """Run all release checks of a project.

    ``version`` defaults to the suggested one; ``seed`` to that of the last release, or
    0.
    """
    protocol = project.protocol
    last = latest_published_release(project)
    if seed is None:
        seed = last.seed if last else 0
    candidates = list_candidates(project)
    usable = [candidate for candidate in candidates if candidate.is_usable]
    copies = duplicates_among_candidates(project, usable)
    items = assign_splits(
        project, usable, seed=seed, clusters=cluster_items(project, usable, copies)
    )
    before = frozen_items(last.rows.all()) if last else []
    change = compare_frozen(before, [candidate.frozen for candidate in items])
    suggested = _suggested(last, change)
    form = release_form(project)
    measured = agreement_by_label(project, intervals=False)
    by_simulated = simulated_items(project)
    simulated = [candidate for candidate in items if candidate.item_id in by_simulated]
    version = version or suggested
    splits = Counter({split.id: 0 for split in protocol.release.splits})
    for candidate in items:
        splits[candidate.frozen.split] += len(candidate.frozen.questions)
    lines = [
        version_line(version, last),
        _validated_line(items),
        *_case_lines(project),
        counted_line(
            "withdrawn",
            "warn",
            cases=[c.case_id for c in candidates if not c.is_usable],
        ),
        _form_line(form),
        counted_line(
            "simulated", "block", cases=[candidate.case_id for candidate in simulated]
        ),
        *rights_lines(items),
        *duplicate_lines(
            items,
            copies,
            possible="block" if undecided_pairs_block(project) else "warn",
        ),
        protocol_line(protocol, items),
        _agreement_line(protocol, measured),
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
        simulated=simulated,
        form=form,
        unchanged=last is not None and _is_unchanged(project, last, change, form),
    )


def _is_unchanged(
    project: Project, last: Release, change: ReleaseDifference, form: ReleaseForm
) -> bool:
    return (
        not (change.added or change.count_altered_items)
        and last.protocol_version_id == project.current_protocol_id
        and read_release_form(last.facts.get("form", {})) == form
    )


def _form_line(form: ReleaseForm) -> GateLine:
    """Ask for what only the maintainers know."""
    return _fields_line(
        "form",
        "warn",
        lambda language: [
            phrase(f"form_{field}", language) for field in form.empty_fields
        ],
    )


def _fields_line(
    line: str, level: Level, titles: Callable[[Language], Sequence[str]]
) -> GateLine:
    """Return a check that counts fields and names them in the reader's language."""
    english, chinese = (
        counted_line(
            line,
            level,
            count=len(titles(language)),
            fields=("、" if language == "zh" else ", ").join(titles(language)),
        )
        for language in get_args(Language)
    )
    return replace(
        english, message={"en": english.message["en"], "zh": chinese.message["zh"]}
    )


def _suggested(last: Release | None, change: ReleaseDifference) -> str:
    previous = read_version(last.version) if last else None
    suggested = next_version(
        previous, added=len(change.added), altered=change.count_altered_items
    )
    return str(suggested)


def version_line(version: str, last: Release | None) -> GateLine:
    """Check whether a version can follow ``last``."""
    reason = version_problem(version, last)
    if reason is None:
        return gate_line("version", "ok", 0)
    line = gate_line("version", "block", 1, version=version, reason=reason["en"])
    chinese_line = gate_line(
        "version", "block", 1, version=version, reason=reason["zh"]
    )
    return GateLine(
        "version",
        "block",
        1,
        {"en": line.message["en"], "zh": chinese_line.message["zh"]},
    )


def version_problem(version: str, last: Release | None) -> dict[str, str] | None:
    """Return why a version cannot follow ``last``, by language, or None."""
    try:
        number: ReleaseVersion = read_version(version)
    except ValueError:
        return {
            "en": "a version has three numbers, such as 1.0.0.",
            "zh": "版本号须为三个数字，例如 1.0.0。",
        }
    if last is not None and number <= read_version(last.version):
        return {
            "en": f"{last.version} is already released.",
            "zh": f"{last.version} 已经发布。",
        }
    return None


def _validated_line(items: Sequence[ReleaseCandidate]) -> GateLine:
    return gate_line("validated", "ok" if items else "block", len(items))


def _case_lines(project: Project) -> Iterator[GateLine]:
    unfinished = {group.kind: group.cases for group in unfinished_cases(project)}
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


def _agreement_line(protocol: Protocol, measured: Sequence[FieldAgreement]) -> GateLine:
    below = {entry.field for entry in measured if entry.below_floor}
    fields = [field for field in protocol.fields if field.id in below]
    return _fields_line(
        "agreement",
        "block",
        lambda language: [in_language(field.title, language) for field in fields],
    )
