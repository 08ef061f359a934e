"""Clients that send their requests slowly do not keep others, or probes, waiting."""

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from urllib.request import urlopen

import pytest
import yaml

from config.processes import _THREADS as THREADS_OF_ONE_MACHINE
from tests.support.services import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
CADDY = os.environ.get("SUBTEXT_TEST_CADDY") or shutil.which("caddy")
SLOW = 50
ALL_OF_A_SERVER = 100
ALL_OF_ONE_MACHINE = 4 * int(THREADS_OF_ONE_MACHINE)
"""Connections that hold all threads of two processes, between which the system divides
them unevenly."""
PAGE = "api/session/"
PROBES = ("livez", "readyz", "healthz")
BODY_BEGUN = (
    "POST /api/session/ HTTP/1.1\r\nHost: localhost\r\n"
    f"Content-Type: application/json\r\nX-CSRFToken: {'a' * 32}\r\n"
    f"Cookie: csrftoken={'a' * 32}\r\nContent-Length: 5000\r\n\r\n{{"
)
HEADER_BEGUN = "GET /api/session/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
DRIPS = 30
"""One a second. Without the shipped time-out, Caddy accepts twice as many or more."""

pytestmark = pytest.mark.slow
needs_caddy = pytest.mark.skipif(CADDY is None, reason="caddy is not installed")


@dataclass(frozen=True)
class Site:
    """The ports of a web server, of its probes, and of the proxy before it."""

    server: int
    probes: int
    proxy: int = 0


def caddyfile(site: Site) -> str:
    """The shipped file for addresses of the test and for Caddy before 2.6.3, too."""
    text = (ROOT / "config/server/Caddyfile").read_text(encoding="utf-8")
    text = text.replace("{$SUBTEXT_HOST:localhost}", f":{site.proxy}")
    text = text.replace("web:8000", f"127.0.0.1:{site.server}")
    text = text.replace("web:8001", f"127.0.0.1:{site.probes}")
    text = re.sub(r"^\{$", "{\n\tadmin off", text, count=1, flags=re.MULTILINE)
    version = subprocess.check_output([str(CADDY), "version"], text=True)
    if re.match(r"v?2\.[0-6]\.", version):
        text = text.replace("request_buffers", "buffer_requests\n\t\tmax_buffer_size")
    return text


@pytest.fixture(scope="module")
def on_a_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Caddy before the web service's own command."""
    tmp_path = tmp_path_factory.mktemp("server")
    site = Site(server=free_port(), probes=free_port(), proxy=free_port())
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    command = compose["services"]["web"]["command"]
    command = command.replace("--port 8000", f"--port {site.server}")
    commands = [shlex.split(command)]
    if CADDY is not None:
        file = tmp_path / "Caddyfile"
        file.write_text(caddyfile(site), encoding="utf-8")
        caddy = [CADDY, "run", "--config", str(file), "--adapter", "caddyfile"]
        commands.append(caddy)
    env = {
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "SUBTEXT_DATA_DIR": str(tmp_path),
        "SUBTEXT_PROBES": f"127.0.0.1:{site.probes}",
    }
    migrate = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(migrate, cwd=ROOT, env={**os.environ, **env}, check=True)
    with running(commands, env, site):
        yield site


@pytest.fixture
def on_one_machine(tmp_path: Path) -> Iterator[Site]:
    """``manage.py run`` without a proxy."""
    site = Site(server=free_port(), probes=free_port())
    env = {
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "SUBTEXT_DATA_DIR": str(tmp_path),
        "SUBTEXT_PORT": str(site.server),
        "SUBTEXT_PROBES": f"127.0.0.1:{site.probes}",
    }
    with running([[sys.executable, "manage.py", "run"]], env, site):
        yield site


def running(commands: list[list[str]], env: dict[str, str], site: Site) -> ExitStack:
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    stack = ExitStack()
    for command in commands:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **env, "PATH": programs},
            start_new_session=True,
        )
        stack.callback(ended, process)
    for _ in range(300):
        try:
            urlopen(f"http://localhost:{site.proxy or site.server}/{PAGE}", timeout=5)
            break
        except OSError:
            sleep(0.2)
    return stack


def ended(process: subprocess.Popen[bytes]) -> None:
    """A web server would wait for its slow requests, as long as a container may."""
    process.send_signal(signal.SIGTERM)
    with suppress(subprocess.TimeoutExpired):
        process.wait(3)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def answers(port: int, path: str, *, timeout: float = 60) -> bool:
    try:
        with urlopen(f"http://localhost:{port}/{path}", timeout=timeout) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def begun(port: int, text: str, number: int, stack: ExitStack) -> list[socket.socket]:
    """Connections that have sent the beginning of a request."""
    connections = []
    for _ in range(number):
        slow = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        slow.sendall(text.encode())
        connections.append(slow)
    sleep(1)
    return connections


@needs_caddy
def test_slow_bodies_wait_in_the_proxy(on_a_server: Site) -> None:
    with ExitStack() as stack:
        begun(on_a_server.proxy, BODY_BEGUN, SLOW, stack)
        for path in (PAGE, *PROBES):
            assert answers(on_a_server.proxy, path), path


def test_slow_headers_hold_no_thread(on_a_server: Site) -> None:
    with ExitStack() as stack:
        begun(on_a_server.server, HEADER_BEGUN, SLOW, stack)
        assert answers(on_a_server.server, PAGE)


@needs_caddy
def test_slow_headers_end_in_the_proxy(on_a_server: Site) -> None:
    with ExitStack() as stack:
        dripping = begun(on_a_server.proxy, HEADER_BEGUN, SLOW, stack)
        assert answers(on_a_server.proxy, PAGE)
        for _ in range(DRIPS):
            dripping = [slow for slow in dripping if is_open_after_a_drip(slow)]
            sleep(1)
        assert dripping == []
        assert answers(on_a_server.proxy, PAGE)


def is_open_after_a_drip(slow: socket.socket) -> bool:
    slow.setblocking(False)
    try:
        slow.send(b"a")
        return slow.recv(1000) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


@needs_caddy
def test_probes_do_not_wait_behind_requests_on_a_server(on_a_server: Site) -> None:
    with ExitStack() as stack:
        begun(on_a_server.server, BODY_BEGUN, ALL_OF_A_SERVER, stack)
        assert not answers(on_a_server.server, "livez", timeout=3)
        for probe in PROBES:
            assert answers(on_a_server.probes, probe), probe
            assert answers(on_a_server.proxy, probe), probe


def test_probes_do_not_wait_behind_requests_on_one_machine(
    on_one_machine: Site,
) -> None:
    with ExitStack() as stack:
        begun(on_one_machine.server, BODY_BEGUN, ALL_OF_ONE_MACHINE, stack)
        assert not answers(on_one_machine.server, "livez", timeout=3)
        for probe in PROBES:
            assert answers(on_one_machine.probes, probe), probe


def test_the_address_of_probes_answers_nothing_else(on_a_server: Site) -> None:
    assert answers(on_a_server.probes, "livez")
    for path in ("", PAGE, "livez/", "admin/"):
        assert not answers(on_a_server.probes, path), path
