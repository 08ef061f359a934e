"""Collection requests: people are asked for items with a certain label."""

from django.conf import settings
from django.db import models

from annotation.assignment.domain import COLLECTION_REQUEST
from core.models import Stateful
from projects.models import Project


class CollectionRequest(Stateful):
    """A request for items of an underrepresented label (CMMMU §3.1, stage 3)."""

    machine = COLLECTION_REQUEST

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="calls")
    field = models.CharField(max_length=64)
    choice = models.CharField(max_length=64)
    wanted = models.PositiveIntegerField()
    """Number of items requested from each person."""
    note = models.TextField(blank=True)
    """Message to the people who are asked."""
    people = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.field}: {self.choice} × {self.wanted}"
