"""State machine of cases; an item has one case."""

from core.domain.machine import SYSTEM, Machine, edges
from projects.roles import ORGANIZERS, PARTICIPANTS

COMPARING = "comparing"
TO_ADJUDICATE = "to_adjudicate"
TO_MERGE = "to_merge"
FINAL = "final"
IN_VALIDATION = "in_validation"
REWORK = "rework"
VALIDATED = "validated"
DROPPED = "dropped"


CASE = Machine(
    "case",
    COMPARING,
    (
        # At once with the last submission, whose entry has the time; the result is in
        # the comparison, and the source of the next entry.
        edges("dispute", COMPARING, TO_ADJUDICATE, by={SYSTEM}, entries="none"),
        edges("agree", COMPARING, TO_MERGE, by={SYSTEM}, entries="none"),
        # With one annotator there is nothing to choose from.
        edges("adopt", COMPARING, FINAL, by={SYSTEM}),
        # The annotator withdrew it, or it was returned, before anyone acted on it.
        edges("unadopt", FINAL, COMPARING, by={SYSTEM}, undoes="adopt"),
        # Without rounds it was validated at once.
        edges("unadopt", VALIDATED, COMPARING, by={SYSTEM}),
        # Published elsewhere: the record stays as published. What the protocol would
        # reject, or an audit has found, goes to rework at once.
        edges("import", COMPARING, FINAL, by=ORGANIZERS),
        edges("import_unsound", COMPARING, REWORK, by=ORGANIZERS, reason_required=True),
        edges("finalize", (TO_ADJUDICATE, TO_MERGE), FINAL, by=ORGANIZERS),
        # Consensus: one annotator proposes, all others agree.
        *(
            edges("propose", state, state, by=PARTICIPANTS)
            for state in (TO_ADJUDICATE, TO_MERGE)
        ),
        *(
            edges("agree_to", state, state, by=PARTICIPANTS)
            for state in (TO_ADJUDICATE, TO_MERGE)
        ),
        edges("settle", (TO_ADJUDICATE, TO_MERGE), FINAL, by=PARTICIPANTS),
        edges(
            "discard",
            (TO_ADJUDICATE, TO_MERGE),
            DROPPED,
            by=PARTICIPANTS,
            reason_required=True,
        ),
        edges("undo_dispute", FINAL, TO_ADJUDICATE, by=ORGANIZERS, undoes="finalize"),
        edges("undo_merge", FINAL, TO_MERGE, by=ORGANIZERS, undoes="finalize"),
        # Generated questions: drafted by the rule, then accepted.
        edges("draft_questions", FINAL, FINAL, by=ORGANIZERS | {SYSTEM}),
        edges("accept_questions", FINAL, FINAL, by=ORGANIZERS),
        # An annotation was returned or withdrawn: compare again once all are in.
        edges(
            "recompare",
            (TO_ADJUDICATE, TO_MERGE),
            COMPARING,
            by=PARTICIPANTS | {SYSTEM},
        ),
        edges(
            "ask",
            (FINAL, VALIDATED),
            IN_VALIDATION,
            by=ORGANIZERS | {SYSTEM},
            entries="one",
        ),
        edges(
            "fail",
            (IN_VALIDATION, VALIDATED),
            REWORK,
            by=ORGANIZERS | {SYSTEM},
            reason_required=True,
        ),
        edges("resubmit", REWORK, IN_VALIDATION, by=PARTICIPANTS, reason_required=True),
        edges(
            "validate", (IN_VALIDATION, FINAL), VALIDATED, by={SYSTEM}, entries="one"
        ),
        # An edit changes the record, not the state; the entry holds before and after.
        *(
            edges("edit", state, state, by=ORGANIZERS | {SYSTEM}, reason_required=True)
            for state in (FINAL, IN_VALIDATION, REWORK, VALIDATED)
        ),
        edges(
            "drop",
            (
                COMPARING,
                TO_ADJUDICATE,
                TO_MERGE,
                FINAL,
                IN_VALIDATION,
                REWORK,
                VALIDATED,
            ),
            DROPPED,
            by=ORGANIZERS | {SYSTEM},
            reason_required=True,
        ),
        # It rests on voided work: all annotations are compared again once they are in.
        edges(
            "void",
            (FINAL, IN_VALIDATION, REWORK, VALIDATED),
            COMPARING,
            by=ORGANIZERS,
            reason_required=True,
        ),
        # Restored: a decided item stays decided and goes to the next round; any other
        # is compared again.
        edges("restore", DROPPED, COMPARING, by=ORGANIZERS, reason_required=True),
        edges("restore_decided", DROPPED, FINAL, by=ORGANIZERS, reason_required=True),
    ),
)
