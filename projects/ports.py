"""Interfaces of projects to later stages; bound by config.wiring."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple
from typing import Protocol as Interface

from core.errors import FieldProblem
from core.models import LedgerEntry
from core.ports import Port
from core.services import Actor
from projects.models import Project, ProtocolVersion, SecurityEvent
from subtext_protocol.changes import Change
from subtext_protocol.document import Protocol

ProtocolCheck = Callable[[Protocol], None]
_checks: list[ProtocolCheck] = []


def bind_protocol_check(check: ProtocolCheck) -> None:
    """Add a check that raises InvalidInputError if a stage cannot follow a protocol."""
    if check not in _checks:
        _checks.append(check)


def check_protocol(protocol: Protocol) -> None:
    """Check that every stage can follow the protocol. Raises InvalidInputError."""
    for check in _checks:
        check(protocol)


class ProtocolMigration(NamedTuple):
    """A change of a project's protocol."""

    project: Project
    """The project, whose current protocol is already the new version."""
    old: Protocol
    version: ProtocolVersion
    changes: Sequence[Change]
    actor: Actor


class StageWork(Interface):
    """The interface to one stage's work under a project's protocol."""

    def counts(self, project: Project) -> Mapping[str, int]:
        """Return the amount of work by kind."""

    def using(self, project: Project, path: str) -> Collection[int]:
        """Return the ids of items whose work uses the field or choice at this path."""

    def obstacles(
        self, project: Project, changes: Sequence[Change]
    ) -> Sequence[FieldProblem]:
        """Return the changes that come too late for the existing work, and why."""

    def follow(self, move: ProtocolMigration) -> None:
        """Migrate the stage's work, in the transaction of the protocol change."""


_stages: list[StageWork] = []


def bind_stage_work(stage: StageWork) -> None:
    """Add a stage. Stages migrate in the order in which they were bound."""
    if all(type(bound_stage) is not type(stage) for bound_stage in _stages):
        _stages.append(stage)


def stage_works() -> Sequence[StageWork]:
    """Return the stages that have work under a protocol."""
    return _stages


SubjectNames = Callable[[Project, Collection[int]], Mapping[int, str]]
_subject_names: dict[str, SubjectNames] = {}


def bind_subject_names(machine: str, names: SubjectNames) -> None:
    """Let ``names`` name the objects of a machine in the history, by id."""
    _subject_names[machine] = names


def subject_names(
    project: Project, machine: str, ids: Collection[int]
) -> Mapping[int, str]:
    """Return the names of objects that still exist, as pages show them."""
    return _subject_names[machine](project, ids)


EntryReason = Callable[[LedgerEntry, Sequence[Protocol]], str]
_entry_reasons: dict[tuple[str, str], EntryReason] = {}


def bind_entry_reason(machine: str, action: str, reason: EntryReason) -> None:
    """Let ``reason`` put an action's reason into words, if it is an id of the protocol.

    It receives the entry and all protocols of the project, the current one first.
    """
    _entry_reasons[machine, action] = reason


def entry_reason(machine: str, action: str) -> EntryReason | None:
    """Return what puts the reasons of an action into words; None if people wrote them."""
    return _entry_reasons.get((machine, action))


class InstalledPlugins(NamedTuple):
    """Question formats and checks that are installed."""

    formats: Sequence[str]
    checks: Sequence[str]


@Port
def installed_plugins() -> InstalledPlugins:
    """Return the question formats and checks that the protocol editor offers."""
    return InstalledPlugins((), ())


@Port
def notify_of_event(event: SecurityEvent) -> None:
    """Notify the person whom a security event is about, in its transaction."""
