"""The shipped protocols, one YAML file each."""

from functools import cache
from pathlib import Path

from core.domain.texts import _
from subtext_protocol.document import Protocol
from subtext_protocol.reading import ProtocolError, ProtocolProblem, protocol_from_yaml

FOLDER = Path(__file__).resolve().parent / "protocols"


def shipped_ids() -> list[str]:
    """Return the ids of the shipped protocols, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


@cache
def shipped_protocol(protocol_id: str) -> Protocol:
    """Load a shipped protocol, once per process.

    Raises ProtocolError when it does not exist or is invalid.
    """
    if protocol_id not in shipped_ids():
        names = ", ".join(shipped_ids())
        reason = _("no such file or shipped protocol; shipped: {names}", names=names)
        raise ProtocolError(protocol_id, [ProtocolProblem("", reason)])
    return read_protocol(FOLDER / f"{protocol_id}.yaml")


def read_protocol(path: Path) -> Protocol:
    """Load a protocol file. Raises ProtocolError naming the file."""
    return protocol_from_yaml(read_text(path), origin=str(path))


def read_text(path: Path) -> str:
    """Return the text of a protocol file. Raises ProtocolError naming the file."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProtocolError(str(path), [ProtocolProblem("", str(error))]) from error
