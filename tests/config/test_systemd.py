"""The guide to a server without Docker is followed, and its services work."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.config.compose import eventually
from tests.guides.guide import read_guide
from tests.support.container import can_contain
from tests.support.machine import Machine
from tests.support.services import require_program

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

BY_HAND = {
    "apt-get install -y git make python3-venv postgresql redis-server caddy",
    "cd /srv/subtext",
    "python3 tools/bootstrap.py build",
}
"""Commands of the guide that have been done: the packages, and this checkout."""
RUNNING = {
    "subtext-beat.service",
    "subtext-web.service",
    "subtext-worker-curation.service",
    "subtext-worker-default.service",
    "subtext-worker-gpu.service",
}
ALL_SECRETS = {"secret_key", "worker_secret", "broker_password"}
RIGHTS = {
    "subtext-init.service": ({"/var/lib/subtext"}, ALL_SECRETS),
    "subtext-web.service": ({"/var/lib/subtext"}, ALL_SECRETS),
    "subtext-worker-default.service": ({"/var/lib/subtext"}, ALL_SECRETS),
    "subtext-worker-curation.service": ({"/var/lib/subtext"}, ALL_SECRETS),
    "subtext-beat.service": ({"/run/subtext-beat"}, {"broker_password"}),
    "subtext-worker-gpu.service": (
        {"/var/lib/subtext-runner"},
        {"broker_password", "worker_secret", "model_key"},
    ),
}
"""Where a service may write beside temporary folders, and which secrets it has."""
LOOK = """
import json, os, pathlib, sys
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
def can_write(folder):
    try:
        pathlib.Path(folder, "probe").write_text("")
        pathlib.Path(folder, "probe").unlink()
    except OSError:
        return False
    return True
places = ["/", "/etc", "/home", "/run", "/run/subtext-beat", "/srv/subtext", "/usr"]
places += ["/var/lib", "/var/lib/subtext", "/var/lib/subtext/media"]
places += ["/var/lib/subtext-runner"]
print(json.dumps({
    "user": os.getuid(),
    "rights": [status[name].strip() for name in ("CapEff", "CapBnd", "NoNewPrivs")],
    "writable": list(filter(can_write, places)),
    "secrets": os.listdir(sys.argv[1]),
    "reads": [path for path in (
        "/etc/subtext/subtext.env",
        "/etc/subtext/secrets/secret_key",
        "/var/lib/subtext/media",
    ) if os.access(path, os.R_OK)],
}))
"""
NO_RIGHTS = "0" * 16
PASSWORD = "a long enough passphrase"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine on which every command of the guide was followed."""
    if not can_contain() or not sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb")
    ):
        pytest.skip("needs root, namespaces and PostgreSQL's programs")
    for program in ("redis-server", "caddy", "curl", "ip"):
        require_program(program)
    guide = read_guide("run-a-server-without-docker")
    assert set(guide.commands) >= BY_HAND
    machine = Machine(tmp_path_factory.mktemp("machine"))
    try:
        machine.install_packages()
        machine.start_postgresql()
        for path, content in guide.new_files.items():
            machine.write(path, content.replace("subtext.example.org", "localhost"))
        for line in guide.commands:
            if line.startswith("systemctl "):
                machine.systemctl(*line.split()[1:])
            elif line not in BY_HAND:
                follow(machine, line)
        yield machine
    finally:
        machine.close()


def follow(machine: Machine, line: str) -> None:
    """Run a command of the guide until it succeeds, as services take a while."""
    if line.endswith("createsuperuser"):
        line += " --noinput --username=ada --email=ada@example.org"
    said: list[str] = []

    def works() -> bool:
        done = machine.run(line, DJANGO_SUPERUSER_PASSWORD=PASSWORD)
        said.append(f"{line}\n{done.stdout}{done.stderr}")
        return done.returncode == 0

    assert eventually(works), said[-1]


def get(machine: Machine, path: str, *options: str) -> tuple[int, str]:
    """Ask the proxy; return the status and the body."""
    asked = ["curl", "-ksS", "-w", "\\n%{http_code}", *options]
    quoted = " ".join(f"'{part}'" for part in [*asked, f"https://localhost{path}"])
    body, _, status = machine.run(quoted).stdout.rpartition("\n")
    return int(status or 0), body


