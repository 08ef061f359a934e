"""State machines of evaluation runs and image-dependence decisions."""

from core.domain.machine import SYSTEM, StateMachine, make_transitions
from projects.roles import ORGANIZERS, PARTICIPANTS

QUEUED = "queued"
RUNNING = "running"
FINISHED = "finished"
FAILED = "failed"
CANCELLED = "cancelled"
DISMISSED = "dismissed"
STALE = "stale"


RUN = StateMachine(
    "run",
    QUEUED,
    (
        # A file with responses that were computed elsewhere.
        make_transitions("receive", QUEUED, QUEUED, by=PARTICIPANTS | {SYSTEM}),
        make_transitions("begin", QUEUED, RUNNING, by={SYSTEM}),
        make_transitions("finish", (QUEUED, RUNNING), FINISHED, by={SYSTEM}),
        make_transitions(
            "fail", (QUEUED, RUNNING), FAILED, by={SYSTEM}, reason_required=True
        ),
        make_transitions(
            "cancel", (QUEUED, RUNNING), CANCELLED, by=ORGANIZERS | {SYSTEM}
        ),
        make_transitions(
            "retry", (FAILED, CANCELLED, DISMISSED), QUEUED, by=ORGANIZERS
        ),
        # Only questions whose response is an error are asked again; until the new
        # scores are there, the run keeps those that it has.
        make_transitions("retry_errors", (FINISHED, STALE), QUEUED, by=ORGANIZERS),
        # Lists leave it out; its responses are kept.
        make_transitions("dismiss", (FAILED, CANCELLED), DISMISSED, by=ORGANIZERS),
        # The same responses under a newer extraction rule.
        make_transitions("rescore", FINISHED, FINISHED, by=ORGANIZERS | {SYSTEM}),
        make_transitions("rescore", STALE, STALE, by=ORGANIZERS | {SYSTEM}),
        # Which of several runs stands for a model in tables.
        make_transitions("choose", FINISHED, FINISHED, by=ORGANIZERS),
        make_transitions("choose", STALE, STALE, by=ORGANIZERS),
        make_transitions("unchoose", FINISHED, FINISHED, by=ORGANIZERS),
        make_transitions("unchoose", STALE, STALE, by=ORGANIZERS),
        # A newer release is published: the score stays, with the release it belongs to.
        make_transitions("supersede", FINISHED, STALE, by={SYSTEM}),
    ),
)

PROPOSED = "proposed"
KEPT = "kept"
REMOVED = "removed"

PICTURE_CHECK = StateMachine(
    "picture_check",
    PROPOSED,
    (
        make_transitions("keep", PROPOSED, KEPT, by=ORGANIZERS, reason_required=True),
        make_transitions(
            "remove", (PROPOSED, KEPT), REMOVED, by=ORGANIZERS, reason_required=True
        ),
    ),
)
"""Decision on a question that every text-only model solved."""
