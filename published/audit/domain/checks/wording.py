"""Checks of questions, options, labels and texts."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from string import ascii_uppercase

from annotation.records.domain.personal_data import find_personal_data
from annotation.records.domain.text_similarity import share_in_common
from core.domain.texts import _
from published.audit.domain.checks.base import AuditMaterial
from published.audit.domain.finding import Finding, FindingCase, FindingLevel
from published.reading.benchmark import BenchmarkQuestion
from subtext_protocol.formats.normalization import normalize

NEARLY = 0.95
"""Share of equal characters from which two options nearly repeat each other."""
SHORTEST = 12
"""Characters; shorter options such as numbers differ by a character and mean it."""
LONGEST_QUOTED = 500
"""Characters of an option that a case quotes."""
SLIP = 0.75
"""Share of equal characters from which a word is another one misspelled."""
MOST_SLIPS = 20
"""Changed words; options with more differ by more than slips."""
MOST_OF_ONE_LABEL = 0.8
"""Share of the questions from which one label leaves little to compare."""


def normalize_for_comparison(text: str) -> str:
    """Return a text without case, punctuation and width, for comparison."""
    folded = normalize("NFKC", text).casefold()
    letters = "".join(mark if mark.isalnum() else " " for mark in folded)
    return " ".join(letters.split()) or folded.strip()


def repeated_options(material: AuditMaterial) -> Iterator[Finding]:
    """Options that appear twice in one question, exactly or nearly."""
    same, nearly, empty, few = [], [], [], []
    for question in material.benchmark.questions:
        if len(question.options) < 2:
            few.append(FindingCase([question.id]))
        if any(not option.strip() for option in question.options):
            empty.append(FindingCase([question.id]))
        # Options after Z have no letter; readers keep them, people cannot answer them.
        options = [
            (letter, option, normalize_for_comparison(option))
            for letter, option in zip(ascii_uppercase, question.options, strict=False)
            if option.strip()
        ]
        for pair in combinations(options, 2):
            (letter, first, bare_first), (next_letter, second, bare_second) = pair
            letters = _("{first} and {second}", first=letter, second=next_letter)
            if bare_first == bare_second:
                same.append(FindingCase([question.id], note=_note(letters, first)))
            elif _nearly_equal(bare_first, bare_second):
                nearly.append(
                    FindingCase([question.id], note=_note(letters, first, second))
                )
    for check, level, cases in (
        ("single_options", FindingLevel.BLOCKING, few),
        ("empty_options", FindingLevel.BLOCKING, empty),
        ("repeated_options", FindingLevel.BLOCKING, same),
        ("nearly_repeated_options", FindingLevel.WARNING, nearly),
    ):
        if cases:
            yield Finding(check=check, level=level, cases=cases)


def _note(letters: str, *options: str) -> str:
    # Whole options of some thousand characters would hide the other cases.
    quoted = [
        f"{o[:LONGEST_QUOTED]}…" if len(o) > LONGEST_QUOTED else o for o in options
    ]
    return _("{letters}: {options}", letters=letters, options=" | ".join(quoted))


def _nearly_equal(first: str, second: str) -> bool:
    """Return whether two options differ by hardly anything but a slip.

    Words are compared: a single other word is another option, however long the rest.
    """
    if min(len(first), len(second)) < SHORTEST:
        return False
    if first.replace(" ", "") == second.replace(" ", ""):
        return True
    if share_in_common(first, second, least=NEARLY) < NEARLY:
        return False
    changed = set(first.split()) ^ set(second.split())
    return len(changed) <= MOST_SLIPS and all(
        any(
            share_in_common(word, changed_word, least=SLIP) >= SLIP
            for changed_word in changed
            if changed_word != word
        )
        for word in changed
    )


def repeated_questions(material: AuditMaterial) -> Iterator[Finding]:
    """Questions that say the same about the same image, and whether the keys agree."""
    groups: defaultdict[tuple[tuple[str, ...], str, tuple[str, ...]], list[str]]
    groups = defaultdict(list)
    keys: dict[str, str] = {}
    for question in material.benchmark.questions:
        images = _contents(material, question)
        options = tuple(sorted(map(normalize_for_comparison, question.options)))
        groups[images, normalize_for_comparison(question.stem), options].append(
            question.id
        )
        index = question.key_index
        if index is not None:
            keys[question.id] = normalize_for_comparison(question.options[index])
    same: list[FindingCase] = []
    unlike: list[FindingCase] = []
    for ids in groups.values():
        if len(ids) > 1:
            known = {keys[id] for id in ids if id in keys}
            (unlike if len(known) > 1 else same).append(FindingCase(ids))
    if unlike:
        yield Finding(
            check="contradicting_questions",
            level=FindingLevel.BLOCKING,
            cases=unlike,
        )
    if same:
        yield Finding(
            check="repeated_questions",
            level=FindingLevel.WARNING,
            cases=same,
        )


def _contents(material: AuditMaterial, question: BenchmarkQuestion) -> tuple[str, ...]:
    """Return the hashes of a question's images; the names of those that are missing."""
    return tuple(
        facts.sha256 if (facts := material.facts.get(name)) else name
        for name in question.all_images
    )


