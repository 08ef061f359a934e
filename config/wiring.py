"""Wiring of handlers and ports: the one place that knows every stage.

An earlier stage never imports a later one. To notify a later stage, its handler is
subscribed to the ledger here; to query it, its selector fills a port.
"""

from collections.abc import Sequence
from typing import Any

from annotation.assignment.selectors.collection_requests import collection_request_names
from annotation.assignment.services.ended_roles import (
    give_back_work,
    release_work_of_former_annotators,
)
from annotation.drafts.services.protocol_migration import AnnotationWork
from annotation.items.services.lifecycle import (
    close_items_of_excluded_images,
    close_items_of_withdrawn_images,
    create_items_of_accepted_images,
    reopen_items_of_images,
)
from annotation.onboarding.selectors.calibration import calibration_names
from annotation.onboarding.services.consent_and_practice import require_consent
from annotation.ports import ITEM_SUBJECTS, finished_items
from annotation.records.domain.capabilities import require_supported
from annotation.records.domain.checks import installed_checks
from annotation.slots.selectors.names import decline_reason, slot_names
from core import job_kinds
from core.services import subscribe_to_transition
from curation.images.domain.states import DISCARDED, EXCLUDED, WITHDRAWN
from curation.images.selectors.history import image_names
from curation.ports import released_images, require_admission
from curation.screening.selectors import discard_reason
from curation.screening.services.hand_outs import end_hand_outs
from evaluation.dispatch.services.release_runs import (
    drop_runs_of_changed_previews,
    queue_runs_for_releases,
)
from evaluation.entrants.services.baseline_assignments import (
    end_baseline_assignments,
    resume_baseline_assignments,
)
from evaluation.scores.selectors.history import image_dependence_names, run_names
from evaluation.scores.selectors.shortcut_baselines import image_dependence_reviews
from evaluation.site.services.jobs import delete_site
from projects.access.selectors import current_project_role
from projects.history.selectors import membership_names, project_names
from projects.models import Project
from projects.ports import (
    ENTRY_REASONS,
    STAGE_WORK,
    SUBJECT_NAMES,
    InstalledPlugins,
    check_protocol,
    installed_plugins,
    notify_of_event,
)
from projects.security_record.services import record_sessions, subscribe_record
from projects.states import MEMBER, REMOVED
from releases.content.domain.frozen import FrozenItem
from releases.ports import delete_derived_files, published_errata
from releases.records.selectors import releases as records
from releases.records.selectors.history import release_names
from releases.records.selectors.published_images import PublishedImages
from review.adjudication.selectors.cases import case_ids_of_item, case_names
from review.adjudication.services.comparison import open_case, recompare_case
from review.calibration.selectors.gold import FinalRecordAccess
from review.calibration.services import check_gold_withdrawal, judge_calibrations
from review.discussions.selectors import thread_ids_of_item, thread_names
from review.discussions.services.declines import (
    close_undone_declines,
    open_decline_threads,
)
from review.notifications.services.account_events import notify_of_account_event
from review.notifications.services.sending import (
    notify_of_lapsed_leases,
    notify_of_returned_slots,
)
from review.ports import (
    get_image_dependence_stage,
    released_count,
    similarities,
)
from review.rework.services.dropped_items import drop_cases_of_withdrawn_images
from review.rounds.selectors.rounds import round_names, validation_names
from review.rounds.services.ended_roles import release_validation_leases
from review.rounds.services.protocol_migration import ReviewWork
from subtext_protocol.formats.registry import installed_formats
from subtext_runner.captions import embeddings


