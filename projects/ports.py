"""What projects asks of later stages, without knowing them; bound by config.wiring."""

from collections.abc import Callable

from projects.domain.protocol.document import Protocol

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
