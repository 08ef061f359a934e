"""Figures of a paper about a release: its composition, and people and models."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.domain.texts import _
from core.errors import NotFoundError
from evaluation.marking.models.error_analyses import ErrorAnalysis
from evaluation.marking.selectors.error_analyses import error_kinds
from evaluation.marking.selectors.joint_ratings import joint_chart
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.selectors.released_questions import (
    ReleasedRow,
    item_previews,
    released_items,
    released_questions,
)
from evaluation.tables.selectors.caption_examples import (
    caption_examples,
    output_example,
)
from evaluation.tables.selectors.paper_tables import paper_tables, table_language
from releases.records.models import FrozenRow, Release
from reporting.charts import (
    Bar,
    BarChart,
    BarGroup,
    Chart,
    Example,
    ExampleSheet,
    Ring,
    Sunburst,
)
from reporting.tables import Table
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField
from subtext_protocol.text import Language, in_language
from subtext_runner.questions import LETTERS


@dataclass(frozen=True)
class PaperFigure:
    """A chart under the name of its file."""

    id: str
    chart: Chart

    @property
    def title(self) -> str:
        return self.chart.title


def paper_figures(
    release: Release,
    language: Language | None = None,
    *,
    complete_only: bool = False,
) -> list[PaperFigure]:
    """Return the charts of a release that have numbers.

    ``composition`` has two rings of labels (II-Bench, Figure 2). ``examples`` has a
    question of each label of the inner ring (II-Bench, Figure 3), or captions (ImageMet,
    Figure 1). ``outputs`` has all captions of one image (ImageMet, Figure 10).
    ``results`` has the accuracy of models and people in the first setting (II-Bench,
    Figure 1). ``beside-1`` and so on have the ratings of responses that people saw
    together (ImageMet, Figure 3). Incomplete runs have a footnote; ``complete_only``
    leaves them out.
    """
    language = table_language(release, language)
    figures = []
    if composition := _composition(release, language):
        figures.append(PaperFigure("composition", composition))
    if examples := _examples(release, language) or caption_examples(release, language):
        figures.append(PaperFigure("examples", examples))
    if outputs := output_example(release, language):
        figures.append(PaperFigure("outputs", outputs))
    tables = paper_tables(release, language, complete_only=complete_only)
    plain = next((table for table in tables if table.id == "labels-1"), None)
    if plain is not None:
        figures.append(PaperFigure("results", _results(plain, language)))
    figures += [
        PaperFigure(table.id, joint_chart(table))
        for table in tables
        if table.id.startswith("beside-") and table.unit == "share"
    ]
    return figures


def get_paper_figure(
    release: Release,
    figure_id: str,
    language: Language | None = None,
    *,
    complete_only: bool = False,
) -> PaperFigure:
    """Return one chart of a release. Raises NotFoundError."""
    for figure in paper_figures(release, language, complete_only=complete_only):
        if figure.id == figure_id:
            return figure
    raise NotFoundError(_("There is no figure {name}.", name=figure_id))


def error_chart(analysis: ErrorAnalysis, language: Language) -> BarChart:
    """Return the error distribution of an analysis (II-Bench, Figure 4).

    A kind with several categories is one bar (CII-Bench, Figure 4).
    """
    bars = [Bar(kind.title, kind.share) for kind in error_kinds(analysis, language)]
    bars.sort(key=lambda bar: -bar.share)
    title = phrase("errors_of", language, model=analysis.run.model)
    return BarChart(title, [BarGroup("", bars)])


def _composition(release: Release, language: Language) -> Sunburst | None:
    """Count the items of each pair of labels; an item with several counts for each."""
    fields = (
        release.protocol.release.composition or release.protocol.evaluation.slices[:2]
    )
    if len(fields) < 2:
        return None
    inner, outer = (release.protocol.label(field) for field in fields)
    pairs: Counter[tuple[str, str]] = Counter()
    rows = FrozenRow.objects.filter(release=release)
    for labels in rows.values_list("payload__labels", flat=True).iterator(500):
        for first in labels.get(inner.id, ()):
            pairs.update((first, second) for second in labels.get(outer.id, ()))
    rings = [
        Ring(
            name,
            [(part, pairs[choice, detail]) for detail, part in _names(outer, language)],
        )
        for choice, name in _names(inner, language)
    ]
    title = phrase("composition", language, name=release.name)
    return Sunburst(title, rings) if pairs else None


def _examples(release: Release, language: Language) -> ExampleSheet | None:
    """Return one question of each choice of the first label that scores are split by.

    They are of the splits that examples are taken from, if there are any: other keys
    stay out of the paper.
    """
    protocol = release.protocol
    if not protocol.evaluation.slices:
        return None
    example_splits = [split.id for split in protocol.release.splits if split.shots]
    field = protocol.label(protocol.evaluation.slices[0])
    questions = list(released_questions(release, splits=example_splits).values())
    chosen = {
        name: next(
            (
                question
                for question in questions
                if choice in question.labels.get(field.id, ())
            ),
            None,
        )
        for choice, name in _names(field, language)
    }
    questions_by_name = {
        name: question for name, question in chosen.items() if question is not None
    }
    previews = item_previews(
        question.item_id for question in questions_by_name.values()
    )
    rows = released_items(
        release, keys=[question.item_key for question in questions_by_name.values()]
    )
    labels = {row.key: _labels(row, field, protocol, language) for row in rows}
    examples = [
        Example(
            name,
            previews[question.item_id],
            question.stem,
            [
                f"({letter}) {text}"
                for letter, text in zip(LETTERS, question.options, strict=False)
            ],
            question.answer,
            labels[question.item_key],
        )
        for name, question in questions_by_name.items()
    ]
    title = phrase("examples", language, name=release.name)
    return ExampleSheet(title, examples) if examples else None


def _labels(
    row: ReleasedRow, heading: LabelField, protocol: Protocol, language: Language
) -> list[str]:
    """Return the item's labels besides that of its heading, and its terms.

    Each stands behind the title of its field (II-Bench, Figure 3; CMMMU, Figure 2).
    """
    values = [
        (
            field.title,
            phrase("comma", language).join(
                name
                for choice, name in _names(field, language)
                if choice in row.labels.get(field.id, ())
            ),
        )
        for field in protocol.labels
        if field.id != heading.id
    ]
    values += [
        (text.title, row.written.get(text.id, ""))
        for text in protocol.texts
        if text.terms
    ]
    return [
        phrase("label_value", language, title=in_language(title, language), value=value)
        for title, value in values
        if value
    ]


def _names(field: LabelField, language: Language) -> Sequence[tuple[str, str]]:
    return [
        (choice.id, in_language(choice.short or choice.released_title, language))
        for choice in field.choices
    ]


def _results(table: Table, language: Language) -> BarChart:
    """Return the first figure of each row of a results table."""
    # Scores on other splits come first, in columns of their own.
    column = next(
        at
        for at, title in enumerate(table.columns)
        if title.startswith(phrase("overall", language))
        and not title.startswith(phrase("overall_of", language, split=""))
    )
    groups = []
    for group in table.groups:
        bars = [
            Bar(table.marked_label(row), value, row.note)
            for row in group.rows
            if isinstance(value := row.values[column], float)
        ]
        if bars:
            groups.append(BarGroup(group.title, bars))
    notes = [row.note for group in table.groups for row in group.rows]
    # The abbreviations are of columns that the chart does not have.
    note = replace(table, note="").notes if any(notes) else ""
    return BarChart(table.title, groups, note)
