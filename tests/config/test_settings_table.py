"""What a start says of wrong settings, and which settings hold."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from subtext_runner.__main__ import main as runner

ROOT = Path(__file__).resolve().parent.parent.parent
SERVER = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SUBTEXT_SECRET_KEY": "a secret of thirty-two characters or more",
    "SUBTEXT_WORKER_SECRET": "another secret of thirty-two characters",
    "SUBTEXT_DATABASE_URL": "postgres://subtext@127.0.0.1:1/subtext",
    "SUBTEXT_BROKER_URL": "redis://127.0.0.1:1/0",
    "SUBTEXT_S3_BUCKET": "subtext",
    "SUBTEXT_S3_ENDPOINT": "http://127.0.0.1:1",
    "SUBTEXT_S3_KEY": "key",
    "SUBTEXT_S3_SECRET": "hush",
}
"""A server's settings; no service is reached by reading them."""


def start(
    folder: Path, *command: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a program with these variables and no others of Subtext."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SUBTEXT_", "DJANGO_"))
    }
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**kept, "SUBTEXT_DATA_DIR": str(folder), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def manage(folder: Path, *command: str, **variables: str) -> str:
    """What a command says of its settings on standard error."""
    done = start(folder, "manage.py", *command, **variables)
    assert done.returncode == 1, done
    assert "Traceback" not in done.stderr
    return done.stderr


def test_all_problems_are_named_together(tmp_path: Path) -> None:
    said = manage(
        tmp_path,
        "run",
        SUBTEXT_PROXIES="-1",
        SUBTEXT_SESSION_DAYS="-5",
        SUBTEXT_OCR_ENGINE="foo",
        SUBTEXT_IMPORT_FOLDER="/nope",
        SUBTEXT_PORT="999999",
        SUBTEXT_SESION_DAYS="3",
    )
    for sentence in (
        "6 settings are wrong:",
        "SUBTEXT_PROXIES is '-1': it must be a whole number from 0 to 20.",
        "SUBTEXT_SESSION_DAYS is '-5': it must be a whole number from 1 to 3650.",
        "SUBTEXT_OCR_ENGINE is 'foo': it must be rapidocr, easyocr or module:Class.",
        "SUBTEXT_IMPORT_FOLDER is '/nope': there is no such folder.",
        "SUBTEXT_PORT is '999999': it must be a whole number from 1 to 65535.",
        "SUBTEXT_SESION_DAYS is not a setting: did you mean SUBTEXT_SESSION_DAYS?",
    ):
        assert sentence in said
    assert list(tmp_path.iterdir()) == [], "nothing is written before"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SUBTEXT_ADMIN", "no", "is 'no': it must be true or false."),
        (
            "SUBTEXT_FETCH_NETWORKS",
            "10.0.0.0/8,home",
            "is '10.0.0.0/8,home': 'home' is not of the form 10.1.0.0/16.",
        ),
        (
            "SUBTEXT_ENDPOINTS",
            "lab=gpu-7",
            "'lab=gpu-7' is not of the form NAME=http(s)://ADDRESS [PROJECT …].",
        ),
        (
            "SUBTEXT_CURATION_STAGES",
            "nowhere.Stage",
            "is not of the form package.module.Class.",
        ),
        ("SUBTEXT_S3_POLICY", "none.json", "there is no such file."),
        ("SUBTEXT_MODEL_TIMEOUT", "0", "it must be a number above 0."),
        ("SUBTEXT_BROKER_OPTIONS", "[]", "it must be a JSON object."),
        ("SUBTEXT_DTYPE", "int4", "it must be bfloat16, float16 or float32."),
        (
            "SUBTEXT_TIME_ZONE",
            "Berlin",
            "it must be UTC or an IANA time zone such as Europe/Berlin.",
        ),
        (
            "SUBTEXT_TIME_ZONE",
            "EST",
            "it must be UTC or an IANA time zone such as Europe/Berlin.",
        ),
        ("SUBTEXT_XYZ", "1", "is not a setting: unset it."),
    ],
)
def test_each_type_says_what_it_must_be(
    name: str, value: str, sentence: str, tmp_path: Path
) -> None:
    said = manage(tmp_path, "check", **{name: value}).strip()
    assert said.startswith(name)
    assert said.endswith(sentence)
    assert len(said.splitlines()) == 1


