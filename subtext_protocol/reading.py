"""Reading and writing the documents of protocols, and what is wrong with one."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import yaml
from pydantic import ValidationError

from core.domain.texts import _
from core.errors import MOST_PROBLEMS
from subtext_protocol.document import Protocol
from subtext_protocol.loading import DocumentError, dump_yaml, load_yaml, require_size
from subtext_protocol.wording import validation_error_reason


class ProtocolProblem(NamedTuple):
    """A problem of a document: its dotted path and the reason."""

    path: str
    reason: str


class ProtocolError(ValueError):
    """An invalid protocol; the message names the file, the paths and the reasons."""

    def __init__(self, origin: str, problems: Sequence[ProtocolProblem]) -> None:
        self.origin = origin
        self.problems = list(problems)
        lines = [f"{origin}: {p.path or 'document'}: {p.reason}" for p in problems]
        super().__init__("\n".join(lines))


def protocol_from_data(data: object, *, origin: str) -> Protocol:
    """Validate a parsed document. Raises ProtocolError naming ``origin``."""
    if not isinstance(data, Mapping):
        raise ProtocolError(origin, [ProtocolProblem("", _("is not a mapping"))])
    try:
        return Protocol.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        problems = [
            ProtocolProblem(
                _dotted_path(data, detail["loc"], detail["type"] == "missing"),
                validation_error_reason(detail),
            )
            for detail in details[:MOST_PROBLEMS]
        ]
        raise ProtocolError(origin, problems) from error


def require_editable(data: object, *, origin: str) -> None:
    """Raise ProtocolError when plain JSON exceeds the limits of a document."""
    try:
        require_size(data)
    except DocumentError as error:
        raise _error_of(error, origin) from error


def _error_of(error: DocumentError, origin: str) -> ProtocolError:
    problems = [ProtocolProblem("", reason) for reason in error.reasons]
    return ProtocolError(origin, problems)


def _dotted_path(
    data: Mapping[object, object], location: Sequence[str | int], missing: bool
) -> str:
    """Return Pydantic's location as a path in the document.

    Pydantic adds the names of union members to a location. They are no keys of the
    document, so they are dropped. The last part of a ``missing`` location is the key
    that is absent.
    """
    node: object = data
    path: list[str] = []
    for part in location:
        children = dict(enumerate(node)) if isinstance(node, list) else node
        if isinstance(children, Mapping) and part in children:
            node = children[part]
            path.append(str(part))
    if missing:
        path.append(str(location[-1]))
    return ".".join(path)


def protocol_from_yaml(text: str, *, origin: str) -> Protocol:
    """Read and validate a YAML document. Raises ProtocolError naming ``origin``."""
    return protocol_from_data(data_from_yaml(text, origin=origin), origin=origin)


def data_from_yaml(text: str, *, origin: str) -> object:
    """Read a YAML document without validating it. Raises ProtocolError for bad YAML."""
    try:
        return load_yaml(text)
    except DocumentError as error:
        raise _error_of(error, origin) from error
    except (yaml.YAMLError, ValueError) as error:
        # ValueError: a number with more digits than Python reads.
        # The parser's note that it read a string and not a file is dropped.
        reason = " ".join(str(error).replace('in "<unicode string>", ', "").split())
        raise ProtocolError(origin, [ProtocolProblem("", reason)]) from error


def to_yaml(data: object) -> str:
    """Return the document as YAML, its keys in their order."""
    return dump_yaml(data)
