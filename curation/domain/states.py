"""States and transitions of an image (see docs/explanation/architecture.md)."""

from workflow.domain.machine import Machine, edges

IMPORTED = "imported"
DUPLICATE = "duplicate"
TOO_MUCH_TEXT = "too_much_text"
IN_SCREENING = "in_screening"
DISCARDED = "discarded"
ACCEPTED = "accepted"
WITHDRAWN = "withdrawn"

UNDECIDED = (IMPORTED, IN_SCREENING)
EXCLUDED = (DUPLICATE, TOO_MUCH_TEXT, DISCARDED)

_PEOPLE = "annotator organizer maintainer"
_ORGANIZERS = "organizer maintainer"

IMAGE = Machine(
    "image",
    IMPORTED,
    (
        edges(
            "mark_duplicate",
            (IMPORTED, IN_SCREENING),
            DUPLICATE,
            by=f"system {_ORGANIZERS}",
        ),
        edges(
            "exclude_text",
            (IMPORTED, IN_SCREENING),
            TOO_MUCH_TEXT,
            by=f"system {_ORGANIZERS}",
        ),
        edges("pass_filters", IMPORTED, IN_SCREENING, by=f"system {_ORGANIZERS}"),
        # For published benchmarks, whose images were screened before.
        edges(
            "adopt",
            (IMPORTED, IN_SCREENING),
            ACCEPTED,
            by=f"system {_ORGANIZERS}",
        ),
        # In screening, the person with the deciding vote is the actor.
        edges("accept", IN_SCREENING, ACCEPTED, by=f"system {_PEOPLE}"),
        edges("discard", IN_SCREENING, DISCARDED, by=f"system {_PEOPLE}"),
        edges(
            "undo_accept",
            ACCEPTED,
            IN_SCREENING,
            by=f"system {_PEOPLE}",
            undoes="accept",
        ),
        edges(
            "undo_discard",
            DISCARDED,
            IN_SCREENING,
            by=f"system {_PEOPLE}",
            undoes="discard",
        ),
        # A restored image continues with the filter after the one that excluded it.
        edges(
            "restore",
            (DUPLICATE, TOO_MUCH_TEXT),
            IMPORTED,
            by=_ORGANIZERS,
            reason_required=True,
        ),
        edges("restore", DISCARDED, IN_SCREENING, by=_ORGANIZERS, reason_required=True),
        # After a change of parameters the filter itself restores the image.
        edges(
            "refilter", (DUPLICATE, TOO_MUCH_TEXT), IMPORTED, by=f"system {_ORGANIZERS}"
        ),
        edges(
            "withdraw",
            (
                IMPORTED,
                DUPLICATE,
                TOO_MUCH_TEXT,
                IN_SCREENING,
                DISCARDED,
                ACCEPTED,
            ),
            WITHDRAWN,
            by=f"system {_ORGANIZERS}",
            reason_required=True,
        ),
    ),
)
