"""Items, their slots, and the drafts and annotations of people.

Models that every stage uses are imported here by name. Assignment, collection requests,
gold and training keep their own modules, imported here so that Django finds them.
"""

from annotation.models import assignment, collection_requests, gold, training
from annotation.models.items import Item, ItemImage
from annotation.models.questions import Question, QuestionRevision, new_question_uid
from annotation.models.slots import (
    FINAL_ONCE_SUBMITTED,
    OWN_PURPOSES,
    Purpose,
    Slot,
    new_slot_id,
)
from annotation.models.submissions import Annotation, Draft, DraftVersion

__all__ = [
    "FINAL_ONCE_SUBMITTED",
    "OWN_PURPOSES",
    "Annotation",
    "Draft",
    "DraftVersion",
    "Item",
    "ItemImage",
    "Purpose",
    "Question",
    "QuestionRevision",
    "Slot",
    "assignment",
    "collection_requests",
    "gold",
    "new_question_uid",
    "new_slot_id",
    "training",
]