def contradicting_records(material: AuditMaterial) -> Iterator[Finding]:
    """Records of the same image files that disagree about their labels."""
    records_by_images: defaultdict[
        tuple[str, ...], list[tuple[str, dict[str, tuple[str, ...]]]]
    ] = defaultdict(list)
    for question in material.benchmark.questions:
        is_there = question.image in material.facts
        if is_there and question.labels:
            labels = {name: tuple(sorted(v)) for name, v in question.labels.items()}
            images = _contents(material, question)
            records_by_images[images].append((question.id, labels))
    cases = []
    for records in records_by_images.values():
        fields = sorted(
            {
                name
                for _, labels in records
                for name in labels.keys() | records[0][1].keys()
                if labels.get(name) != records[0][1].get(name)
            }
        )
        if fields:
            cases.append(FindingCase([id for id, _ in records], note=", ".join(fields)))
    if cases:
        yield Finding(
            check="contradicting_records",
            level=FindingLevel.WARNING,
            cases=cases,
        )


def label_spellings(material: AuditMaterial) -> Iterator[Finding]:
    """Labels of a field that differ by case or punctuation only."""
    spelled: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for question in material.benchmark.questions:
        for field, labels in question.labels.items():
            for label in labels:
                spelled[field, normalize_for_comparison(label)][label] += 1
    cases = [
        FindingCase(
            note=f"{field}: "
            + ", ".join(f"{label} ({n})" for label, n in counts.most_common())
        )
        for (field, _), counts in spelled.items()
        if len(counts) > 1
    ]
    if cases:
        yield Finding(
            check="label_spellings",
            level=FindingLevel.WARNING,
            cases=cases,
        )


def label_balance(material: AuditMaterial) -> Iterator[Finding]:
    """Fields of which nearly all questions have the same label."""
    total: Counter[str] = Counter()
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for question in material.benchmark.questions:
        for field, labels in question.labels.items():
            total[field] += 1
            counts[field].update(labels)
    cases = []
    for field, by_label in counts.items():
        label, most = by_label.most_common(1)[0]
        if len(by_label) > 1 and most / total[field] >= MOST_OF_ONE_LABEL:
            cases.append(
                FindingCase(
                    note=_(
                        "{field}: {label}, {most:,} of {total:,} questions",
                        field=field,
                        label=label,
                        most=most,
                        total=total[field],
                    )
                )
            )
    if cases:
        yield Finding(
            check="label_balance",
            level=FindingLevel.INFORMATION,
            values={"share": MOST_OF_ONE_LABEL},
            cases=cases,
        )


def personal_data(material: AuditMaterial) -> Iterator[Finding]:
    """Addresses, telephone numbers and names in questions, options and texts."""
    cases = []
    for question in material.benchmark.questions:
        for text in (question.stem, *question.options, *question.texts.values()):
            hit = find_personal_data(text)
            if hit:
                cases.append(FindingCase([question.id], note=hit))
                break
    if cases:
        yield Finding(
            check="personal_data",
            level=FindingLevel.WARNING,
            cases=cases,
        )


_RIGHTS = re.compile(r"licen[cs]e|rights|copyright|source|attribution", re.IGNORECASE)


def rights_gaps(material: AuditMaterial) -> Iterator[Finding]:
    """Questions that lack a field on licence or origin that others of the set fill."""
    questions = material.benchmark.questions
    filled: defaultdict[str, set[str]] = defaultdict(set)
    for question in questions:
        for field in (*question.labels, *question.texts):
            if _RIGHTS.search(field):
                filled[field].add(question.id)
    cases = [
        FindingCase([question.id], note=", ".join(lacking))
        for question in questions
        if (lacking := [name for name in filled if question.id not in filled[name]])
    ]
    if cases:
        yield Finding(check="rights_gaps", level=FindingLevel.WARNING, cases=cases)


_CANARY = re.compile(r"canary|BENCHMARK DATA SHOULD NEVER APPEAR", re.IGNORECASE)


def documents(material: AuditMaterial) -> Iterator[Finding]:
    """Licence and canary of the benchmark."""
    texts = material.benchmark.documents
    has_licence = any(
        name.upper().startswith(("LICENSE", "LICENCE", "COPYING")) for name in texts
    ) or any(re.search(r"licen[cs]e\s*[:=]", text, re.I) for text in texts.values())
    if not has_licence:
        yield Finding(
            check="missing_licence",
            level=FindingLevel.WARNING,
        )
    if not any(_CANARY.search(text) for text in texts.values()):
        yield Finding(
            check="missing_canary",
            level=FindingLevel.INFORMATION,
        )
