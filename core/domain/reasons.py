"""Reasons of failures in plain words, from the errors of libraries and the system.

Their messages name paths of the server, classes and internals; a person can use none
of these. The error itself stays the cause of what is raised, for the log.
"""

import codecs
import errno
import json
from collections.abc import Mapping

from core.domain.texts import Text, _

_SYSTEM: Mapping[int, Text] = {
    errno.ENOENT: _("there is no such file or folder"),
    errno.EACCES: _("the server may not read or write it"),
    errno.EPERM: _("the server may not read or write it"),
    errno.EROFS: _("the disk accepts no changes"),
    errno.EISDIR: _("it is a folder"),
    errno.ENOTDIR: _("a part of its path is a file"),
    errno.EEXIST: _("a file or folder of this name exists"),
    errno.ENAMETOOLONG: _("its name is too long"),
    errno.EILSEQ: _("its name cannot be used"),
    errno.EINVAL: _("its name or content cannot be used"),
    errno.ELOOP: _("its links lead in a circle"),
    errno.ENOSPC: _("the disk is full"),
    errno.EDQUOT: _("the disk is full"),
    errno.EMFILE: _("the server has too many files open"),
    errno.ENFILE: _("the server has too many files open"),
    errno.EIO: _("the disk fails"),
    errno.ECONNREFUSED: _("there is no connection"),
    errno.ECONNRESET: _("there is no connection"),
    errno.ENETUNREACH: _("there is no connection"),
    errno.EHOSTUNREACH: _("there is no connection"),
    errno.ETIMEDOUT: _("there was no response in time"),
}


_DAMAGED = _("it is damaged or has another format")


def describe_failure(error: BaseException, otherwise: Text = _DAMAGED) -> Text:
    """Return why something failed, as a part of a sentence for people.

    ``otherwise`` is the reason where the kind of the error says nothing.
    """
    message = str(error)
    if isinstance(message, Text):
        return message
    match error:
        case json.JSONDecodeError():
            return _(
                "it is not JSON (line {line}, column {column})",
                line=error.lineno,
                column=error.colno,
            )
        case UnicodeDecodeError():
            return _(
                "it is not text in {encoding} (byte {number})",
                encoding=codecs.lookup(error.encoding).name.upper(),
                number=f"{error.start + 1:,}",
            )
        case UnicodeEncodeError():
            return _("it has characters that cannot be written")
        case TimeoutError():
            return _SYSTEM[errno.ETIMEDOUT]
        case ConnectionError():
            return _SYSTEM[errno.ECONNREFUSED]
        case OSError(errno=int(number)) if number in _SYSTEM:
            return _SYSTEM[number]
        case KeyError():
            return _("{name} is missing in it", name=error.args[0])
        case MemoryError():
            return _("it needs more memory than is available")
        case RecursionError():
            return _("it is nested too deeply")
        case NotImplementedError():
            return _("it is of a kind that is not supported")
        case EOFError():
            return _("it ends too early")
    status = getattr(getattr(error, "response", None), "status_code", None)
    if status is not None:
        return _("the server answered with status {status_code}", status_code=status)
    mark = getattr(error, "problem_mark", None)
    if mark is not None:
        place = {"line": mark.line + 1, "column": mark.column + 1}
        return _("it is not YAML (line {line}, column {column})", **place)
    return otherwise
