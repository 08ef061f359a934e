"""Models of evaluation: runs, analyses, ratings, entrants, columns and messages."""

from evaluation.entrants.models.baseline_assignments import (
    BaselineAnswer,
    BaselineAssignment,
)
from evaluation.entrants.models.external_results import Entrant, Submission
from evaluation.marking.models.error_analyses import (
    BlindMark,
    ErrorAnalysis,
    ErrorMark,
    ErrorSample,
)
from evaluation.marking.models.ratings import RatingMark, RatingSample, RatingTask
from evaluation.runs.models.model_cards import Access, ModelCard
from evaluation.runs.models.received_messages import ReceivedMessage
from evaluation.runs.models.runs import (
    BASELINES,
    BY_PEOPLE,
    Backend,
    Origin,
    Response,
    Run,
)
from evaluation.scores.models.image_dependence import ImageDependenceReview
from evaluation.scores.models.outcome_arrays import (
    HumanBaseline,
    OutcomeColumns,
    QuestionColumns,
)

__all__ = [
    "BASELINES",
    "BY_PEOPLE",
    "Access",
    "Backend",
    "BaselineAnswer",
    "BaselineAssignment",
    "BlindMark",
    "Entrant",
    "ErrorAnalysis",
    "ErrorMark",
    "ErrorSample",
    "HumanBaseline",
    "ImageDependenceReview",
    "ModelCard",
    "Origin",
    "OutcomeColumns",
    "QuestionColumns",
    "RatingMark",
    "RatingSample",
    "RatingTask",
    "ReceivedMessage",
    "Response",
    "Run",
    "Submission",
]
