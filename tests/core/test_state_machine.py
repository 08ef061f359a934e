import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.items.domain.slot_states import SLOT
from core.domain.machine import IllegalMoveError, StateMachine, make_transitions
from curation.images.domain.states import IMAGE
from review.adjudication.domain.case_states import CASE
from review.rounds.domain.round_states import PLACE, ROUND

MACHINES = [IMAGE, SLOT, CASE, ROUND, PLACE]
ROLES = ["annotator", "organizer", "maintainer", "system"]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_every_state_can_be_reached(machine: StateMachine) -> None:
    reached = {machine.initial}
    grown = True
    while grown:
        grown = False
        for state in list(reached):
            for role in ROLES:
                for edge in machine.transitions_of_role(state, role):
                    grown |= edge.target not in reached
                    reached.add(edge.target)
    assert reached == set(machine.states)


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_an_undo_leads_back_to_where_the_undone_action_came_from(
    machine: StateMachine,
) -> None:
    every = [edge for group in machine.table for edge in group]
    for undo in (edge for edge in every if edge.undoes):
        done = [
            edge
            for edge in every
            if edge.action == undo.undoes and edge.target == undo.source
        ]
        assert undo.target in {edge.source for edge in done}


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_a_maintainer_may_all_that_an_organizer_may(machine: StateMachine) -> None:
    for state in machine.states:
        organizer = set(machine.transitions_of_role(state, "organizer"))
        assert organizer <= set(machine.transitions_of_role(state, "maintainer"))


@given(st.lists(st.sampled_from(["lease", "submit", "expire", "decline", "nonsense"])))
def test_a_random_walk_never_leaves_the_table(actions: list[str]) -> None:
    state = SLOT.initial
    for action in actions:
        try:
            state = SLOT.find_transition(state, action).target
        except IllegalMoveError:
            continue
        assert state in SLOT.states


def test_two_edges_for_one_move_are_refused() -> None:
    with pytest.raises(ValueError, match="two edges"):
        StateMachine("m", "a", (make_transitions("go", "a", "b", by={"system"}),) * 2)
