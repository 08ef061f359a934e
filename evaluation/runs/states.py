"""State machines of evaluation runs and image-dependence decisions."""

from core.domain.machine import Machine, edges

QUEUED = "queued"
RUNNING = "running"
FINISHED = "finished"
FAILED = "failed"
CANCELLED = "cancelled"
DISMISSED = "dismissed"
STALE = "stale"

_ORGANIZERS = "organizer maintainer"

RUN = Machine(
    "run",
    QUEUED,
    (
        # A file with responses that were computed elsewhere.
        edges("receive", QUEUED, QUEUED, by=f"system annotator {_ORGANIZERS}"),
        edges("begin", QUEUED, RUNNING, by="system"),
        edges("finish", (QUEUED, RUNNING), FINISHED, by="system"),
        edges("fail", (QUEUED, RUNNING), FAILED, by="system", reason_required=True),
        edges("cancel", (QUEUED, RUNNING), CANCELLED, by=f"system {_ORGANIZERS}"),
        edges("retry", (FAILED, CANCELLED, DISMISSED), QUEUED, by=_ORGANIZERS),
        # Only questions whose response is an error are asked again; until the new
        # scores are there, the run keeps those that it has.
        edges("retry_errors", (FINISHED, STALE), QUEUED, by=_ORGANIZERS),
        # Lists leave it out; its responses are kept.
        edges("dismiss", (FAILED, CANCELLED), DISMISSED, by=_ORGANIZERS),
        # The same responses under a newer extraction rule.
        edges("rescore", FINISHED, FINISHED, by=f"system {_ORGANIZERS}"),
        edges("rescore", STALE, STALE, by=f"system {_ORGANIZERS}"),
        # Which of several runs stands for a model in tables.
        edges("choose", FINISHED, FINISHED, by=_ORGANIZERS),
        edges("choose", STALE, STALE, by=_ORGANIZERS),
        edges("unchoose", FINISHED, FINISHED, by=_ORGANIZERS),
        edges("unchoose", STALE, STALE, by=_ORGANIZERS),
        # A newer release is published: the score stays, with the release it belongs to.
        edges("supersede", FINISHED, STALE, by="system"),
    ),
)

PROPOSED = "proposed"
KEPT = "kept"
REMOVED = "removed"

PICTURE_CHECK = Machine(
    "picture_check",
    PROPOSED,
    (
        edges("keep", PROPOSED, KEPT, by=_ORGANIZERS, reason_required=True),
        edges(
            "remove", (PROPOSED, KEPT), REMOVED, by=_ORGANIZERS, reason_required=True
        ),
    ),
)
"""Decision on a question that every text-only model solved."""
