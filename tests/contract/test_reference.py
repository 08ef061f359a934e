"""The reference pages say what the code says, and every setting is in its table."""

import re
from pathlib import Path

import pytest
from django.conf import LazySettings

from core.environment import general, images, models, servers
from core.environment.table import REMOVED, list_variables
from core.environment.variables import Variable
from tests.architecture.sources import modules
from tools.reference import PAGES, generated_pages, list_commands

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = "SUBTEXT_[A-Z0-9_]*[A-Z0-9]"
TABLE = ROOT / "core" / "environment"


def test_generated_pages_follow_the_code(settings: LazySettings) -> None:
    """An outdated page is written again by ``make reference``."""
    # Tests that create their tables from the models turn migrations off.
    settings.MIGRATION_MODULES = {}
    outdated = [
        name
        for name, text in generated_pages().items()
        if (PAGES / name).read_text("utf-8") != text
    ]
    assert outdated == []


@pytest.mark.parametrize(
    ("section", "row"),
    [
        ("400: ", "| A reason is required. | 请填写原因。 |"),
        ("400: ", "| Wrong user name or password. | 用户名或密码错误。 |"),
        ("403: ", "| This account is closed. | 此账号已停用。 |"),
        ("404: ", "| There is no such image. | 没有此图像。 |"),
        ("429: ", "| Too many attempts. Try again in {minutes} min. |"),
        ("Jobs", "| text recognition | EasyOCR is set to use a GPU, but PyTorch"),
    ],
)
def test_errors_are_listed_by_message(section: str, row: str) -> None:
    """A field's message, a message of a missing row and one of a worker among them."""
    page = generated_pages()["reference/errors.md"]
    (part,) = [p for p in page.split("\n## ") if p.startswith(section)]
    assert row in part


def test_every_argument_of_a_command_has_help_and_names_its_default() -> None:
    """Addresses of buckets are not read as paths, which would make s3:/ of s3://."""
    commands = list_commands()
    assert {"project_create", "release_cut"} <= {command.name for command in commands}
    wrong = [
        f"{command.name} {' '.join(names)}"
        for command in commands
        for names, options in command.arguments
        if not options.get("help")
        or (options.get("default") and "(default: " not in options["help"])
        or options.get("type") is Path
    ]
    assert wrong == []


def test_every_variable_that_is_named_is_in_the_table() -> None:
    known = [variable for variable, _ in list_variables()]
    named = set(re.findall(rf"\b({NAME})\b", _product()))
    assert "SUBTEXT_DATA_DIR" in named
    unknown = {
        name
        for name in named
        if name not in REMOVED
        and name != "SUBTEXT_VERSION"  # one of Django's settings
        and not any(variable.matches_name(name) for variable in known)
    }
    assert unknown == set()


def test_variables_are_read_by_the_table_alone() -> None:
    reading = re.compile(rf"""(?:environ(?:\.get)?[\[(]|getenv\()\s*f?["']{NAME}""")
    for code in ('os.environ["SUBTEXT_PORT"]', "environ.get('SUBTEXT_PORT')"):
        assert reading.search(code)
    assert reading.findall(_product()) == []


def test_every_variable_of_the_table_is_read() -> None:
    """By its constant, or by a program beside Python that names it."""
    code, others = _product(), _text_of("docker-compose.yml", "tools/check.py")
    constants = {
        constant: value.name
        for module in (general, images, models, servers)
        for constant, value in vars(module).items()
        if isinstance(value, Variable)
    }
    assert constants["DATA_DIR"] == "SUBTEXT_DATA_DIR"
    assert [
        name
        for constant, name in constants.items()
        if not re.search(rf"\b{constant}\b", code) and name not in others
    ] == []


def _product() -> str:
    """The Python code beside the table, and what starts it on a server."""
    files = [path for path in modules() if path.suffix == ".py"]
    return _text_of("docker-compose.yml", "Dockerfile") + "\n".join(
        path.read_text("utf-8") for path in files if path.parent != TABLE
    )


def _text_of(*names: str) -> str:
    return "\n".join((ROOT / name).read_text("utf-8") for name in names)
