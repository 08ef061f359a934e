"""Splits that the names of files say."""

import re
from pathlib import Path

_SHARD = re.compile(r"(-\d{5}-of-\d{5}|[-_]\d{3,6})$")
"""End of the names of files that share a split."""
_NO_SPLIT = ("data", "metadata", "shard")
"""Names of files that say nothing of the split; their folder does."""


def split_of_file(file: Path) -> str:
    """Return the split that the name of a file says, else that of its folder.

    ``test-00000-of-00002.parquet`` and ``test/data-00000-of-00001.arrow`` are of test.
    """
    name = _SHARD.sub("", file.stem)
    return file.parent.name if name in _NO_SPLIT and file.parent.name else name
