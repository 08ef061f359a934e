"""One machine for a local network: Subtext at an address of the machine."""

import shlex
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.compose import eventually
from tests.config.test_settings_table import manage
from tests.config.test_settings_table import start as start_with
from tests.guides.guide import read_guide
from tests.support.container import can_contain
from tests.support.machine import ADDRESS, Machine
from tests.support.services import require_program

START = "SUBTEXT_LISTEN=192.168.1.20 make run DEMO=no"
NAME = socket.gethostname()


@pytest.fixture(scope="module")
def laboratory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine that was started as the guide says."""
    if not can_contain():
        pytest.skip("a network of its own needs root and namespaces")
    for program in ("curl", "ip", "hostname"):
        require_program(program)
    show, start = read_guide("run-in-a-local-network").commands
    machine = Machine(tmp_path_factory.mktemp("laboratory"))
    try:
        assert ADDRESS in machine.run(show).stdout.split()
        assert start == START
        # What `make run` runs when all is built.
        variable = start.split()[0].replace("192.168.1.20", ADDRESS)
        folder = f"SUBTEXT_DATA_DIR={machine.at('/var/lib/subtext')}"
        command = ["env", folder, variable, sys.executable, "manage.py", "run"]
        machine.spawn("run", machine.command(*command))
        assert eventually(lambda: status(machine, ADDRESS) == 200), machine.log("run")
        yield machine
    finally:
        machine.close()


def status(machine: Machine, host: str, *options: str, path: str = "/readyz") -> int:
    """Return the HTTP status there; 0 if nothing answers."""
    asked = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", *options]
    return int(machine.run(shlex.join([*asked, f"http://{host}:8000{path}"])).stdout)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_it_answers_under_the_machines_address(laboratory: Machine) -> None:
    assert status(laboratory, ADDRESS, path="/") == 200
    assert status(laboratory, "127.0.0.1") == 0
    for name, answer in ((NAME, 200), (f"{NAME}.local", 200), ("evil.example", 400)):
        host = ["-H", f"Host: {name}:8000"]
        assert status(laboratory, ADDRESS, *host, path="/api/session/") == answer, name
    assert status(laboratory, ADDRESS, path="/admin/") == 404
    said = laboratory.log("run")
    assert f"http://{ADDRESS}:8000/first-maintainer/" in said
    assert "The connection is not encrypted" in said


def test_the_demo_is_not_opened_to_the_network(tmp_path: Path) -> None:
    said = manage(tmp_path, "run", "--demo", SUBTEXT_LISTEN="192.168.1.20")
    assert "logs in without a password" in said
    assert not (tmp_path / "lock").exists()


def test_an_address_of_another_machine_is_named(tmp_path: Path) -> None:
    # Of a block that is for documentation only (RFC 5737).
    said = manage(tmp_path, "run", SUBTEXT_LISTEN="192.0.2.1")
    assert "SUBTEXT_LISTEN is 192.0.2.1, which is no address of this machine." in said


def test_a_name_is_no_address(tmp_path: Path) -> None:
    said = manage(tmp_path, "run", SUBTEXT_LISTEN="lab.local")
    assert "it must be an IP address such as 192.168.1.20." in said


@pytest.mark.parametrize(
    ("listen", "hosts"),
    [
        ("127.0.0.1", {"127.0.0.1", "localhost", "[::1]"}),
        ("192.168.1.20", {"192.168.1.20", NAME, f"{NAME}.local", "lab.test"}),
        ("fd00::20", {"[fd00::20]", NAME, f"{NAME}.local", "lab.test"}),
    ],
)
def test_only_names_of_the_machine_are_answered(
    tmp_path: Path, listen: str, hosts: set[str]
) -> None:
    asked = "from django.conf import settings; print(*settings.ALLOWED_HOSTS)"
    done = start_with(
        tmp_path,
        *("manage.py", "shell", "--verbosity=0", "--command", asked),
        SUBTEXT_LISTEN=listen,
        SUBTEXT_HOSTS="lab.test",
    )
    local = {"127.0.0.1", "localhost", "[::1]"}
    assert set(done.stdout.split()) == hosts | local, done.stderr
