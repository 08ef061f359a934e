"""Models of evaluation: runs, analyses, ratings, entrants, columns and messages."""

from evaluation.models.analyses import BlindMark, ErrorAnalysis, ErrorMark, ErrorSample
from evaluation.models.baseline_assignments import (
    BaselineAnswer,
    BaselineAssignment,
)
from evaluation.models.cards import Access, ModelCard
from evaluation.models.columns import (
    HumanBaseline,
    OutcomeColumns,
    QuestionColumns,
)
from evaluation.models.external_results import (
    Entrant,
    Submission,
)
from evaluation.models.image_dependence import ImageDependenceReview
from evaluation.models.messages import ReceivedMessage
from evaluation.models.ratings import (
    RatingMark,
    RatingSample,
    RatingTask,
)
from evaluation.models.runs import (
    BASELINES,
    BY_PEOPLE,
    Backend,
    Origin,
    Response,
    Run,
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
