"""Balance: how evenly items fill the protocol's labels, and from how many sources.

A decided item counts by its final record, another by its first submission. CMMMU (§3.1)
asks for at least 20 sources a subject, tops up underrepresented subjects and allows at
most ten questions on a knowledge point.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotation.assignment.selectors.collection_requests import (
    CollectionRequestProgress,
)
from annotation.drafts.selectors.knowledge_terms import term_counts
from annotation.items.models.items import Item, ItemImage
from annotation.items.models.questions import Question
from annotation.records.domain.text_similarity import fold_for_comparison
from projects.models import Project
from review.adjudication.domain.case_states import DROPPED
from review.adjudication.selectors.item_search import item_contents
from subtext_protocol.document import Protocol
from subtext_protocol.fields import Choice, LabelField, find_terms
from subtext_protocol.process import BalanceRules


@dataclass(frozen=True)
class Branch:
    """One choice of one level of a tree; the branches under it follow it."""

    field: str
    choice: str
    above: str | None
    """The parent: a choice of the level above."""
    items: int
    questions: int
    sources: int
    terms: int | None
    """Number of different terms in its items; None where no text's terms divide this
    tree."""
    underrepresented: bool
    """Whether it has too few items; false on levels that are not to be balanced."""
    few_sources: bool


@dataclass(frozen=True)
class Tree:
    """A tree of label fields.

    ``levels`` go from the widest to the narrowest; ``judged`` is the one to be
    balanced.
    """

    levels: Sequence[str]
    judged: str | None
    branches: Sequence[Branch]


@dataclass(frozen=True)
class CrowdedTerm:
    """A term that too many questions are about."""

    field: str
    term: str
    questions: int
    most: int


@dataclass(frozen=True)
class LabelCoverage:
    """The counts of items, questions and sources for every label."""

    sources_wanted: int
    items: int
    unlabelled: int
    """Items without any labels yet."""
    trees: Sequence[Tree]
    """The tree of the field to be balanced comes first, the others in protocol order.
    """
    terms: Sequence[CrowdedTerm]


@dataclass(frozen=True)
class Balance(LabelCoverage):
    """The counts for every label, and the collection requests."""

    calls: Sequence[CollectionRequestProgress]


def label_balance(project: Project) -> LabelCoverage:
    """Count how evenly the collection fills the protocol's labels.

    A protocol without labels has no trees. A protocol without balance rules holds every
    tree to the default share.
    """
    protocol = project.protocol
    rules = protocol.balance
    items = list(
        Item.objects.filter(project=project)
        .exclude(case__status=DROPPED)
        .select_related("case")
        # Leaves out the comparison, which is most of a case.
        .only("project", "case__status", "case__record")
    )
    contents = item_contents(items)
    counts = _counted(project, items, contents, _sources(project))
    trees = [_tree(protocol, levels, counts) for levels in protocol.trees]
    return LabelCoverage(
        sources_wanted=rules.sources if rules else 1,
        items=len(items),
        unlabelled=sum(not contents.get(item.pk, {}).get("labels") for item in items),
        trees=sorted(trees, key=lambda tree: tree.judged is None),
        terms=_crowded(
            protocol, [contents[item.pk] for item in items if item.pk in contents]
        ),
    )


@dataclass
class _Counts:
    """The counts of one choice."""

    items: int = 0
    questions: int = 0
    sources: set[int] = field(default_factory=set)
    terms: set[str] = field(default_factory=set)


_Counted = Mapping[tuple[str, str], _Counts]
"""By label field and choice."""


def _counted(
    project: Project,
    items: Sequence[Item],
    contents: Mapping[int, Mapping[str, Any]],
    sources: Mapping[int, set[int]],
) -> _Counted:
    live = Question.objects.filter(item__project=project, live=True)
    question_counts = Counter(live.values_list("item", flat=True))
    dividing = [
        field for field in project.protocol.texts if field.terms and field.terms.under
    ]
    counted: defaultdict[tuple[str, str], _Counts] = defaultdict(_Counts)
    for item in items:
        content = contents.get(item.pk, {})
        texts = content.get("texts", {})
        terms = {
            fold_for_comparison(t)
            for field in dividing
            for t in find_terms(texts.get(field.id, ""))
        }
        for label, choices in content.get("labels", {}).items():
            for choice in choices:
                there = counted[label, choice]
                there.items += 1
                there.questions += question_counts[item.pk] or len(
                    content.get("questions", ())
                )
                there.sources |= sources.get(item.pk, set())
                there.terms |= terms
    return counted


def _tree(protocol: Protocol, levels: Sequence[LabelField], counted: _Counted) -> Tree:
    ids = [level.id for level in levels]
    rules = protocol.balance or BalanceRules(by=ids[-1])
    judged = rules.by if rules.by in ids else None
    divided = any(field.terms and field.terms.under in ids for field in protocol.texts)
    nothing = _Counts()

    def of(level: LabelField, choice: Choice) -> _Counts:
        return counted.get((level.id, choice.id), nothing)

    least = {
        level.id: rules.thin
        * sum(of(level, choice).items for choice in level.choices)
        / len(level.choices)
        for level in levels
        if level.id == judged
    }

    def grow(at: int, parent: str | None) -> Iterator[Branch]:
        level = levels[at]
        for choice in level.choices:
            if at > 0 and choice.parent != parent:
                continue
            there = of(level, choice)
            few = level.id in least and there.items < max(1, least[level.id])
            yield Branch(
                field=level.id,
                choice=choice.id,
                above=choice.parent if at > 0 else None,
                items=there.items,
                questions=there.questions,
                sources=len(there.sources),
                terms=len(there.terms) if divided else None,
                underrepresented=few,
                few_sources=level.id in least and len(there.sources) < rules.sources,
            )
            if at + 1 < len(levels):
                yield from grow(at + 1, choice.id)

    return Tree(ids, judged, list(grow(0, None)))


def _sources(project: Project) -> dict[int, set[int]]:
    sources_by_item: dict[int, set[int]] = defaultdict(set)
    places = ItemImage.objects.filter(item__project=project)
    for item, source in places.values_list("item", "image__source"):
        sources_by_item[item].add(source)
    return sources_by_item


def _crowded(
    protocol: Protocol, contents: Sequence[Mapping[str, Any]]
) -> list[CrowdedTerm]:
    counts = term_counts(protocol, contents)
    return [
        CrowdedTerm(field.id, term, questions, field.terms.most)
        for field in protocol.texts
        if field.terms is not None
        for term, questions in counts[field.id].most_common()
        if questions >= field.terms.warn
    ]
