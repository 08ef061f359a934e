"""The models of all subjects, imported here so that Django finds them."""

from annotation.assignment.models import CollectionRequest
from annotation.gold.models import GoldItem
from annotation.items.models.items import Item, ItemImage
from annotation.items.models.questions import (
    Question,
    QuestionRevision,
    new_question_uid,
)
from annotation.items.models.slots import (
    FINAL_ONCE_SUBMITTED,
    OWN_PURPOSES,
    Purpose,
    Slot,
    new_slot_id,
)
from annotation.items.models.submissions import Annotation, Draft, DraftVersion
from annotation.onboarding.models import (
    CalibrationBatch,
    CalibrationItem,
    CalibrationPass,
    Consent,
    ConsentForm,
    OnboardingSettings,
)
from annotation.slots.models import AnnotatorQuota, Exclusion, ItemTag

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
