"""Statistics of a release as tables for a paper, in the language of the benchmark.

They are II-Bench's Table 1 and Figure 5, and CMMMU's Tables 2 and 3 and Figure 3.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from projects.domain.protocol.text import Language
from projects.domain.tables import Table, as_csv, as_latex, as_markdown, text_table
from releases.domain.statistics import (
    Crossing,
    FieldCount,
    Statistics,
)
from releases.domain.taxonomy import TreeCount
from releases.domain.wording import said

_Counted = TypeVar("_Counted")
_UNDER = " › "


def statistics_markdown(statistics: Statistics, name: str) -> str:
    """Render all tables in Markdown under the title ``name``."""
    parts = [f"# {said('title', statistics.language, name=name)}\n"]
    for table in statistics_tables(statistics):
        note = [f"{table.note}\n"] if table.note else []
        parts += [f"## {table.title}\n", *note, as_markdown(table, formatted=True)]
    return "\n".join(parts)


def statistics_latex(statistics: Statistics, name: str = "") -> str:
    """Render all tables in LaTeX for ``\\input``."""
    return "\n".join(map(as_latex, statistics_tables(statistics)))


def statistics_csv(statistics: Statistics, name: str = "") -> str:
    """Render all tables as one CSV file; each row begins with its table's title."""
    tables = statistics_tables(statistics)
    return "".join(as_csv(table, named="table") for table in tables)


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
        [said("total_questions", language), f"{statistics.questions:,}"],
        [said("total_images", language), f"{statistics.images:,}"],
        [said("total_items", language), f"{statistics.items:,}"],
        [
            said("ratio_images", language, splits=names),
            _ratio(splits, lambda split: split.images),
        ],
        [
            said("ratio_questions", language, splits=names),
            _ratio(splits, lambda split: split.questions),
        ],
    ]
    rows += [
        [
            said("total_levels", language, levels=" / ".join(tree.levels)),
            " / ".join(f"{count:,}" for count in tree.counts),
        ]
        for tree in statistics.trees
    ]
    rows += [
        [
            " : ".join(choice.title for choice in field.choices),
            _ratio(field.choices, lambda choice: choice.items),
        ]
        for field in statistics.fields
        if field.ordered
    ]
    rows += [
        [kind.title, f"{kind.questions:,} ({_percent(kind.share)})"]
        for kind in statistics.kinds
    ]
    rows += [
        [
            said(
                "length",
                language,
                title=length.title,
                unit=said(length.unit, language),
            ),
            "–" if length.mean is None else f"{length.mean:.2f}",
        ]
        for length in statistics.lengths
    ]
    head = [said("statistic", language), said("value", language)]
    return text_table(said("totals", language), head, rows)


def _tree(tree: TreeCount, language: Language) -> Table:
    labels = tree.levels[:-1] if tree.divided else tree.levels
    more = [tree.levels[-1], said("frequent", language)] if tree.divided else []
    between = said("and", language)
    return text_table(
        _UNDER.join(tree.levels),
        [
            _UNDER.join(labels),
            said("questions", language),
            said("share", language),
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
        note=said("of_questions", language),
    )


def _field(field: FieldCount, shares_of: str, language: Language) -> Table:
    several = said("several", language) if field.multiple else ""
    head = [said(word, language) for word in ("items", "share", "questions")]
    return text_table(
        field.title,
        [field.title, *head],
        [
            [c.title, f"{c.items:,}", _percent(c.share), f"{c.questions:,}"]
            for c in field.choices
        ],
        note=said(f"of_{shares_of}", language) + several,
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
    return " : ".join(f"{number(one):,}" for one in counted)


def _percent(share: float) -> str:
    return f"{share:.2%}"
