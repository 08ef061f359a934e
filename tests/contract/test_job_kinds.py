"""Every kind of job is declared when a process has started, with a function."""

import inspect
import re
import subprocess
import sys
from importlib import import_module

import pytest

from tests.journeys.product import ROOT

DECLARATION = re.compile(r'job_kind\(\s*"([\w.]+)",[^"]*?\brun="([\w.]+)"', re.DOTALL)
FUNCTIONS = {
    name: path
    for module in ROOT.glob("*/job_kinds.py")
    for name, path in DECLARATION.findall(module.read_text("utf-8"))
}
START = """
import django
django.setup()
from core.job_kinds import get_job_function, job_kinds_of_role
for name in {names!r}: get_job_function(name)
print(*job_kinds_of_role("maintainer"), *job_kinds_of_role(""))
"""


def test_every_kind_is_declared_when_a_process_has_started() -> None:
    """Pages list jobs, and workers run them, without having enqueued one."""
    started = subprocess.run(
        [sys.executable, "-c", START.format(names=[*FUNCTIONS])],
        capture_output=True,
        text=True,
        check=True,
    )
    # A schedule requests backups and no person may: no page of a project lists them.
    assert set(FUNCTIONS) - {*started.stdout.split()} == {"backups.backup"}


@pytest.mark.parametrize("path", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_kind_has_a_function_that_takes_a_job(path: str) -> None:
    module, _, name = path.rpartition(".")
    function = getattr(import_module(module), name)
    inspect.signature(function).bind(job=None, progress=None)
