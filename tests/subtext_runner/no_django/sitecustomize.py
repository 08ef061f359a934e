"""A machine without Django: Python imports this by itself at its start."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_ABSENT = {"config", "django", "rest_framework"}


class _Absent(MetaPathFinder):
    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in _ABSENT:
            raise ModuleNotFoundError(f"no {fullname} on this machine", name=fullname)
        return None


sys.meta_path.insert(0, _Absent())
