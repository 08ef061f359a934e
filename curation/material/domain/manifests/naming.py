"""Which files of the material are manifests: the one rule for every kind of import.

A file is a manifest if it is named ``manifest.*`` or ``metadata.*``, in any folder and
any case. A table under another name is one if it is the argument of the command, or the
only file.
"""

import mimetypes
from pathlib import PurePosixPath

TABLES = (".csv", ".tsv", ".tab", ".txt", ".jsonl", ".ndjson")
"""File name extensions of tables that can be read."""
_NAMES = ("manifest", "metadata")


def is_table_file(path: str) -> bool:
    """Return whether a file has the name of a table that can be read."""
    return path.lower().endswith(TABLES)


def may_be_table(path: str) -> bool:
    """Return whether a file has the name of a table, whether it can be read or not."""
    return is_table_file(path) or path.lower().endswith(".json")


def is_manifest_name(path: str) -> bool:
    """Return whether a file is a manifest by its name, whether it can be read or not."""
    name = PurePosixPath(path.replace("\\", "/")).name
    if name.partition(".")[0].strip().casefold() not in _NAMES:
        return False
    kind, _ = mimetypes.guess_type(name, strict=False)
    return kind is None or not kind.startswith("image/")
