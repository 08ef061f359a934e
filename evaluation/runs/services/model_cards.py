"""Model cards."""

from typing import Any

from evaluation.runs.models.model_cards import ModelCard
from projects.models import Project
from subtext_runner.parameters import NO_PARAMETERS, RequestParameters


def save_card(
    *,
    project: Project,
    model: str,
    parameters: RequestParameters = NO_PARAMETERS,
    **fields: Any,
) -> ModelCard:
    """Create or replace the card of a model; ``fields`` are those of ``ModelCard``."""
    card, _ = ModelCard.objects.update_or_create(
        project=project,
        model=model,
        defaults={**fields, "parameters": parameters.data()},
    )
    return card


def delete_card(*, project: Project, model: str) -> None:
    """Delete the card of a model, if it has any."""
    ModelCard.objects.filter(project=project, model=model).delete()
