"""Decisions on questions that need no image."""

from django.db import models

from core.models import Stateful
from evaluation.runs.states import PICTURE_CHECK
from projects.models import Project
from releases.records.models import Release


class ImageDependenceReview(Stateful):
    """Decision on a question that every text-only model solved.

    CMMMU, §3.1, drops questions that several language models answer correctly. Here
    models propose and a person decides.
    """

    machine = PICTURE_CHECK

    project = models.ForeignKey(Project, on_delete=models.PROTECT)
    release = models.ForeignKey(
        Release, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    """The release that the models were run on; None after a preview was removed."""
    question_id = models.CharField(max_length=64)
    item_id = models.PositiveBigIntegerField()
    models_asked = models.JSONField()
    """Names of the models that solved the question."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["project", "question_id"], name="picture_check_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.question_id}: {self.status}"