def test_a_server_names_all_that_it_lacks(tmp_path: Path) -> None:
    said = manage(
        tmp_path, "check", DJANGO_SETTINGS_MODULE=SERVER["DJANGO_SETTINGS_MODULE"]
    )
    for name in SERVER.keys() - {"DJANGO_SETTINGS_MODULE"}:
        assert f"{name} must be set (" in said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SUBTEXT_DATABASE_URL", "mysql://subtext:hunter2@db/subtext"),
        ("SUBTEXT_SECRET_KEY", "hunter2"),
    ],
)
def test_no_secret_is_shown(name: str, value: str, tmp_path: Path) -> None:
    said = manage(tmp_path, "check", **{**SERVER, name: value})
    assert said.startswith(f"{name}: it ")
    assert "hunter2" not in said


def test_a_secret_in_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none"
    said = manage(tmp_path, "check", **SERVER, SUBTEXT_S3_SECRET_FILE=str(path))
    assert said.strip() == (
        f"SUBTEXT_S3_SECRET_FILE: {path} cannot be read (No such file or directory)."
    )


@pytest.mark.parametrize(
    "program",
    [
        ["-m", "granian", "--interface", "wsgi", "--port", "0", "config.wsgi"],
        ["-m", "celery", "--app", "config.celery", "worker"],
        ["-m", "subtext_runner", "worker"],
    ],
    ids=["web", "worker", "evaluation worker"],
)
def test_every_service_says_it_in_one_sentence(
    program: list[str], tmp_path: Path
) -> None:
    wrong = {"SUBTEXT_MODEL_URL": "gpu-7"}
    done = start(tmp_path, *program, **SERVER, **wrong)
    assert done.returncode == 1
    assert "SUBTEXT_MODEL_URL: it must be an address that begins with" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_service_is_not_asked_for_folders_of_others(tmp_path: Path) -> None:
    """Weights lie where the evaluation worker runs."""
    elsewhere = {"SUBTEXT_MODELS": "/weights"}
    assert start(tmp_path, "manage.py", "check", **SERVER, **elsewhere).returncode == 0
    assert "SUBTEXT_MODELS is '/weights'" in manage(tmp_path, "check", **elsewhere)


def test_variables_of_tests_and_of_compose_are_known(tmp_path: Path) -> None:
    known = {
        "SUBTEXT_TEST_POSTGRESQL": "postgres://postgres@127.0.0.1/tests",
        "SUBTEXT_CHROMIUM": "/usr/bin/chromium",
        "SUBTEXT_HOST": "subtext.test",
        "SUBTEXT_IMPORTS": "/srv/images",
        "SUBTEXT_BACKUPS": "/srv/backups",
        "SUBTEXT_MODEL_KEY_LABORATORY": "secret",
        "SUBTEXT_MODEL_KEY_BOUGHT_FILE": str(Path(__file__)),
    }
    done = start(tmp_path, "manage.py", "check", **known)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("value", "status"), [("false", 404), ("true", 200), ("", 200)]
)
def test_one_machine_may_be_without_the_admin(
    value: str, status: int, tmp_path: Path
) -> None:
    asking = (
        "from django.test import Client;"
        "print(Client(HTTP_HOST='localhost').get('/admin/login/').status_code)"
    )
    done = start(tmp_path, "manage.py", "shell", "-c", asking, SUBTEXT_ADMIN=value)
    assert done.stdout.split()[-1] == str(status), done.stderr


def test_a_run_without_a_worker_says_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUBTEXT_BATCH", "many")
    with pytest.raises(SystemExit) as stop:
        runner(["extract"])
    assert stop.value.code == (
        "SUBTEXT_BATCH is 'many': it must be a whole number from 1 to 10000."
    )


def test_a_setting_that_is_no_longer_read_is_named(tmp_path: Path) -> None:
    checked = start(tmp_path, "manage.py", "check", SUBTEXT_ORGANIZERS_INVITE="false")
    assert checked.returncode == 0, checked
    assert "SUBTEXT_ORGANIZERS_INVITE is no longer read." in checked.stderr
