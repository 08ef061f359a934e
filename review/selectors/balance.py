"""How evenly a collection fills the protocol's labels, and from how many sources.

Of a decided item its record counts, of another what was handed in first (CMMMU §3.1:
at least 20 sources a subject, thin subjects are topped up, at most ten questions on a
knowledge point).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotation.models import Item, ItemImage, Question
from annotation.selectors.calls import CallProgress, calls_of
from annotation.selectors.terms import terms_counted
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField
from projects.domain.protocol.process import BalanceRules
from projects.models import Project
from review.domain.states import DROPPED
from review.selectors.items import snippets


@dataclass(frozen=True)
class Branch:
    """One choice of one level of the tree."""

    field: str
    choice: str
    parent: str | None
    items: int
    questions: int
    sources: int
    thin: bool
    """Too few items; of the level that shall be balanced only."""
    few_sources: bool


@dataclass(frozen=True)
class CrowdedTerm:
    """A term that many questions are about."""

    field: str
    term: str
    questions: int
    most: int


@dataclass(frozen=True)
class Balance:
    levels: list[str]
    """Label fields from the widest to the one that shall be balanced."""
    sources_wanted: int
    items: int
    unlabelled: int
    """Items on which nobody has said anything yet."""
    branches: list[Branch]
    """Each followed by what lies under it."""
    terms: list[CrowdedTerm]
    calls: list[CallProgress]


def balance(project: Project) -> Balance:
    """Where the collection is thin. A protocol without labels has no branches."""
    protocol = project.protocol
    rules = protocol.balance or _anything(protocol)
    levels = _levels(protocol, rules.by) if rules else []
    items = list(
        Item.objects.filter(project=project)
        .exclude(case__status=DROPPED)
        .select_related("case")
    )
    said = snippets(items)
    source_of = _sources(project)
    asked = Counter(
        Question.objects.filter(item__project=project, live=True).values_list(
            "item", flat=True
        )
    )
    counted: Counter[tuple[str, str]] = Counter()
    questions: Counter[tuple[str, str]] = Counter()
    sources: dict[tuple[str, str], set[int]] = defaultdict(set)
    for item in items:
        content = said.get(item.pk, {})
        there = asked[item.pk] or len(content.get("questions", ()))
        for level in levels:
            for choice in content.get("labels", {}).get(level.id, ()):
                counted[level.id, choice] += 1
                questions[level.id, choice] += there
                sources[level.id, choice] |= source_of.get(item.pk, set())
    wanted = rules.sources if rules else 1
    branches: list[Branch] = []
    if rules and levels:
        narrow = levels[-1]
        total = sum(counted[narrow.id, one.id] for one in narrow.choices)
        least = rules.thin * total / len(narrow.choices)

        def grow(at: int, parent: str | None) -> None:
            level = levels[at]
            for choice in level.choices:
                if at > 0 and choice.parent != parent:
                    continue
                key = level.id, choice.id
                is_narrow = at == len(levels) - 1
                branches.append(
                    Branch(
                        field=level.id,
                        choice=choice.id,
                        parent=choice.parent if at > 0 else None,
                        items=counted[key],
                        questions=questions[key],
                        sources=len(sources[key]),
                        thin=is_narrow and (counted[key] < least or not counted[key]),
                        few_sources=is_narrow and len(sources[key]) < wanted,
                    )
                )
                if not is_narrow:
                    grow(at + 1, choice.id)

        grow(0, None)
    return Balance(
        levels=[level.id for level in levels],
        sources_wanted=wanted,
        items=len(items),
        unlabelled=sum(not said.get(item.pk, {}).get("labels") for item in items),
        branches=branches,
        terms=_crowded(protocol, [said[item.pk] for item in items if item.pk in said]),
        calls=calls_of(project),
    )


def _anything(protocol: Protocol) -> BalanceRules | None:
    """A protocol that says nothing of balance is shown by its first label."""
    first = next(iter(protocol.labels), None)
    return BalanceRules(by=first.id) if first else None


def _levels(protocol: Protocol, narrow: str) -> list[LabelField]:
    levels = [protocol.label(narrow)]
    while levels[0].parent is not None:
        levels.insert(0, protocol.label(levels[0].parent))
    return levels


def _sources(project: Project) -> dict[int, set[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    places = ItemImage.objects.filter(item__project=project)
    for item, source in places.values_list("item", "image__source"):
        found[item].add(source)
    return found


def _crowded(
    protocol: Protocol, contents: Sequence[Mapping[str, Any]]
) -> list[CrowdedTerm]:
    counts = terms_counted(protocol, contents)
    return [
        CrowdedTerm(field.id, term, questions, field.terms.most)
        for field in protocol.texts
        if field.terms is not None
        for term, questions in counts[field.id].most_common()
        if questions >= field.terms.warn
    ]
