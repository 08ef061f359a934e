"""What `make test` says of its gates, and what `make test-changed` runs."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOLS = Path(__file__).resolve().parent.parent.parent / "tools"


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(TOOLS)
    return import_module("check")


@pytest.fixture
def changed(check: ModuleType) -> ModuleType:
    return import_module("changed")


def ending_with(check: ModuleType, code: int) -> Any:
    """A gate that prints a line and ends."""
    return check.Gate([sys.executable, "-c", f"print('a line'); exit({code})"])


def test_every_failure_is_listed_after_what_the_gates_printed(
    check: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = {"good": 0, "bad": 3, "worse": 1}
    gates = {name: ending_with(check, code) for name, code in codes.items()}
    assert check.run_gates(gates) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert lines.count("a line") == 3
    assert set(last.removeprefix("Failed: ").split(", ")) == {"bad", "worse"}
    assert check.run_gates({"good": gates["good"]}) == 0
    assert capsys.readouterr().out.endswith("Every gate passed.\n")


@pytest.mark.parametrize("everything", [True, False])
def test_a_missing_service_is_a_failure_in_continuous_integration_only(
    check: ModuleType, monkeypatch: pytest.MonkeyPatch, everything: bool
) -> None:
    monkeypatch.setattr(check, "CI", everything)
    assert check.run_gates({}, ["Redis"]) == int(everything)


def test_a_changed_template_is_tested_by_its_subject(changed: ModuleType) -> None:
    template = Path("releases/layouts/domain/templates/card.en.md.j2")
    assert "tests/releases/layouts" in changed.touched_tests([template])


def test_a_subject_is_tested_by_its_folder_or_that_of_its_package(
    changed: ModuleType,
) -> None:
    found = changed.touched_tests([Path("curation/imports/services/requests.py")])
    assert "tests/curation/imports" in found
    assert "tests/curation/screening" not in found
    assert "tests/curation" in changed.touched_tests([Path("curation/tasks.py")])


def test_a_changed_module_is_tested_by_its_package_and_by_who_imports_it(
    changed: ModuleType,
) -> None:
    found = changed.touched_tests([Path("subtext_protocol/shipped.py")])
    assert {"tests/subtext_protocol", "tests/contract"} <= set(found)
    assert "tests/chain/test_whole_chain.py" in found
    assert "tests/annotation/slots/test_leases.py" not in found
    assert not [path for path in found if path.startswith("tests/journeys")]


def test_a_changed_test_is_run(changed: ModuleType) -> None:
    test = "tests/core/test_jobs.py"
    found = changed.touched_tests([Path(test)])
    assert test in found
    assert "tests/core" not in found
