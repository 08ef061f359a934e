"""What projects asks of later stages, without knowing them; bound by config.wiring."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple
from typing import Protocol as Port

from projects.domain.protocol.changes import Change
from projects.domain.protocol.document import Protocol
from projects.models import Project, ProtocolVersion
from workflow.errors import FieldProblem
from workflow.services import Actor

ProtocolCheck = Callable[[Protocol], None]
_checks: list[ProtocolCheck] = []


def bind_protocol_check(check: ProtocolCheck) -> None:
    """``check`` raises Invalid when a stage cannot do what a protocol asks for."""
    if check not in _checks:
        _checks.append(check)


def check_protocol(protocol: Protocol) -> None:
    """Ask every stage whether it can follow the protocol. Raises Invalid."""
    for check in _checks:
        check(protocol)


class ProtocolMove(NamedTuple):
    """A project goes from one protocol to another."""

    project: Project
    """The new version is in force in it."""
    old: Protocol
    version: ProtocolVersion
    changes: Sequence[Change]
    actor: Actor


class StageWork(Port):
    """The work that one stage has done under a project's protocol."""

    def counts(self, project: Project) -> Mapping[str, int]:
        """How much there is, by kind."""

    def using(self, project: Project, path: str) -> Collection[int]:
        """Ids of the items whose work uses a field or choice (its path)."""

    def obstacles(
        self, project: Project, changes: Sequence[Change]
    ) -> Sequence[FieldProblem]:
        """Why some of these changes are too late for the work there is."""

    def follow(self, move: ProtocolMove) -> None:
        """Do what the changes ask for, within the change of the protocol."""


_stages: list[StageWork] = []


def bind_stage_work(stage: StageWork) -> None:
    """Stages follow a change in the order in which they were bound."""
    if all(type(one) is not type(stage) for one in _stages):
        _stages.append(stage)


def stage_works() -> Sequence[StageWork]:
    """The stages that have work under a protocol."""
    return _stages


class Installed(NamedTuple):
    """What a protocol can ask for here."""

    formats: Sequence[str]
    checks: Sequence[str]


_installed: list[Installed] = []


def bind_installed(installed: Installed) -> None:
    """The question formats and question checks of this installation."""
    _installed[:] = [installed]


def installed() -> Installed:
    """What the protocol editor can offer."""
    return _installed[0] if _installed else Installed((), ())
