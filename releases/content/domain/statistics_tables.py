"""Statistics of a release as tables for a paper, in the language of the benchmark.

They are II-Bench's Table 1 and Figure 5, and CMMMU's Tables 2 and 3 and Figure 3.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from releases.content.domain.statistics import Crossing, FieldCount, Statistics
from releases.content.domain.statistics_phrases import phrase
from releases.content.domain.taxonomy import TreeCount
from reporting.tables import Table, TableFormat, as_text, text_table
from subtext_protocol.text import Language

_Counted = TypeVar("_Counted")
_UNDER = " › "


def statistics_text(
    statistics: Statistics, name: str, table_format: TableFormat
) -> str:
    """Render all tables in one of the formats; ``name`` is in the heading."""
    title = phrase("title", statistics.language, name=name)
    return as_text(statistics_tables(statistics), table_format, title)


def statistics_tables(statistics: Statistics) -> list[Table]:
    """Return the tables as they appear in a paper."""
    language = statistics.language
    return [
        _totals(statistics),
        *(_tree(tree, language) for tree in statistics.trees),
        *(_field(field, statistics.shares_of, language) for field in statistics.fields),
        *(_crossing(crossing) for crossing in statistics.crossings),
    ]


def _totals(statistics: Statistics) -> Table:
    language, splits = statistics.language, statistics.splits
    names = " : ".join(split.split for split in splits)
    rows = [
        [phrase("total_questions", language), f"{statistics.questions:,}"],
        [phrase("total_images", language), f"{statistics.images:,}"],
        [phrase("total_items", language), f"{statistics.items:,}"],
        [
            phrase("ratio_images", language, splits=names),
            _ratio(splits, lambda split: split.images),
        ],
        [
            phrase("ratio_questions", language, splits=names),
            _ratio(splits, lambda split: split.questions),
        ],
    ]
    rows += [
        [
            phrase("total_levels", language, levels=" / ".join(tree.levels)),
            " / ".join(f"{count:,}" for count in tree.counts),
        ]
        for tree in statistics.trees
    ]
    for field in statistics.fields:
        if field.ordered:
            titles = " : ".join(choice.title for choice in field.choices)
            shares = " : ".join(f"{choice.share:.0%}" for choice in field.choices)
            rows += [
                [titles, _ratio(field.choices, lambda choice: choice.items)],
                [phrase("shares_in", language, titles=titles), shares],
            ]
    rows += [
        [kind.title, f"{kind.count:,} ({_percent(kind.share)})"]
        for kind in statistics.kinds
    ]
    rows += [
        [
            phrase(
                "length",
                language,
                title=length.title,
                unit=phrase(length.unit, language),
            ),
            "–" if length.mean is None else f"{length.mean:.2f}",
        ]
        for length in statistics.lengths
    ]
    head = [phrase("statistic", language), phrase("value", language)]
    return text_table(phrase("totals", language), head, rows)


def _tree(tree: TreeCount, language: Language) -> Table:
    labels = tree.levels[:-1] if tree.divided else tree.levels
    more = [tree.levels[-1], phrase("frequent", language)] if tree.divided else []
    between = phrase("and", language)
    return text_table(
        _UNDER.join(tree.levels),
        [
            _UNDER.join(labels),
            phrase("questions", language),
            phrase("share", language),
            *more,
        ],
        [
            [
                _UNDER.join(row.path),
                f"{row.questions:,}",
                _percent(row.share),
                *([f"{row.terms:,}", between.join(row.frequent)] if more else []),
            ]
            for row in tree.rows
        ],
        note=phrase("of_questions", language),
    )


def _field(field: FieldCount, shares_of: str, language: Language) -> Table:
    several = phrase("several", language) if field.multiple else ""
    head = [phrase(word, language) for word in ("items", "share", "questions")]
    return text_table(
        field.title,
        [field.title, *head],
        [
            [c.title, f"{c.items:,}", _percent(c.share), f"{c.questions:,}"]
            for c in field.choices
        ],
        note=phrase(f"of_{shares_of}", language) + several,
    )


def _crossing(crossing: Crossing) -> Table:
    return text_table(
        f"{crossing.rows_title} × {crossing.columns_title}",
        [crossing.rows_title, *crossing.columns],
        [
            [
                row.title,
                *(
                    f"{count} ({_percent(share)})"
                    for count, share in zip(row.counts, row.shares, strict=True)
                ),
            ]
            for row in crossing.rows
        ],
    )


def _ratio(counted: Sequence[_Counted], number: Callable[[_Counted], int]) -> str:
    return " : ".join(f"{number(count):,}" for count in counted)


def _percent(share: float) -> str:
    return f"{share:.2%}"
