"""The table of models, from their cards."""

from collections.abc import Collection, Iterator

from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.model_cards import ModelCard
from projects.models import Project
from reporting.tables import Group, Row, Table
from subtext_protocol.text import Language

_PARTS = ("size", "vision_encoder", "projection", "language_model")


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
