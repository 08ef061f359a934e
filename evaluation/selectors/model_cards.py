"""Selectors for model cards and the table of models."""

from collections.abc import Collection, Iterator

from evaluation.domain.wording import phrase
from evaluation.models import BASELINES, BY_PEOPLE, ModelCard, Run
from projects.domain.protocol.text import Language
from projects.domain.tables import Group, Row, Table
from projects.models import Project

_PARTS = ("size", "vision_encoder", "projection", "language_model")


def list_cards(project: Project) -> list[ModelCard]:
    """Return the cards of ``project`` by model, with blank ones for other models run."""
    cards = {card.model: card for card in ModelCard.objects.filter(project=project)}
    runs = Run.objects.filter(project=project, judges=None)
    runs = runs.exclude(backend__in=BASELINES).exclude(origin__in=BY_PEOPLE)
    for model in runs.values_list("model", flat=True).distinct():
        cards.setdefault(model, ModelCard(project=project, model=model))
    return [cards[model] for model in sorted(cards)]


def access_of_models(project: Project) -> dict[str, str]:
    """Return the access that model cards state, by model name."""
    cards = ModelCard.objects.filter(project=project)
    return dict(cards.values_list("model", "access"))


def base_models(project: Project) -> dict[str, str]:
    """Return the model that each fine-tuned model is based on, by model name."""
    cards = ModelCard.objects.filter(project=project).exclude(base_model="")
    return dict(cards.values_list("model", "base_model"))


def short_names(project: Project) -> dict[str, str]:
    """Return the short names that model cards state, by model name."""
    cards = ModelCard.objects.filter(project=project).exclude(short_name="")
    return dict(cards.values_list("model", "short_name"))


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
