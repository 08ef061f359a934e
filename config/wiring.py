"""Wiring of handlers and ports: the one place that knows every stage.

An earlier stage never imports a later one. To notify a later stage, its handler is
subscribed to the ledger here; to query it, its selector is bound to a port.
"""

from annotation.domain.capabilities import require_supported
from annotation.domain.checks import installed_checks
from annotation.domain.formats.registry import installed_formats
from annotation.ports import bind_finished_items
from annotation.selectors import life_include
from annotation.services.first_visit import require_consent
from annotation.services.items import (
    images_accepted,
    images_excluded,
    images_reopened,
    images_withdrawn,
)
from annotation.services.protocol_migration import AnnotationWork
from curation.domain.states import EXCLUDED, WITHDRAWN
from curation.ports import bind_admission, bind_released_images
from evaluation.runner.captions.sentences import similarities
from evaluation.selectors.probes import picture_checks
from evaluation.services.release_runs import runs_queue_for_releases
from projects.ports import (
    Installed,
    bind_installed,
    bind_protocol_check,
    bind_stage_work,
)
from releases.selectors.records import released_count
from releases.selectors.released import PublishedImages
from review.ports import bind_picture_stage, bind_released_count, bind_similarities
from review.selectors.cases import case_ids_of
from review.selectors.gold import ReviewedItems
from review.selectors.threads import thread_ids_of
from review.services.calibration import (
    calibrations_judge,
    gold_stays_as_other_work_does,
)
from review.services.cases import (
    case_recompare,
    cases_drop_withdrawn,
    open_case,
)
from review.services.notices import slots_came_back, slots_lapsed
from review.services.protocol_migration import ReviewWork
from workflow.services import subscribe


def wire() -> None:
    """Subscribe all handlers and bind all ports.

    Called once, when Django has started.
    """
    subscribe("image", "accepted", images_accepted)
    subscribe("image", "in_screening", images_reopened)
    subscribe("image", "discarded", images_reopened)
    subscribe("image", "withdrawn", images_withdrawn)
    for excluded in (*EXCLUDED, WITHDRAWN):
        subscribe("image", excluded, images_excluded)
    subscribe("release", "published", runs_queue_for_releases)
    subscribe("image", "withdrawn", cases_drop_withdrawn)
    subscribe("slot", "submitted", open_case)
    subscribe("slot", "submitted", calibrations_judge)
    subscribe("slot", "declined", calibrations_judge)
    subscribe("slot", "leased", case_recompare)
    subscribe("slot", "leased", gold_stays_as_other_work_does)
    subscribe("slot", "returned", case_recompare)
    subscribe("slot", "voided", case_recompare)
    subscribe("slot", "returned", slots_came_back)
    subscribe("slot", "open", slots_lapsed)
    life_include("case", case_ids_of)
    life_include("thread", thread_ids_of)
    bind_released_count(released_count)
    bind_picture_stage(picture_checks)
    bind_similarities(similarities)
    bind_released_images(PublishedImages())
    bind_protocol_check(require_supported)
    bind_finished_items(ReviewedItems())
    bind_admission(require_consent)
    bind_installed(Installed(installed_formats(), installed_checks()))
    bind_stage_work(AnnotationWork())
    bind_stage_work(ReviewWork())
