"""Selectors for model cards."""

from evaluation.runs.models.model_cards import ModelCard
from evaluation.runs.models.runs import BASELINES, BY_PEOPLE, Run
from projects.models import Project


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
