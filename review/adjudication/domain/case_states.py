"""State machine of cases; an item has one case."""

from core.domain.machine import SYSTEM, StateMachine, make_transitions
from projects.roles import ORGANIZERS, PARTICIPANTS

COMPARING = "comparing"
TO_ADJUDICATE = "to_adjudicate"
TO_MERGE = "to_merge"
FINAL = "final"
IN_VALIDATION = "in_validation"
REWORK = "rework"
VALIDATED = "validated"
DROPPED = "dropped"


CASE = StateMachine(
    "case",
    COMPARING,
    (
        # At once with the last submission, whose entry has the time; the result is in
        # the comparison, and the source of the next entry.
        make_transitions(
            "dispute", COMPARING, TO_ADJUDICATE, by={SYSTEM}, entries="none"
        ),
        make_transitions("agree", COMPARING, TO_MERGE, by={SYSTEM}, entries="none"),
        # With one annotator there is nothing to choose from.
        make_transitions("adopt", COMPARING, FINAL, by={SYSTEM}),
        # The annotator withdrew it, or it was returned, before anyone acted on it.
        make_transitions("unadopt", FINAL, COMPARING, by={SYSTEM}, undoes="adopt"),
        # Without rounds it was validated at once.
        make_transitions("unadopt", VALIDATED, COMPARING, by={SYSTEM}),
        # Published elsewhere: the record stays as published. What the protocol would
        # reject, or an audit has found, goes to rework at once.
        make_transitions("import", COMPARING, FINAL, by=ORGANIZERS),
        make_transitions(
            "import_unsound", COMPARING, REWORK, by=ORGANIZERS, reason_required=True
        ),
        make_transitions("finalize", (TO_ADJUDICATE, TO_MERGE), FINAL, by=ORGANIZERS),
        # Consensus: one annotator proposes, all others agree.
        *(
            make_transitions("propose", state, state, by=PARTICIPANTS)
            for state in (TO_ADJUDICATE, TO_MERGE)
        ),
        *(
            make_transitions("agree_to", state, state, by=PARTICIPANTS)
            for state in (TO_ADJUDICATE, TO_MERGE)
        ),
        make_transitions("settle", (TO_ADJUDICATE, TO_MERGE), FINAL, by=PARTICIPANTS),
        make_transitions(
            "discard",
            (TO_ADJUDICATE, TO_MERGE),
            DROPPED,
            by=PARTICIPANTS,
            reason_required=True,
        ),
        make_transitions(
            "undo_dispute", FINAL, TO_ADJUDICATE, by=ORGANIZERS, undoes="finalize"
        ),
        make_transitions(
            "undo_merge", FINAL, TO_MERGE, by=ORGANIZERS, undoes="finalize"
        ),
        # Generated questions: drafted by the rule, then accepted.
        make_transitions("draft_questions", FINAL, FINAL, by=ORGANIZERS | {SYSTEM}),
        make_transitions("accept_questions", FINAL, FINAL, by=ORGANIZERS),
        # An annotation was returned or withdrawn: compare again once all are in.
        make_transitions(
            "recompare",
            (TO_ADJUDICATE, TO_MERGE),
            COMPARING,
            by=PARTICIPANTS | {SYSTEM},
        ),
        make_transitions(
            "ask",
            (FINAL, VALIDATED),
            IN_VALIDATION,
            by=ORGANIZERS | {SYSTEM},
            entries="one",
        ),
        make_transitions(
            "fail",
            (IN_VALIDATION, VALIDATED),
            REWORK,
            by=ORGANIZERS | {SYSTEM},
            reason_required=True,
        ),
        make_transitions(
            "resubmit", REWORK, IN_VALIDATION, by=PARTICIPANTS, reason_required=True
        ),
        make_transitions(
            "validate", (IN_VALIDATION, FINAL), VALIDATED, by={SYSTEM}, entries="one"
        ),
        # An edit changes the record, not the state; the entry holds before and after.
        *(
            make_transitions(
                "edit", state, state, by=ORGANIZERS | {SYSTEM}, reason_required=True
            )
            for state in (FINAL, IN_VALIDATION, REWORK, VALIDATED)
        ),
        make_transitions(
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
        make_transitions(
            "void",
            (FINAL, IN_VALIDATION, REWORK, VALIDATED),
            COMPARING,
            by=ORGANIZERS,
            reason_required=True,
        ),
        # Restored: a decided item stays decided and goes to the next round; any other
        # is compared again.
        make_transitions(
            "restore", DROPPED, COMPARING, by=ORGANIZERS, reason_required=True
        ),
        make_transitions(
            "restore_decided", DROPPED, FINAL, by=ORGANIZERS, reason_required=True
        ),
    ),
)
