"""Items and what people say of them, each person in a slot of their own.

What every stage uses is named here; who is given what, calls and calibration have
modules of their own, which Django finds here too.
"""

from annotation.models import assignment, collection_requests, training
from annotation.models.items import Item, ItemImage
from annotation.models.questions import Question, QuestionRevision, new_question_uid
from annotation.models.slots import OWN_PURPOSES, Purpose, Slot, new_slot_id
from annotation.models.submissions import Annotation, Draft, DraftVersion

__all__ = [
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
    "new_question_uid",
    "new_slot_id",
    "training",
]
