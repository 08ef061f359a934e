"""Tables without scores: other datasets (ImageMet, Table 6), and the models' cards."""

from collections.abc import Collection, Iterator

from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.model_cards import ModelCard
from evaluation.runs.selectors.released_questions import (
    image_counts,
    questions_by_split,
)
from projects.models import Project
from releases.records.models import FrozenRow, Release
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.text import Language, in_language

_PARTS = ("size", "vision_encoder", "projection", "language_model")


def dataset_tables(release: Release, protocol: Protocol) -> Iterator[Table]:
    """Yield the comparison that the protocol states, with the release's own numbers."""
    comparison = protocol.release.comparison
    if comparison is None:
        return
    language = protocol.language
    numbers = {
        "items": f"{FrozenRow.objects.filter(release=release).count():,}",
        "images": f"{image_counts(release).total:,}",
        "questions": f"{sum(questions_by_split(release).values()):,}",
    }
    own = [value.format_map(numbers) for value in comparison.own]
    yield Table(
        id="datasets",
        title=phrase("datasets", language),
        head=phrase("dataset", language),
        columns=[in_language(title, language) for title in comparison.columns],
        groups=[
            Group(
                "",
                [
                    Row(release.name, own),
                    *(
                        Row(dataset.name, dataset.values)
                        for dataset in comparison.others
                    ),
                ],
            )
        ],
        note=phrase("datasets_from", language, source=comparison.source),
    )


def model_tables(
    project: Project, models: Collection[str], language: Language
) -> Iterator[Table]:
    """Yield the table of the architecture and size of ``models`` (II-Bench, Table 2).

    Models whose card names neither are left out.
    """
    cards = ModelCard.objects.filter(project=project, model__in=models)
    rows = [
        Row(card.model, tuple(getattr(card, part) or None for part in _PARTS))
        for card in cards.order_by("model")
        if any(getattr(card, part) for part in _PARTS)
    ]
    if rows:
        yield Table(
            id="models",
            title=phrase("architectures", language),
            head=phrase("model", language),
            columns=tuple(phrase(part, language) for part in _PARTS),
            groups=(Group("", rows),),
        )
