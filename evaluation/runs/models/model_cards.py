"""Model cards: what result tables say about a model besides its scores."""

from django.db import models

from projects.models import Project


class Access(models.TextChoices):
    """Whether a model's weights are public, which groups the rows of tables."""

    OPEN = "open"
    CLOSED = "closed"


class ModelCard(models.Model):
    """Access, parts and size of one model (II-Bench, Table 2)."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE)
    model = models.CharField(max_length=200)
    """The model's name in its runs."""
    access = models.CharField(max_length=16, choices=Access.choices)
    size = models.CharField(max_length=100, blank=True)
    """Number of parameters as papers print it, such as ``25.5B``."""
    vision_encoder = models.CharField(max_length=200, blank=True)
    projection = models.CharField(max_length=200, blank=True)
    language_model = models.CharField(max_length=200, blank=True)
    base_model = models.CharField(max_length=200, blank=True)
    """The model that it was fine-tuned from, by the name in its runs (ImageMet, §4.2)."""
    short_name = models.CharField(max_length=100, blank=True)
    """Its name where models are columns, such as ``BLIP2-XL`` (II-Bench, Table 8)."""
    parameters = models.JSONField(default=dict)
    """Fields of subtext_runner.parameters.RequestParameters for every run of it that
    does not give them itself."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "model"], name="model_card_once")
        ]

    def __str__(self) -> str:
        return self.model
