"""Charts of a paper as data, each with the same numbers as CSV.

They are drawn by ``reporting.drawing``, which needs the extra ``figures``.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from reporting.export_rows import guard_formula


@dataclass(frozen=True)
class Bar:
    label: str
    share: float
    """0 to 1."""
    note: str = ""
    """What restricts the number; the label has its mark."""


@dataclass(frozen=True)
class BarGroup:
    """Bars of one colour under one name in the legend."""

    title: str
    bars: Sequence[Bar]


@dataclass(frozen=True)
class BarChart:
    """Horizontal bars of shares, group by group (II-Bench, Figures 1 and 4)."""

    title: str
    groups: Sequence[BarGroup]
    note: str = ""
    """Text below the bars: the notes with their marks."""

    def csv(self) -> str:
        """Return group, label, percentage and, if any has one, note of each bar."""
        columns = ["group", "label", "percent"]
        if self.note:
            columns.append("note")
        return _csv(
            columns,
            [
                [group.title, bar.label, f"{100 * bar.share:.1f}", bar.note][
                    : len(columns)
                ]
                for group in self.groups
                for bar in group.bars
            ],
        )


@dataclass(frozen=True)
class Ring:
    """A sector of the inner ring, divided in the outer one."""

    label: str
    parts: Sequence[tuple[str, int]]

    @property
    def count(self) -> int:
        return sum(count for _, count in self.parts)


@dataclass(frozen=True)
class Sunburst:
    """Two rings of counts (II-Bench and CII-Bench, Figure 2)."""

    title: str
    rings: Sequence[Ring]

    def csv(self) -> str:
        """Return inner label, outer label and count of each part."""
        return _csv(
            ["inner", "outer", "count"],
            [
                [ring.label, label, str(count)]
                for ring in self.rings
                for label, count in ring.parts
            ],
        )


@dataclass(frozen=True)
class Example:
    """A question with its images, as a model is shown it."""

    heading: str
    images: Sequence[bytes]
    stem: str
    options: Sequence[str]
    """With their letters; empty in formats without options."""
    key: str
    """Empty for captions, which have none."""
    labels: Sequence[str] = ()
    """Labels of the item with the titles of their fields (CMMMU, Figure 2)."""


@dataclass(frozen=True)
class ExampleSheet:
    """A question of each kind, three beside each other (II-Bench, Figure 3)."""

    title: str
    examples: Sequence[Example]

    def csv(self) -> str:
        """Return heading, question, options, key and labels of each example."""
        return _csv(
            ["heading", "question", "options", "key", "labels"],
            [
                [
                    example.heading,
                    example.stem,
                    "\n".join(example.options),
                    example.key,
                    "\n".join(example.labels),
                ]
                for example in self.examples
            ],
        )


Chart = BarChart | Sunburst | ExampleSheet


def _csv(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    writer.writerows([guard_formula(cell) for cell in row] for row in rows)
    return file.getvalue()