def test_the_services_answer_through_the_proxy(server: Machine) -> None:
    assert eventually(lambda: get(server, "/readyz") == (200, "ok")), server.log(
        "subtext-web.service"
    ) + server.log("caddy.service")
    made = server.run("config/server/systemd/manage.sh api_token_create ada")
    token = made.stdout.strip()
    assert made.returncode == 0, made.stderr

    def queues() -> set[str]:
        header = ["-H", f"Authorization: Token {token}"]
        status, body = get(server, "/api/status/", *header)
        assert status == 200, body
        found = json.loads(body)["queues"]
        return {queue["name"] for queue in found if queue["workers"]}

    wanted = {"default", "results", "curation", "gpu"}
    assert eventually(lambda: queues() >= wanted), get(server, "/api/status/")
    beat = "subtext-beat.service"
    assert eventually(lambda: "Sending due task" in server.log(beat)), server.log(beat)
    assert server.ended() == []
    assert {unit.name for unit in server.units()} == RUNNING | {"subtext-init.service"}


def test_redis_wants_the_password(server: Machine) -> None:
    said = server.run("redis-cli ping").stdout
    assert said.startswith("NOAUTH"), said


def test_a_worker_keeps_images_in_the_folder(server: Machine, drawn: Path) -> None:
    """An upload goes through the worker into the folder that the guide names."""
    manage = "config/server/systemd/manage.sh"
    made = server.run(
        f"{manage} project_create images --protocol ii-bench --name Images --maintainer ada"
    )
    assert made.returncode == 0, made.stderr
    token = server.run(f"{manage} api_token_create ada").stdout.strip()

    def ask(path: str, *options: str) -> Any:
        header = ["-H", f"Authorization: Token {token}"]
        status, body = get(server, f"/api/projects/images/{path}", *header, *options)
        assert 200 <= status < 300, body
        return json.loads(body)

    def post(path: str, **fields: object) -> Any:
        kind = ["-H", "Content-Type: application/json"]
        return ask(path, *kind, "-d", json.dumps(fields))

    source = post("sources/", name="Drawn", licence="CC0-1.0", rights="redistribute")
    upload = post("uploads/", source_id=source["id"])
    image = next(drawn.rglob("*.png"))
    part = ["-F", f"path={image.name}", "-F", f"content=@{image}"]
    ask(f"uploads/{upload['id']}/parts/", *part)
    job = post(f"uploads/{upload['id']}/import/", filters=False)

    def is_done() -> bool:
        jobs = ask("jobs/")["jobs"]
        return any(
            one["id"] == job["id"] and one["status"] == "finished" for one in jobs
        )

    assert eventually(is_done), server.log("subtext-worker-curation.service")
    assert ask("funnel/")["raw"] == 1
    media = server.at("/var/lib/subtext/media")
    kept = [file for file in media.rglob("*") if file.is_file()]
    assert kept
    user = server.user(server.unit("subtext-web"))
    for file in (media, *media.rglob("*")):
        assert file.stat().st_uid == user
        assert not file.is_dir() or not file.stat().st_mode & 0o007


@pytest.mark.parametrize("name", RIGHTS)
def test_a_service_can_only_do_what_it_needs(server: Machine, name: str) -> None:
    unit = server.unit(name)
    python = "/srv/subtext/.venv/bin/python"
    done = server.execute(unit, python, "-c", LOOK, unit.credentials)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    writable, secrets = RIGHTS[name]
    assert seen["user"] != 0
    assert seen["rights"] == [NO_RIGHTS, NO_RIGHTS, "1"]
    inside = {f"{folder}/media" for folder in writable if folder == "/var/lib/subtext"}
    assert set(seen["writable"]) == writable | inside
    assert set(seen["secrets"]) == secrets
    media = [] if name == "subtext-beat.service" else ["/var/lib/subtext/media"]
    assert seen["reads"] == media


def test_the_server_is_upgraded_as_its_guide_says(server: Machine) -> None:
    """From the state of an earlier version, which the database is given first."""
    commands = [
        line
        for line in read_guide("upgrade-and-go-back").commands
        if line.startswith(("config/server", "systemctl", "cp "))
    ]
    backup, *others = commands
    manage = "config/server/systemd/manage.sh"
    assert backup.startswith(f"{manage} backup")
    assert f"{manage} upgrade --check" in others
    follow(server, backup)
    follow(server, f"{manage} migrate evaluation 0026")
    for line in others:
        if line.startswith("systemctl "):
            server.systemctl(*line.split()[1:])
        else:
            follow(server, line)
    assert server.run(f"{manage} migrate --check").returncode == 0
    assert eventually(lambda: get(server, "/readyz") == (200, "ok")), server.log(
        "subtext-web.service"
    )
    assert server.ended() == []


def test_units_are_valid_and_limited(server: Machine) -> None:
    require_program("systemd-analyze")
    verified = server.run(
        "cd /etc/systemd/system && systemd-analyze verify ./subtext*.service ./subtext.target"
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    # 10 for no limits, 0 for all that there are; above 2.5 systemd exits with 1.
    names = " ".join(unit.name for unit in server.units())
    judged = server.run(
        f"systemd-analyze security --offline=yes --threshold=25 {names}"
    )
    assert judged.returncode == 0, judged.stdout[-3000:]
