"""The models of all subjects, imported here so that Django finds them."""

from annotation.models.assignment import AnnotatorQuota, Exclusion, ItemTag
from annotation.models.collection_requests import CollectionRequest
from annotation.models.gold import GoldItem
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
from annotation.models.training import (
    CalibrationBatch,
    CalibrationItem,
    CalibrationPass,
    Consent,
    ConsentForm,
    OnboardingSettings,
)

__all__ = [
    "FINAL_ONCE_SUBMITTED",
    "OWN_PURPOSES",
    "Annotation",
    "AnnotatorQuota",
    "CalibrationBatch",
    "CalibrationItem",
    "CalibrationPass",
    "CollectionRequest",
    "Consent",
    "ConsentForm",
    "Draft",
    "DraftVersion",
    "Exclusion",
    "GoldItem",
    "Item",
    "ItemImage",
    "ItemTag",
    "OnboardingSettings",
    "Purpose",
    "Question",
    "QuestionRevision",
    "Slot",
    "new_question_uid",
    "new_slot_id",
]
