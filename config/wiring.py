"""Who reacts to what: the one place that knows every stage.

An earlier stage never imports a later one. Where it has to tell or to ask, the later
stage's handler is subscribed to the ledger here, or its selector is bound to a port.
"""

from django.utils.module_loading import autodiscover_modules

from annotation.domain.support import require_supported
from annotation.selectors import life_include
from annotation.services.items import (
    images_accepted,
    images_taken_back,
    images_withdrawn,
)
from curation.ports import bind_released_images
from evaluation.services.runs import runs_queue_for_releases
from projects.ports import bind_protocol_check
from releases.selectors.records import released_count
from releases.selectors.released import PublishedImages
from review.ports import bind_released_count
from review.selectors.cases import case_ids_of
from review.services.cases import (
    case_open,
    case_recompare,
    cases_drop_withdrawn,
)
from workflow.services import subscribe


def wire() -> None:
    """Subscribe every handler. Called once, when Django has started."""
    # Whoever enqueues a job has to know its kind, not only the worker that does it.
    autodiscover_modules("tasks")
    subscribe("image", "accepted", images_accepted)
    subscribe("image", "in_screening", images_taken_back)
    subscribe("image", "discarded", images_taken_back)
    subscribe("image", "withdrawn", images_withdrawn)
    subscribe("release", "published", runs_queue_for_releases)
    subscribe("image", "withdrawn", cases_drop_withdrawn)
    subscribe("slot", "submitted", case_open)
    subscribe("slot", "leased", case_recompare)
    subscribe("slot", "returned", case_recompare)
    life_include("case", case_ids_of)
    bind_released_count(released_count)
    bind_released_images(PublishedImages())
    bind_protocol_check(require_supported)
