"""Labels in several levels, down to the terms named in a text (CMMMU, Figure 3)."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotation.records.domain.text_similarity import fold_for_comparison
from releases.content.domain.counts import CountedItem
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField, TextField, find_terms
from subtext_protocol.text import Language, in_language

MOST_FREQUENT = 4
"""Number of terms listed for each choice (CMMMU, Figure 3)."""


@dataclass(frozen=True)
class TreeRow:
    """Counts of one label at the narrowest level of a tree (CMMMU, Figure 3)."""

    path: list[str]
    """Titles from the widest level down to this label."""
    questions: int
    share: float
    """Of all questions, 0 to 1; each of an item's several labels counts."""
    terms: int
    """Number of distinct terms."""
    frequent: list[str]
    """The terms with the most questions."""


@dataclass(frozen=True)
class TreeCount:
    """A label field with its parent fields and the terms that divide it further."""

    levels: list[str]
    """Titles from the widest to the narrowest level."""
    counts: list[int]
    """Number of distinct values that occur at each level."""
    divided: bool
    """Whether the last level consists of terms."""
    rows: list[TreeRow]
    """Labels of the narrowest field that occur, in the protocol's order."""


def tree_counts(items: Sequence[CountedItem], protocol: Protocol) -> list[TreeCount]:
    """Count every label field that has a parent field or is divided by terms."""
    return [
        _tree_count(items, levels, dividing, protocol.language)
        for levels in protocol.trees
        for dividing in [_dividing_field(protocol, levels)]
        if len(levels) > 1 or dividing is not None
    ]


def _dividing_field(
    protocol: Protocol, levels: Sequence[LabelField]
) -> TextField | None:
    """Return the text field whose terms are the level below."""
    return next(
        (
            field
            for field in protocol.texts
            if field.terms and field.terms.under == levels[-1].id
        ),
        None,
    )


def _tree_count(
    items: Sequence[CountedItem],
    levels: Sequence[LabelField],
    dividing: TextField | None,
    language: Language,
) -> TreeCount:
    narrowest_level = levels[-1]
    question_counts: Counter[str] = Counter()
    term_counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    term_spellings: dict[str, str] = {}
    for item in items:
        terms = find_terms(item.texts.get(dividing.id, "")) if dividing else []
        for choice in item.labels.get(narrowest_level.id, ()):
            question_counts[choice] += len(item.questions)
            for term in terms:
                term_spellings.setdefault(fold_for_comparison(term), term)
                term_counts[choice][fold_for_comparison(term)] += len(item.questions)
    total = sum(len(item.questions) for item in items)
    occurring = [
        len({choice for item in items for choice in item.labels.get(level.id, ())})
        for level in levels
    ]
    return TreeCount(
        levels=[
            in_language(label_field.title, language)
            for label_field in [*levels, *([dividing] if dividing else [])]
        ],
        counts=[*occurring, *([len(term_spellings)] if dividing else [])],
        divided=dividing is not None,
        rows=[
            TreeRow(
                path=_path(levels, choice.id, language),
                questions=question_counts[choice.id],
                share=round(question_counts[choice.id] / total, 4),
                terms=len(term_counts[choice.id]),
                frequent=[
                    term_spellings[term]
                    for term, _ in term_counts[choice.id].most_common(MOST_FREQUENT)
                ],
            )
            for choice in narrowest_level.choices
            if question_counts[choice.id]
        ],
    )


def _path(levels: Sequence[LabelField], choice_id: str, language: str) -> list[str]:
    titles: list[str] = []
    above: str | None = choice_id
    for level in reversed(levels):
        choice = level.choice(above) if above else None
        if choice is not None:
            titles.insert(0, in_language(choice.released_title, language))
            above = choice.parent
    return titles