def register_handlers_and_ports() -> None:
    """Subscribe all handlers and fill all ports.

    Called once, when Django has started.
    """
    subscribe_to_transition("image", "accepted", create_items_of_accepted_images)
    subscribe_to_transition("image", "in_screening", reopen_items_of_images)
    subscribe_to_transition("image", DISCARDED, reopen_items_of_images)
    subscribe_to_transition("image", "withdrawn", close_items_of_withdrawn_images)
    for excluded in (*EXCLUDED, WITHDRAWN):
        subscribe_to_transition("image", excluded, close_items_of_excluded_images)
    for target in (MEMBER, REMOVED):
        subscribe_to_transition("membership", target, release_work_of_former_annotators)
        subscribe_to_transition("membership", target, release_validation_leases)
        subscribe_to_transition("membership", target, end_baseline_assignments)
    subscribe_to_transition("membership", REMOVED, end_hand_outs)
    subscribe_to_transition("membership", MEMBER, give_back_work)
    subscribe_to_transition("membership", MEMBER, resume_baseline_assignments)
    subscribe_record()
    record_sessions()
    notify_of_event.set_function(notify_of_account_event)
    subscribe_to_transition("release", "published", queue_runs_for_releases)
    subscribe_to_transition("release", "draft", drop_runs_of_changed_previews)
    subscribe_to_transition("image", "withdrawn", drop_cases_of_withdrawn_images)
    subscribe_to_transition("slot", "submitted", open_case)
    subscribe_to_transition("slot", "submitted", judge_calibrations)
    subscribe_to_transition("slot", "declined", judge_calibrations)
    subscribe_to_transition("slot", "leased", recompare_case)
    subscribe_to_transition("slot", "leased", check_gold_withdrawal)
    subscribe_to_transition("slot", "returned", recompare_case)
    subscribe_to_transition("slot", "voided", recompare_case)
    subscribe_to_transition("slot", "returned", notify_of_returned_slots)
    subscribe_to_transition("slot", "open", notify_of_lapsed_leases)
    subscribe_to_transition("slot", "declined", open_decline_threads)
    subscribe_to_transition("slot", "leased", close_undone_declines)
    ITEM_SUBJECTS.set_provided("case", case_ids_of_item)
    ITEM_SUBJECTS.set_provided("thread", thread_ids_of_item)
    released_count.set_function(records.released_count)
    get_image_dependence_stage.set_function(image_dependence_reviews)
    similarities.set_function(embeddings.load_similarity_model)
    released_images.set_function(PublishedImages)
    delete_derived_files.set_function(delete_site)
    published_errata.set_function(_published_errata)
    check_protocol.set_function(require_supported)
    finished_items.set_function(FinalRecordAccess)
    require_admission.set_function(require_consent)
    installed_plugins.set_function(
        lambda: InstalledPlugins(
            [kind.id for kind in installed_formats()], installed_checks()
        )
    )
    job_kinds.current_project_role.set_function(current_project_role)
    _fill_history()
    STAGE_WORK.set_provided("annotation", AnnotationWork())
    STAGE_WORK.set_provided("review", ReviewWork())


def _published_errata(
    project: Project, items: Sequence[FrozenItem]
) -> dict[str, Any] | None:
    # The checks of an audit load what web processes do without.
    from published.audit.selectors.errata import (  # noqa: PLC0415
        published_errata as errata_of_audit,
    )

    return errata_of_audit(project, items)


def _fill_history() -> None:
    """Provide the names of objects in the history of a project, and reasons with an id."""
    SUBJECT_NAMES.set_provided("project", project_names)
    SUBJECT_NAMES.set_provided("membership", membership_names)
    SUBJECT_NAMES.set_provided("image", image_names)
    SUBJECT_NAMES.set_provided("slot", slot_names)
    SUBJECT_NAMES.set_provided("calibration", calibration_names)
    SUBJECT_NAMES.set_provided("call", collection_request_names)
    SUBJECT_NAMES.set_provided("case", case_names)
    SUBJECT_NAMES.set_provided("round", round_names)
    SUBJECT_NAMES.set_provided("validation", validation_names)
    SUBJECT_NAMES.set_provided("thread", thread_names)
    SUBJECT_NAMES.set_provided("release", release_names)
    SUBJECT_NAMES.set_provided("run", run_names)
    SUBJECT_NAMES.set_provided("picture_check", image_dependence_names)
    ENTRY_REASONS.set_provided(("image", "discard"), discard_reason)
    ENTRY_REASONS.set_provided(("slot", "decline"), decline_reason)
