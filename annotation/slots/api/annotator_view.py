"""Base of the operations of annotators."""

from rest_framework.viewsets import ViewSetMixin

from annotation.items.models.slots import Slot
from annotation.slots.selectors.slots import get_own_slot
from projects.access.api.base import ProjectView
from projects.roles import ANNOTATORS


class AnnotatorView(ViewSetMixin, ProjectView):
    """Base class of annotators' operations, mostly on one of their own slots."""

    roles = ANNOTATORS

    def get_own_slot(self, slot_id: int) -> Slot:
        return get_own_slot(self.project, self.person, slot_id)
