"""What projects ask of later stages; filled by ``config.wiring``."""
# mypy: disable-error-code="empty-body"

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple
from typing import Protocol as Interface

from core.errors import FieldProblem
from core.models import LedgerEntry
from core.ports import KeyedPort, Port
from core.services import Actor
from projects.models import Project, ProtocolVersion, SecurityEvent
from subtext_protocol.changes import ProtocolChange
from subtext_protocol.document import Protocol


@Port
def check_protocol(protocol: Protocol) -> None:
    """Check that every stage can follow the protocol. Raises InvalidInputError."""


class ProtocolMigration(NamedTuple):
    """A change of a project's protocol."""

    project: Project
    """The project, whose current protocol is already the new version."""
    old: Protocol
    version: ProtocolVersion
    changes: Sequence[ProtocolChange]
    actor: Actor


class StageWork(Interface):
    """The interface to one stage's work under a project's protocol."""

    def count_work(self, project: Project) -> Mapping[str, int]:
        """Return the amount of work by kind."""

    def items_using_path(self, project: Project, path: str) -> Collection[int]:
        """Return the ids of items whose work uses the field or choice at this path."""

    def list_blocked_changes(
        self, project: Project, changes: Sequence[ProtocolChange]
    ) -> Sequence[FieldProblem]:
        """Return the changes that come too late for the existing work, and why."""

    def migrate_work(self, move: ProtocolMigration) -> None:
        """Migrate the stage's work, in the transaction of the protocol change."""


STAGE_WORK: KeyedPort[str, StageWork] = KeyedPort("projects.ports.STAGE_WORK")
"""The work of every stage under a protocol, in the order in which stages migrate."""

SubjectNames = Callable[[Project, Collection[int]], Mapping[int, str]]
SUBJECT_NAMES: KeyedPort[str, SubjectNames] = KeyedPort("projects.ports.SUBJECT_NAMES")
"""By machine: the names of objects that still exist, by id, as pages show them."""

EntryReason = Callable[[LedgerEntry, Sequence[Protocol]], str]
ENTRY_REASONS: KeyedPort[tuple[str, str], EntryReason] = KeyedPort(
    "projects.ports.ENTRY_REASONS"
)
"""By machine and action: a reason in words, where it is an id of the protocol.

Takes the entry and all protocols of the project, the current one first. People wrote
the reasons of all other actions.
"""


class InstalledPlugins(NamedTuple):
    """Question formats and checks that are installed."""

    formats: Sequence[str]
    checks: Sequence[str]


@Port
def installed_plugins() -> InstalledPlugins:
    """Return the question formats and checks that the protocol editor offers."""


@Port
def notify_of_event(event: SecurityEvent) -> None:
    """Notify the person whom a security event is about, in its transaction."""
