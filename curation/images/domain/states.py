"""States and transitions of an image (see docs/explanation/architecture.md).

The states of excluded images are those that the stages of curation declare.
"""

from core.domain.machine import SYSTEM, StateMachine, make_transitions
from core.domain.texts import Text
from curation.stages.registry import INSTALLED, automatic_stages, people_stage
from projects.roles import ORGANIZERS, PARTICIPANTS

IMPORTED = "imported"
IN_SCREENING = "in_screening"
ACCEPTED = "accepted"
WITHDRAWN = "withdrawn"

REMOVED = tuple(stage.state for stage in automatic_stages())
"""States of images that a job excluded, in the order of the stages."""
DISCARDED = people_stage().state
UNDECIDED = (IMPORTED, IN_SCREENING)
EXCLUDED = (*REMOVED, DISCARDED)


IMAGE = StateMachine(
    "image",
    IMPORTED,
    (
        *(
            make_transitions(
                stage.action, UNDECIDED, stage.state, by=ORGANIZERS | {SYSTEM}
            )
            for stage in automatic_stages()
        ),
        make_transitions(
            "pass_filters",
            IMPORTED,
            IN_SCREENING,
            by=ORGANIZERS | {SYSTEM},
            entries="one",
        ),
        # For published benchmarks, whose images were screened before.
        make_transitions("adopt", UNDECIDED, ACCEPTED, by=ORGANIZERS | {SYSTEM}),
        # In screening, the person with the deciding vote is the actor.
        make_transitions("accept", IN_SCREENING, ACCEPTED, by=PARTICIPANTS | {SYSTEM}),
        make_transitions(
            people_stage().action, IN_SCREENING, DISCARDED, by=PARTICIPANTS | {SYSTEM}
        ),
        make_transitions(
            "undo_accept",
            ACCEPTED,
            IN_SCREENING,
            by=PARTICIPANTS | {SYSTEM},
            undoes="accept",
        ),
        make_transitions(
            "undo_discard",
            DISCARDED,
            IN_SCREENING,
            by=PARTICIPANTS | {SYSTEM},
            undoes=people_stage().action,
        ),
        # A restored image continues with the stage after the one that excluded it.
        make_transitions(
            "restore", REMOVED, IMPORTED, by=ORGANIZERS, reason_required=True
        ),
        make_transitions(
            "restore", DISCARDED, IN_SCREENING, by=ORGANIZERS, reason_required=True
        ),
        # After a change of parameters the stage itself restores the image.
        make_transitions("refilter", REMOVED, IMPORTED, by=ORGANIZERS | {SYSTEM}),
        make_transitions(
            "withdraw",
            (*UNDECIDED, *EXCLUDED, ACCEPTED),
            WITHDRAWN,
            by=ORGANIZERS | {SYSTEM},
            reason_required=True,
        ),
    ),
    words={
        name: Text("{text}", text=stage.texts[text])
        for stage in INSTALLED
        for name, text in ((stage.state, "status"), (stage.action, "action"))
    },
)
