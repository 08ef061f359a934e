"""State machines of evaluation runs and image-dependence decisions."""

from core.domain.machine import SYSTEM, Machine, edges
from projects.roles import ORGANIZERS, PARTICIPANTS

QUEUED = "queued"
RUNNING = "running"
FINISHED = "finished"
FAILED = "failed"
CANCELLED = "cancelled"
DISMISSED = "dismissed"
STALE = "stale"


RUN = Machine(
    "run",
    QUEUED,
    (
        # A file with responses that were computed elsewhere.
        edges("receive", QUEUED, QUEUED, by=PARTICIPANTS | {SYSTEM}),
        edges("begin", QUEUED, RUNNING, by={SYSTEM}),
        edges("finish", (QUEUED, RUNNING), FINISHED, by={SYSTEM}),
        edges("fail", (QUEUED, RUNNING), FAILED, by={SYSTEM}, reason_required=True),
        edges("cancel", (QUEUED, RUNNING), CANCELLED, by=ORGANIZERS | {SYSTEM}),
        edges("retry", (FAILED, CANCELLED, DISMISSED), QUEUED, by=ORGANIZERS),
        # Only questions whose response is an error are asked again; until the new
        # scores are there, the run keeps those that it has.
        edges("retry_errors", (FINISHED, STALE), QUEUED, by=ORGANIZERS),
        # Lists leave it out; its responses are kept.
        edges("dismiss", (FAILED, CANCELLED), DISMISSED, by=ORGANIZERS),
        # The same responses under a newer extraction rule.
        edges("rescore", FINISHED, FINISHED, by=ORGANIZERS | {SYSTEM}),
        edges("rescore", STALE, STALE, by=ORGANIZERS | {SYSTEM}),
        # Which of several runs stands for a model in tables.
        edges("choose", FINISHED, FINISHED, by=ORGANIZERS),
        edges("choose", STALE, STALE, by=ORGANIZERS),
        edges("unchoose", FINISHED, FINISHED, by=ORGANIZERS),
        edges("unchoose", STALE, STALE, by=ORGANIZERS),
        # A newer release is published: the score stays, with the release it belongs to.
        edges("supersede", FINISHED, STALE, by={SYSTEM}),
    ),
)

PROPOSED = "proposed"
KEPT = "kept"
REMOVED = "removed"

PICTURE_CHECK = Machine(
    "picture_check",
    PROPOSED,
    (
        edges("keep", PROPOSED, KEPT, by=ORGANIZERS, reason_required=True),
        edges("remove", (PROPOSED, KEPT), REMOVED, by=ORGANIZERS, reason_required=True),
    ),
)
"""Decision on a question that every text-only model solved."""
