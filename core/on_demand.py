"""Functions that plug-ins and kinds of jobs name by their path.

Their modules load OpenCV, SciPy, PyArrow, boto3 or the like, and may be of a higher
package or of another installation. They are imported at the first call, so a process
answers a second after its start. Code that can import such a module does so inside the
function that uses it. ``tests/contract/test_start_up.py`` lists what must load late.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def import_on_demand(path: str) -> Callable[..., Any]:
    """Return a function that imports ``package.module.name`` at its first call."""
    module, _, name = path.rpartition(".")

    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return call
