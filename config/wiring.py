"""Wiring of handlers and ports: the one place that knows every stage.

An earlier stage never imports a later one. To notify a later stage, its handler is
subscribed to the ledger here; to query it, its selector fills a port.
"""

from collections.abc import Sequence
from typing import Any

from annotation.assignment.selectors.collection_requests import call_names
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
from core.services import subscribe
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
from projects.access.selectors import role_today
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
from review.adjudication.selectors.cases import case_ids_of, case_names
from review.adjudication.services.comparison import open_case, recompare_case
from review.calibration.selectors.gold import FinalRecordAccess
from review.calibration.services import check_gold_withdrawal, judge_calibrations
from review.discussions.selectors import thread_ids_of, thread_names
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


def wire() -> None:
    """Subscribe all handlers and fill all ports.

    Called once, when Django has started.
    """
    subscribe("image", "accepted", create_items_of_accepted_images)
    subscribe("image", "in_screening", reopen_items_of_images)
    subscribe("image", DISCARDED, reopen_items_of_images)
    subscribe("image", "withdrawn", close_items_of_withdrawn_images)
    for excluded in (*EXCLUDED, WITHDRAWN):
        subscribe("image", excluded, close_items_of_excluded_images)
    for target in (MEMBER, REMOVED):
        subscribe("membership", target, release_work_of_former_annotators)
        subscribe("membership", target, release_validation_leases)
        subscribe("membership", target, end_baseline_assignments)
    subscribe("membership", REMOVED, end_hand_outs)
    subscribe("membership", MEMBER, give_back_work)
    subscribe("membership", MEMBER, resume_baseline_assignments)
    subscribe_record()
    record_sessions()
    notify_of_event.fill(notify_of_account_event)
    subscribe("release", "published", queue_runs_for_releases)
    subscribe("release", "draft", drop_runs_of_changed_previews)
    subscribe("image", "withdrawn", drop_cases_of_withdrawn_images)
    subscribe("slot", "submitted", open_case)
    subscribe("slot", "submitted", judge_calibrations)
    subscribe("slot", "declined", judge_calibrations)
    subscribe("slot", "leased", recompare_case)
    subscribe("slot", "leased", check_gold_withdrawal)
    subscribe("slot", "returned", recompare_case)
    subscribe("slot", "voided", recompare_case)
    subscribe("slot", "returned", notify_of_returned_slots)
    subscribe("slot", "open", notify_of_lapsed_leases)
    subscribe("slot", "declined", open_decline_threads)
    subscribe("slot", "leased", close_undone_declines)
    ITEM_SUBJECTS.fill("case", case_ids_of)
    ITEM_SUBJECTS.fill("thread", thread_ids_of)
    released_count.fill(records.released_count)
    get_image_dependence_stage.fill(image_dependence_reviews)
    similarities.fill(embeddings.similarities)
    released_images.fill(PublishedImages)
    delete_derived_files.fill(delete_site)
    published_errata.fill(_published_errata)
    check_protocol.fill(require_supported)
    finished_items.fill(FinalRecordAccess)
    require_admission.fill(require_consent)
    installed_plugins.fill(
        lambda: InstalledPlugins(
            [kind.id for kind in installed_formats()], installed_checks()
        )
    )
    job_kinds.role_today.fill(role_today)
    _fill_history()
    STAGE_WORK.fill("annotation", AnnotationWork())
    STAGE_WORK.fill("review", ReviewWork())


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
    SUBJECT_NAMES.fill("project", project_names)
    SUBJECT_NAMES.fill("membership", membership_names)
    SUBJECT_NAMES.fill("image", image_names)
    SUBJECT_NAMES.fill("slot", slot_names)
    SUBJECT_NAMES.fill("calibration", calibration_names)
    SUBJECT_NAMES.fill("call", call_names)
    SUBJECT_NAMES.fill("case", case_names)
    SUBJECT_NAMES.fill("round", round_names)
    SUBJECT_NAMES.fill("validation", validation_names)
    SUBJECT_NAMES.fill("thread", thread_names)
    SUBJECT_NAMES.fill("release", release_names)
    SUBJECT_NAMES.fill("run", run_names)
    SUBJECT_NAMES.fill("picture_check", image_dependence_names)
    ENTRY_REASONS.fill(("image", "discard"), discard_reason)
    ENTRY_REASONS.fill(("slot", "decline"), decline_reason)
