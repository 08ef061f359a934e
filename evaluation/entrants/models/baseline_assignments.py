"""People who answer whole splits of a release without having seen correct answers."""

from django.conf import settings
from django.db import models

from evaluation.runs.models.runs import Run
from releases.records.models import Release


class BaselineAssignment(models.Model):
    """All questions of some splits, assigned to one person for the human baseline."""

    release = models.ForeignKey(
        Release, on_delete=models.PROTECT, related_name="baseline_assignments"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="baseline_assignments",
    )
    splits = models.JSONField()
    total = models.PositiveIntegerField()
    """Number of questions to answer."""
    run = models.OneToOneField(
        Run, on_delete=models.PROTECT, null=True, related_name="baseline_assignment"
    )
    """The scored answers, once every question is answered."""
    ended_at = models.DateTimeField(null=True)
    """When it ended unfinished, because the person's role as an annotator ended."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["release", "person"], name="baseline_once_a_person"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} on {self.release_id}"


class BaselineAnswer(models.Model):
    """One person's answer to one question."""

    assignment = models.ForeignKey(
        BaselineAssignment, on_delete=models.CASCADE, related_name="answers"
    )
    question = models.CharField(max_length=64)
    """Id of the question in the release."""
    answer = models.TextField()
    """As text: for options, their letter or letters in the order of the release."""
    seconds = models.FloatField()
    """Time that the question was shown, as the browser measured it."""
    answered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "question"], name="baseline_answer_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.assignment_id}: {self.question}"
