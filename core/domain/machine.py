"""State machines declared as tables of edges."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Literal

from core.domain.texts import Text, _

SYSTEM = "system"
"""The role of Subtext itself: jobs and consequences of other transitions."""

Entries = Literal["each", "one", "none"]
"""How many ledger entries a transition of several objects writes: one for each, one that
all share, or none because other rows say who did it and when."""


@dataclass(frozen=True, kw_only=True)
class StateTransition:
    """A transition from one state to another.

    ``action`` is a verb, which may start from several states. ``undoes`` names the
    action that this one reverses.
    """

    action: str
    source: str
    target: str
    roles: frozenset[str]
    reason_required: bool = False
    undoes: str | None = None
    entries: Entries = "each"


class IllegalMoveError(ValueError):
    """The machine has no such edge."""


def make_transitions(
    action: str,
    sources: str | Iterable[str],
    target: str,
    *,
    by: AbstractSet[str],
    reason_required: bool = False,
    undoes: str | None = None,
    entries: Entries = "each",
) -> tuple[StateTransition, ...]:
    """Return one edge per source, for people in one of the roles ``by``."""
    return tuple(
        StateTransition(
            action=action,
            source=source,
            target=target,
            roles=frozenset(by),
            reason_required=reason_required,
            undoes=undoes,
            entries=entries,
        )
        for source in ([sources] if isinstance(sources, str) else sources)
    )


@dataclass(frozen=True)
class StateMachine:
    """A state machine: its name, its initial state and its edges.

    ``words`` names states and actions for people, in every language. Those without an
    entry are translated by the catalogue.
    """

    name: str
    initial: str
    table: tuple[tuple[StateTransition, ...], ...]
    words: Mapping[str, Text] = field(default_factory=dict)
    _by_move: dict[tuple[str, str], StateTransition] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        for group in self.table:
            for edge in group:
                move = (edge.source, edge.action)
                if move in self._by_move:
                    raise ValueError(f"{self.name}: two edges for {move}")
                self._by_move[move] = edge

    @property
    def states(self) -> tuple[str, ...]:
        """The states in the order of the table, the initial one first."""
        seen = {self.initial: None}
        for edge in self._by_move.values():
            seen[edge.source] = None
            seen[edge.target] = None
        return tuple(seen)

    def display_name(self, name: str) -> Text:
        """Return the name of a state or an action for people."""
        return self.words.get(name) or Text(name)

    def find_transition(self, source: str, action: str) -> StateTransition:
        """Return the edge of ``action`` from ``source``. Raises IllegalMoveError."""
        try:
            return self._by_move[source, action]
        except KeyError:
            raise IllegalMoveError(
                _(
                    "“{action}” is not possible: the status of this {name} is “{source}”.",
                    action=self.display_name(action),
                    name=Text(self.name),
                    source=self.display_name(source),
                )
            ) from None

    def transitions_of_role(
        self, source: str, role: str
    ) -> tuple[StateTransition, ...]:
        """Return the edges that ``role`` may take from ``source``."""
        return tuple(
            edge
            for (state, _), edge in self._by_move.items()
            if state == source and role in edge.roles
        )
